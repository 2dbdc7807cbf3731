import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import * as flow from '../site-check/support/flow.js';
import { pilotKey } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';
import { fillRequest, headingIs, place, press } from './support/order.js';

const alertOf = (page: Page) => page.getByRole('alert');
const alertText = async (page: Page) => (await alertOf(page).innerText()).trim();

describeInBrowser(
  'a page without a response, or with an error',
  (started) => {
    const stored = () => started().app.siteChecks.countDocuments();

    /** Creates a request that the service can no longer read. */
    async function broken() {
      const { app } = started();
      const opened = await flow.request(app);
      await app.siteChecks.updateOne({ _id: opened.id }, { $unset: { checkouts: '', quotes: '' } });
      return opened;
    }

    it('5xx: shows the request id, with and without script', async () => {
      const { id, token } = await broken();
      for (const javaScriptEnabled of [true, false]) {
        const { page } = await started().open(`/site-checks/${id}#${token}`, {
          javaScriptEnabled,
          expected: /500/,
          secrets: [token],
        });
        if (!javaScriptEnabled) {
          await page.getByLabel('Access code').fill(token);
          await press(page, 'Open');
        }
        const message = await alertText(page);
        const [, number] =
          /^Something went wrong on our side\. If you contact us, include the number (\S+)\.$/.exec(
            message,
          ) as RegExpExecArray;
        expect(started().app.logLines.join('\n')).toContain(number);
        if (javaScriptEnabled) {
          await expectAccessible(page);
          await shoot(page, 'status-5xx');
        }
        await page.context().close();
      }
      expect(started().app.logLines.join('\n')).not.toContain(token);
    });

    it('5xx: an error while rendering a page is shown as a page', async () => {
      const { app } = started();
      const opened = await flow.request(app);
      await flow.select(app, opened);
      const path = await flow.checkout(app, opened);
      await app.siteChecks.updateOne({ _id: opened.id }, { $set: { 'checkouts.0.currency': 7 } });
      const { page } = await started().open(path, { expected: /500/ });
      await headingIs(page, 'This did not work');
      expect(await alertText(page)).toMatch(
        /^Something went wrong on our side\. If you contact us/,
      );
      await expectAccessible(page);
      await expectFitting(page);
      await shoot(page, 'refused');
      await page.context().close();
      const answer = await app.fetch(path);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    });

    it('does not treat an unreadable account as signed out', async () => {
      const { app } = started();
      const { id: customerId, session } = await register(app);
      const { id } = await flow.request(app);
      const unreadable = { customerId, createdAt: 'no time' as never };
      await app.siteChecks.updateOne({ _id: id }, { $set: unreadable });
      const { page } = await started().open('/healthz', { expected: /500/ });
      const cookie = { name: 'session', value: session, url: started().address };
      await page.context().addCookies([cookie]);
      await page.goto(`${started().address}/account`);
      expect(new URL(page.url()).pathname).toBe('/account');
      expect(await alertText(page)).toMatch(/^(Something went wrong|This didn’t work)/);
      await page.context().close();
    });

    it('proxy response: keeps typed text, and the form can be sent again', async () => {
      const { page } = await started().open('/', { expected: /502|413/ });
      await fillRequest(page);
      await page.route('**/site-checks', (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      );
      await press(page, 'See offers');
      await expect
        .poll(() => alertOf(page).innerText())
        .toMatch(/^Something went wrong on our side\. Try again in a minute\.\s+Try again$/);
      expect(await page.getByLabel('Where?').inputValue()).toBe(place.address);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
      await expectAccessible(page);
      await shoot(page, 'request-unanswered');
      await page.unroute('**/site-checks');
      const before = await stored();
      // Pressed twice at once, it is sent once.
      await page.getByRole('button', { name: 'Try again' }).dblclick();
      await headingIs(page, 'Choose an offer');
      expect(await stored()).toBe(before + 1);
      await page.context().close();
    });

    it('no tab storage: each action is still answered', async () => {
      const { page, wrong } = await started().open('/healthz', { expected: /409/ });
      await page.addInitScript(() => {
        const get = () => {
          throw new DOMException('Access is denied.', 'SecurityError');
        };
        Object.defineProperty(window, 'sessionStorage', { get });
      });
      await page.goto(`${started().address}/`);
      await fillRequest(page);
      await press(page, 'See offers');
      await headingIs(page, 'Choose an offer');
      await press(page, 'Choose Verifier within 72 hours');
      await headingIs(page, 'Pay to start');
      await page.getByText('Cancel this request').click();
      await press(page, 'Cancel for good');
      await headingIs(page, 'Cancelled');
      expect(await alertOf(page).count()).toBe(0);
      await page.goto(`${started().address}/console`);
      await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
      await press(page, 'Use key');
      await page.getByText('Key of').waitFor();
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('a lost live stream is reconnected after 1, 2, 5, 10 and 30 s, and the page is read every 15 s', async () => {
      const { app, address } = started();
      const opened = await flow.request(app);
      const { page } = await started().open('/healthz', { expected: /ERR_FAILED|Failed to load/ });
      await page.clock.install();
      const seen = { streams: 0, reads: 0, failed: 0 };
      let lost = true;
      page.on('requestfailed', () => {
        seen.failed += 1;
      });
      await page.route('**/graphql', (route) => {
        seen.streams += 1;
        return lost ? route.abort() : route.fallback();
      });
      await page.route('**/site-checks/*', (route) => {
        if (route.request().method() === 'POST') seen.reads += 1;
        return route.fallback();
      });
      // From here on the test moves the page's clock.
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.goto(`${address}/site-checks/${opened.id}#${opened.token}`);
      await headingIs(page, 'Choose an offer');
      const settled = async (streams: number, reads: number, at: string) => {
        await expect.poll(() => seen, { message: at }).toEqual({ streams, reads, failed: streams });
        // The page has noticed the last failure, and waits for the next attempt.
        await page.evaluate(() => 0);
      };
      await settled(1, 1, 'at first');
      const tries = [1, 3, 8, 18, 48, 78];
      const readings = [15, 30, 45, 60, 75];
      let streams = 1;
      let reads = 1;
      let elapsed = 0;
      for (const at of [...tries, ...readings].sort((a, b) => a - b)) {
        await page.clock.runFor((at - elapsed) * 1000 - 1);
        await settled(streams, reads, `before ${at} s`);
        await page.clock.runFor(1);
        if (tries.includes(at)) streams += 1;
        else reads += 1;
        await settled(streams, reads, `after ${at} s`);
        elapsed = at;
      }

      lost = false;
      await flow.select(app, opened);
      await page.clock.runFor(30_000);
      await headingIs(page, 'Pay to start');
      // The page is live again.
      await app.rest('POST', `/v1/public/site-checks/${opened.id}/cancel`, {
        key: null,
        body: { access_token: opened.token, reason: 'The shop has moved.' },
      });
      await headingIs(page, 'Cancelled');
      await page.context().close();
    });

    it('429: shows the waiting time, keeps typed text, and stores nothing', async () => {
      const { address, app } = started();
      app.toNextHour();
      // The limit of site checks from one IP address.
      const body = JSON.stringify({ ...place, notes: 'None.' });
      const headers = { 'content-type': 'application/json' };
      for (let status = 201; status === 201; ) {
        const init = { method: 'POST', headers, body };
        ({ status } = await fetch(`${address}/v1/public/site-checks`, init));
      }
      const before = await stored();
      for (const javaScriptEnabled of [true, false]) {
        const { page } = await started().open('/', { javaScriptEnabled, expected: /429/ });
        await fillRequest(page);
        await press(page, 'See offers');
        await alertOf(page).waitFor();
        expect(await alertText(page)).toMatch(
          /^Too many requests\. Try again in \d+ (?:seconds|minutes)\.$/,
        );
        expect(await page.getByLabel('Where?').inputValue()).toBe(place.address);
        if (javaScriptEnabled) await shoot(page, 'request-429');
        await page.context().close();
      }
      expect(await stored()).toBe(before);
    });
  },
  { RATE_LIMITS: 'on' },
);
