import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobBody, pilotKey } from '../support/app.js';
import { startReceiver } from '../webhook/support/receiver.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';

const receiver = await startReceiver();
afterAll(receiver.stop);

describeInBrowser(
  'webhooks in the console',
  (started) => {
    let page: Page;
    let wrong: string[];
    beforeAll(async () => {
      ({ page, wrong } = await started().open('/console', { secrets: [pilotKey] }));
      await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
      await page.getByRole('button', { name: 'Use key' }).click();
    });
    const last = () => page.getByRole('region', { name: 'Last request' });
    const lastIs = (text: string) => last().getByText(text, { exact: true }).first().waitFor();
    const settle = async () => {
      const { relay, followers, webhooks } = started().app.services;
      await relay.drain();
      await followers.catchUp();
      await webhooks.deliverDue();
    };

    it('creates an endpoint, shows its secret once, and the calls as curl and GraphQL', async () => {
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
      await page.getByText('No endpoints yet.').waitFor();
      const form = page.getByRole('form', { name: 'New endpoint' });
      await form.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
      const types = form.getByRole('group', { name: 'Event types' });
      await types.getByText(/^job \(\d+\)$/).click();
      for (const type of ['job.created', 'job.cancelled']) {
        await types.getByRole('checkbox', { name: type, exact: true }).check();
      }
      await form.getByRole('button', { name: 'Create endpoint' }).click();
      await page.getByText('The secret is shown once.').waitFor();
      await lastIs('201');
      await last().getByRole('tab', { name: 'GraphQL' }).click();
      const twin = await last().getByRole('tabpanel').innerText();
      expect(twin).toContain('createWebhookEndpoint');
      const [query = '', variables = ''] = twin.split('# variables');
      expect(JSON.parse(variables).input.eventTypes).toEqual(['JOB_CANCELLED', 'JOB_CREATED']);
      const answer = await started().app.graphql(query, JSON.parse(variables));
      expect(answer.errors).toBeUndefined();
      await last().getByRole('tab', { name: 'curl' }).click();
      const curl = await last().getByRole('tabpanel').innerText();
      expect(curl).toContain('/v1/webhook-endpoints');
      expect(curl).not.toContain(pilotKey);
      await shoot(page, 'console-webhooks');
      await expectAccessible(page);
      await expectFitting(page);
    });

    it('tests, pauses, enables, rotates, replays and deletes it', async () => {
      await page.getByRole('link', { name: receiver.url }).first().click();
      await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();
      await page.getByRole('button', { name: 'Send test' }).click();
      await lastIs('200');
      await settle();
      await page.getByRole('button', { name: 'Refresh' }).click();
      const table = page.getByRole('table', { name: 'Deliveries' });
      await table.getByText('Delivered').waitFor();
      await table.getByText('1 × 204').waitFor();

      await table.getByRole('button', { name: 'Replay webhook.test' }).click();
      await lastIs('200');
      await settle();
      const ids = receiver.posts.map(({ headers }) => headers['webhook-id']);
      expect(ids).toHaveLength(2);
      expect(ids[1]).toBe(ids[0]);

      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('Paused', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Enable' }).click();
      await page.getByText('Enabled', { exact: true }).waitFor();
      const endpointId = page.url().split('/').at(-1);
      await started().app.rest('POST', `/v1/webhook-endpoints/${endpointId}`, {
        body: { status: 'paused' },
      });
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByText('Paused', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Enable' }).click();
      await page.getByText('Enabled', { exact: true }).waitFor();
      const rotations: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/rotate-secret')) rotations.push(request.url());
      });
      await page.getByRole('button', { name: 'Rotate secret' }).dblclick();
      await page.getByText('The secret is shown once.').waitFor();
      expect(rotations).toHaveLength(1);
      await page.getByText(/^The previous secret also signs until/).waitFor();

      const replay = page.getByRole('form', { name: 'Replay' });
      await replay.getByRole('checkbox', { name: 'Only failed deliveries' }).check();
      await replay.getByRole('button', { name: 'Replay' }).click();
      await page.getByText('0 deliveries queued.').waitFor();
      await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Failed' });
      await page.getByText('No deliveries.').waitFor();
      await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'All' });
      await table.getByText('webhook.test').waitFor();
      await shoot(page, 'console-webhook');
      await expectAccessible(page);
      await expectFitting(page);

      const gone = page.getByRole('button', { name: 'Delete for good' });
      expect(await gone.isVisible()).toBe(false);
      await page.getByText('Delete endpoint').click();
      await page.getByText('This cannot be undone.').waitFor();
      await expectAccessible(page);
      await gone.click();
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
      await expect.poll(() => page.getByRole('link', { name: receiver.url }).count()).toBe(1);
      expect(wrong).toEqual([]);
    });

    it('shows a sample payload, and code that verifies a post', async () => {
      const made = await started().app.rest('POST', '/v1/webhook-endpoints', {
        body: { url: receiver.url },
      });
      await page.getByRole('link', { name: 'Webhooks' }).click();
      const sample = JSON.parse(
        await page.getByRole('figure', { name: 'Sample payload' }).locator('pre').innerText(),
      );
      const text = await page
        .getByRole('figure', { name: 'Verify a post' })
        .locator('pre')
        .innerText();
      const { verify } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
      await started().app.rest('POST', `/v1/webhook-endpoints/${made.body.endpoint_id}/test`);
      await settle();
      const { headers, text: body } = receiver.posts.at(-1) ?? { headers: {}, text: '' };
      expect(Object.keys(verify(made.body.secret, headers, body)).sort()).toEqual(
        Object.keys(sample).sort(),
      );
      expect(() => verify(made.body.secret, headers, `${body} `)).toThrow(
        'The signature is not valid.',
      );
      expect(() => verify('whsec_AAAA', headers, body)).toThrow('The signature is not valid.');
      const old = { ...headers, 'webhook-timestamp': '1' };
      expect(() => verify(made.body.secret, old, body)).toThrow('too far from now');
      await started().app.rest('POST', `/v1/webhook-endpoints/${made.body.endpoint_id}/delete`);
    });

    it('reports that a rejected list is not shown, instead of an empty list', async () => {
      const body = { url: receiver.url };
      const made = await started().app.rest('POST', '/v1/webhook-endpoints', { body });
      const opened = await started().open('/console', { secrets: [pilotKey], expected: /503/ });
      await opened.page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
      await opened.page.getByRole('button', { name: 'Use key' }).click();
      await opened.page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
      await opened.page.route(/webhook-endpoints$|deliveries/, (route) =>
        route.fulfill({ status: 503, body: '{}' }),
      );
      const notShown = opened.page.getByText('Not shown: see the last request for the reason');
      await opened.page.getByRole('link', { name: 'Webhooks' }).click();
      await notShown.waitFor();
      await opened.page.goto(`${started().address}/console#/webhooks/${made.body.endpoint_id}`);
      await opened.page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();
      await notShown.waitFor();
      expect(await opened.page.getByText('No deliveries.').count()).toBe(0);
      await opened.page.context().close();
    });

    it('shows no next attempt for a delivery to a disabled endpoint', async () => {
      const { app } = started();
      receiver.answerWith(() => ({ status: 410 }));
      const made = await app.rest('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } });
      await app.rest('POST', '/v1/jobs', { body: jobBody() });
      await settle();
      receiver.answerWith(() => ({ status: 204 }));
      await page.goto(`${started().address}/console#/webhooks/${made.body.endpoint_id}`);
      await page.getByText('The receiver answered 410.').waitFor();
      await page.getByRole('cell', { name: '1 × 410', exact: true }).first().waitFor();
      // No button is so narrow that its text wraps.
      const replay = page.getByRole('button', { name: /^Replay job/ }).first();
      for (const width of [768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect((await replay.boundingBox())?.height, `at ${width} px`).toBeLessThan(60);
      }
      await page.emulateMedia({ forcedColors: 'active' });
      const tabs = page.getByRole('tab');
      const line = (at: number) =>
        tabs.nth(at).evaluate((tab) => getComputedStyle(tab).borderBlockEndColor);
      expect(await line(0)).not.toBe(await line(1));
      await page.emulateMedia({ forcedColors: 'none' });
    });

    it('shows a sandbox report, which verifies only with the sandbox keys', async () => {
      const { app } = started();
      const key = await app.keyFor('looker', ['jobs:read', 'jobs:write', 'reports:write'], 'test');
      const post = async (path: string, body: object = {}) =>
        (await app.rest('POST', path, { key, body })).body;
      const job = await post('/v1/jobs', {
        objective: 'Is the hall open?',
        address: 'Alexanderplatz 1, 10178 Berlin',
        latitude: 52.5219,
        longitude: 13.4132,
        notes: 'None.',
        nonce: 'seen-in-the-console',
      });
      await post('/v1/sandbox/clock/advance', { seconds: 10_800 });
      await post(`/v1/jobs/${job.job_id}/reality-report`);
      const opened = await started().open('/console', { secrets: [key] });
      await opened.page.getByRole('textbox', { name: 'API key' }).fill(key);
      await opened.page.getByRole('button', { name: 'Use key' }).click();
      await opened.page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
      await opened.page.goto(`${started().address}/reports/${job.job_id}`);
      await opened.page.getByText('Nobody went there: this evidence was generated.').waitFor();
      const verify = opened.page.getByRole('button', { name: 'Verify this report' });
      await verify.click();
      await opened.page.getByText(/^Unchanged since .+ Signed with key/).waitFor();
      expect(opened.sent.some((url) => url.endsWith('/.well-known/sandbox-jwks.json'))).toBe(true);
      expect(opened.sent.some((url) => url.endsWith('/.well-known/jwks.json'))).toBe(false);
      // It does not verify with the live keys.
      const live = await (await app.fetch('/.well-known/jwks.json')).text();
      await opened.page.route('**/.well-known/sandbox-jwks.json', (route) =>
        route.fulfill({ body: live, contentType: 'application/json' }),
      );
      await verify.click();
      await opened.page.getByText('Changed after signing: do not rely on it.').waitFor();
      expect(opened.wrong).toEqual([]);
      await opened.page.context().close();
    });
  },
  { WEBHOOK_URL_HOSTS: receiver.host },
);
