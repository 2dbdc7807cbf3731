import { expect, it } from 'vitest';
import { jobBody, pilotKey } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, shoot, weigh } from './support/looks.js';

const day = 86_400_000;

describeInBrowser('the operations page', (started) => {
  /** Creates the work that an operator finds on a busy morning. */
  async function busy() {
    const { app } = started();
    const post = async (path: string, body: object) => {
      const answer = await app.rest('POST', path, { body });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body;
    };
    const jobs = ['Is the bakery open?', 'Is the scaffold gone?'].map((objective, index) =>
      post('/v1/jobs', {
        objective,
        address: 'Alexanderplatz 1, 10178 Berlin',
        latitude: 52.5219,
        longitude: 13.4132,
        notes: 'None.',
        nonce: `operations-${index}`,
      }),
    );
    const [job, rejected] = await Promise.all(jobs);
    await post(`/v1/operator/jobs/${job.job_id}/dispatch-runs`, {
      candidates: [{ label: 'Kim Verifier', email: 'kim@example.com' }, { label: 'Sam Walker' }],
      offers_at_once: 1,
    });
    const anonymous = `/v1/operator/jobs/${rejected.job_id}/dispatch-runs`;
    const { id } = await post(anonymous, { candidates: [{ label: 'Max Mustermann' }] });
    const { data } = await app.graphql(`{ dispatchRun(id: "${id}") { threads { offerUrl } } }`);
    const [, token] = data.dispatchRun.threads[0].offerUrl.split('#');
    await app.rest('POST', '/v1/provider/offer/decline', {
      key: null,
      body: {},
      headers: { authorization: `Bearer ${token}` },
    });
    // More open jobs than the page lists.
    for (let more = 0; more < 20; more += 1) await post('/v1/jobs', jobBody());
    const other = await post('/v1/jobs', jobBody({ objective: 'Is the fence mended?' }));
    const over = await post(`/v1/operator/jobs/${other.job_id}/dispatch-runs`, {
      candidates: [{ label: 'Sam Walker' }],
    });
    await post(`/v1/operator/dispatch-runs/${over.id}/cancel`, {});
    // An overdue ticket that is older than more others than the page lists.
    for (const objective of ['Ask the courier.', ...Array(21).fill('Later.')]) {
      const back = objective === 'Later.' ? -9 : 1;
      await post('/v1/operator/director-tickets', {
        requesting_plane: 'operations',
        owning_plane: 'logistics',
        objective,
        deadline: new Date(app.now().getTime() - back * day).toISOString(),
      });
    }
    await post('/v1/operator/director-tickets', {
      requesting_plane: 'operations',
      owning_plane: 'quality',
      objective: 'Find out why photos near the station are rejected.',
      deadline: new Date(app.now().getTime() + 2 * day).toISOString(),
    });
    for (const subject of ['When will someone visit?', '']) {
      await post('/v1/operator/email/inbox/messages', {
        provider: 'imap',
        mailbox: 'service@example.com',
        external_message_id: `operations-${subject}`,
        from_email: subject ? 'robin@example.com' : 'kim@example.com',
        to_email: 'service@example.com',
        subject,
        body_text: 'I have asked yesterday.',
        folder: 'Support',
        received_at: app.now().toISOString(),
      });
    }
    await post('/v1/operator/adaptive-cadence/evaluate', { execute_control_actions: false });
    // Thirty days as computed nightly, with one day missing.
    const today = app.now();
    for (let back = 30; back >= 1; back--) {
      if (back === 12) continue;
      const at = new Date(today.getTime() - back * day);
      const wave = Math.sin(back / 3);
      await app.db.collection('kpi_snapshots').insertOne({
        _id: `operations-${back}` as never,
        scopeType: 'global',
        scopeKey: 'default',
        snapshotDate: at.toISOString().slice(0, 10),
        metrics: {
          jobs_created: Math.round(14 + 6 * wave),
          jobs_completed: Math.round(11 + 5 * wave),
          on_time_rate: 0.9 + 0.08 * wave,
          evidence_pass_rate: 0.85 - 0.06 * wave,
          dispute_rate: back % 5 === 0 ? null : 0.04,
          rating_average: 4.4 + 0.3 * wave,
          hours_to_submit_p50: 20 - 4 * wave,
          offer_acceptance_rate: 0.6 + 0.2 * wave,
        },
        createdAt: at,
        updatedAt: at,
      });
    }
  }

  it('names what is empty, and refreshes automatically', async () => {
    const { app } = started();
    const { page, wrong } = await started().open('/healthz');
    await page.clock.install();
    await page.goto(`${started().address}/operations`);
    await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
    await page.getByRole('button', { name: 'Use key' }).click();
    const region = (name: string) => page.getByRole('region', { name });
    await region('Open jobs').getByText('No open jobs', { exact: true }).waitFor();
    await region('Tickets').getByText('No open tickets', { exact: true }).waitFor();
    await region('Inbox waiting').getByText('No mail waiting', { exact: true }).waitFor();
    await region('Dispatch runs').getByText('No dispatch runs', { exact: true }).waitFor();
    await shoot(page, 'operations-empty');
    const made = await app.rest('POST', '/v1/jobs', {
      body: jobBody({ objective: 'Is the gate open?' }),
    });
    await page.clock.fastForward(30_000);
    await region('Open jobs').getByText('Is the gate open?').waitFor();
    await app.rest('POST', `/v1/jobs/${made.body.job_id}/cancel`, { body: {} });
    await app.rest('POST', '/v1/operator/adaptive-cadence/evaluate', {
      body: { execute_control_actions: false },
    });
    await page.clock.fastForward(30_000);
    await region('Open jobs').getByText('No open jobs', { exact: true }).waitFor();
    await region('Alerts').getByText('No alerts', { exact: true }).waitFor();
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it("shows alerts, open work, tickets, figures and the inbox to an operator's key", async () => {
    await busy();
    const { page, wrong } = await started().open('/operations', { secrets: [pilotKey] });
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor();
    await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
    await page.getByRole('button', { name: 'Use key' }).click();
    const row = (table: string, text: string) =>
      page.getByRole('region', { name: table }).getByRole('row').filter({ hasText: text });
    await row('Open jobs', 'Is the fence mended?').waitFor();
    expect(await row('Open jobs', 'Is the scaffold gone?').count()).toBe(0);
    await row('Dispatch runs', 'Offering').getByText('1 / 2').waitFor();
    await row('Dispatch runs', 'Offering').getByText('Is the bakery open?').waitFor();
    await row('Dispatch runs', 'Is the scaffold gone?')
      .getByText('Not accepted by anyone')
      .waitFor();
    expect(await row('Dispatch runs', 'Is the fence mended?').count()).toBe(0);
    await row('Tickets', 'Find out why photos').getByText('quality').waitFor();
    await row('Tickets', 'Ask the courier.').waitFor();
    const cut = (table: string) =>
      page.getByRole('region', { name: table }).getByText('Only 20 are shown; there are more.');
    await cut('Open jobs').waitFor();
    await cut('Tickets').waitFor();
    expect(await cut('Dispatch runs').count()).toBe(0);
    await expect
      .poll(() => page.getByRole('region', { name: 'Tickets' }).getByRole('row').count())
      .toBe(21);
    await row('Inbox waiting', 'When will someone visit?').waitFor();
    await row('Inbox waiting', 'kim@example.com').getByText('(no subject)').waitFor();
    // Each list leads to what it names: the job, the candidates of a run with an open offer, the text of a mail.
    const jobLink = row('Open jobs', 'Is the fence mended?').getByRole('link');
    expect(await jobLink.getAttribute('href')).toMatch(/^\/console#\/jobs\/[\w-]+$/);
    const run = row('Dispatch runs', 'Is the bakery open?');
    await run.getByText('1 / 2').click();
    await run.getByText('Kim Verifier: Offered. Not sent: mail_not_configured').waitFor();
    await run.getByText('Sam Walker: Waiting').waitFor();
    const offer = run.getByRole('link', { name: 'Open the offer' });
    expect(await offer.getAttribute('href')).toMatch(/\/offer#/);
    const mail = row('Inbox waiting', 'When will someone visit?');
    await mail.getByText('When will someone visit?').click();
    await mail.getByText('I have asked yesterday.').waitFor();
    const reply = await mail.getByRole('link', { name: 'Reply' }).getAttribute('href');
    expect(reply).toBe('mailto:robin@example.com?subject=Re%3A%20When%20will%20someone%20visit%3F');
    await page.getByRole('region', { name: 'Alerts' }).getByText('Objective score').waitFor();
    const figures = page.getByRole('region', { name: 'Figures of 30 days' });
    await expect.poll(() => figures.getByRole('img').count()).toBe(8);
    await figures.getByRole('img', { name: /^Jobs created: from .+ to .+, latest \d+$/ }).waitFor();
    // The missing day is a gap in every line.
    const line = await figures.locator('.curve').first().getAttribute('d');
    expect(line?.match(/M/g)).toHaveLength(2);
    const table = figures.getByRole('table', { name: 'Jobs created' });
    await expect.poll(() => table.getByRole('row').count()).toBe(31);
    await table.getByRole('cell', { name: 'no data' }).waitFor();
    await shoot(page, 'operations');
    await expectAccessible(page);
    await expectFitting(page);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('is denied to a key without the scope operator', async () => {
    const key = await started().app.keyFor('reader', ['jobs:read']);
    const { page } = await started().open('/operations');
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.getByText('This needs the scope operator, which your key does not have.').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await page.context().close();
  });

  it('is at most 60 kB, 30 kB of them script', async () => {
    const { page } = await started().open('/healthz');
    const weight = await weigh(page, `${started().address}/operations`);
    expect(weight.all).toBeLessThan(60_000);
    expect(weight.script).toBeLessThan(30_000);
    await page.context().close();
  });
});
