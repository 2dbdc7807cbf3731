import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settle } from '../delivery/support/scene.js';
import {
  both,
  checkout,
  end,
  eventsOf,
  type Opened,
  ofRequest,
  paid,
  request,
  select,
  stored,
  storedJob,
} from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { days, hours, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const minutes = (count: number) => count * 60_000;

async function awaiting(): Promise<Opened & { path: string }> {
  const opened = await request(app);
  await select(app, opened);
  return { ...opened, path: await checkout(app, opened) };
}

const payments = async (id: string) =>
  (await eventsOf(app, id)).filter((type) => type.startsWith('payment.'));

describe('the sandbox page', () => {
  it('is a form that works without script, and has 128 random bits in its URL', async () => {
    const { path } = await awaiting();
    expect(new URLSearchParams(path.split('?')[1]).get('key')).toMatch(/^[\w-]{22}$/);
    const response = await app.fetch(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const html = await response.text();
    expect(html).not.toContain('<script');
    for (const value of ['paid', 'declined', 'cancelled']) {
      expect(html).toContain(`name="outcome" value="${value}"`);
    }
  });

  it('redirects a browser back to the page, which shows the outcome', async () => {
    const { path } = await awaiting();
    const response = await app.fetch(path, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'outcome=paid',
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(path);
    expect(await (await app.fetch(path)).text()).toContain('Paid. The check is confirmed.');
  });

  it('shows the outcome to a payer who submits too late, and links back to the request', async () => {
    const { id, path } = await awaiting();
    app.advance(minutes(31));
    const answer = await app.fetch(path, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'outcome=paid',
    });
    expect(answer.status).toBe(409);
    const html = await answer.text();
    expect(html).toContain('This checkout has expired. Nothing was taken.');
    expect(html).toContain(`href="/site-checks/${id}"`);
    expect((await stored(app, id)).paymentStatus).not.toBe('paid');
  });

  it('returns 404 for another key, without details', async () => {
    const { id, path } = await awaiting();
    const before = await stored(app, id);
    const wrong = path.replace(/key=.*/, `key=${'A'.repeat(22)}`);
    expect((await app.fetch(wrong)).status).toBe(404);
    expect((await end(app, wrong, 'paid')).status).toBe(404);
    expect((await end(app, wrong, 'nonsense')).status).toBe(404);
    expect((await stored(app, id)).revision).toBe(before.revision);
  });

  it('also accepts JSON, and rejects another outcome', async () => {
    const { id, path } = await awaiting();
    const wrong = await app.rest('POST', path, { key: null, body: { outcome: 'stolen' } });
    expect(wrong.status).toBe(422);
    const right = await app.rest('POST', path, { key: null, body: { outcome: 'declined' } });
    expect(right.body).toMatchObject({ request_id: id, payment_status: 'failed' });
  });
});

describe('paying', () => {
  it('twice has one effect and the same response', async () => {
    const opened = await awaiting();
    const first = await end(app, opened.path, 'paid');
    const after = await both(app, opened);
    const second = await end(app, opened.path, 'paid');
    expect(second.body).toEqual(first.body);
    expect(await both(app, opened)).toEqual(after);
  });

  it('cannot be declined or cancelled afterwards', async () => {
    const opened = await awaiting();
    await end(app, opened.path, 'paid');
    const after = await both(app, opened);
    for (const outcome of ['declined', 'cancelled']) {
      expect((await end(app, opened.path, outcome)).body).toMatchObject({ code: 'session_closed' });
    }
    expect(await both(app, opened)).toEqual(after);
  });

  it.each([
    ['declined', 'failed', 'payment.failed'],
    ['cancelled', 'unpaid', 'payment.cancelled'],
  ])(
    '%s leaves the offer selected, so that another session can be opened',
    async (outcome, status, event) => {
      const opened = await awaiting();
      await end(app, opened.path, outcome);
      const { body } = await restApi.call(app, 'siteCheck', opened);
      expect(body).toMatchObject({
        status: 'offer_selected',
        payment_status: status,
        quote_status: 'accepted',
        checkout: { status, checkout_url: null },
      });
      expect((await end(app, opened.path, 'paid')).body).toMatchObject({ code: 'session_closed' });
      const again = await checkout(app, opened);
      expect(again).not.toBe(opened.path);
      await end(app, again, 'paid');
      expect(await payments(opened.id)).toEqual([
        'payment.pending',
        event,
        'payment.pending',
        'payment.paid',
      ]);
    },
  );

  it('is rejected after a refund', async () => {
    const opened = await awaiting();
    await end(app, opened.path, 'paid');
    await restApi.call(app, 'cancelSiteCheck', opened);
    const after = await both(app, opened);
    expect(after.siteCheck.paymentStatus).toBe('refunded');
    const again = await end(app, opened.path, 'paid');
    expect(again).toMatchObject({ status: 409, body: { code: 'session_closed' } });
    expect(await both(app, opened)).toEqual(after);
  });

  it('is rejected as closed, not as unknown, for a session that is weeks old', async () => {
    const opened = await awaiting();
    app.advance(days(15));
    await checkout(app, opened);
    app.advance(days(14));
    await checkout(app, opened);
    const late = await end(app, opened.path, 'paid');
    expect(late).toMatchObject({ status: 409, body: { code: 'session_closed' } });
  });

  it('can be started fifty times within 30 days, and again when those are forgotten', async () => {
    const opened = await awaiting();
    for (let i = 1; i < 50; i += 1) {
      app.advance(minutes(31));
      await checkout(app, opened);
    }
    app.advance(minutes(31));
    await restApi.call(app, 'siteCheck', opened);
    const before = await both(app, opened);
    const { code } = await restApi.call(app, 'createCheckoutSession', opened);
    expect(code).toBe('invalid_transition');
    expect(await both(app, opened)).toEqual(before);
    app.advance(days(29));
    await select(app, opened, 'express_24h');
    app.advance(days(1));
    await checkout(app, opened);
    expect((await stored(app, opened.id)).checkouts.length).toBeLessThan(50);
  });

  it('returns the open session again', async () => {
    const opened = await awaiting();
    expect(await checkout(app, opened)).toBe(opened.path);
  });

  it('closes the open session when another offer is selected', async () => {
    const opened = await awaiting();
    await select(app, opened, 'express_24h');
    expect((await end(app, opened.path, 'paid')).body).toMatchObject({ code: 'session_closed' });
    expect(ofRequest(await eventsOf(app, opened.id)).slice(-4)).toEqual([
      'payment.cancelled',
      'site_check.offer_selected',
      'site_check.quoted',
      'site_check.offer_selected',
    ]);
  });
});

describe('due changes', () => {
  it('close a session after 30 minutes, as of that time, whenever it is read', async () => {
    const opened = await awaiting();
    const { checkout: session } = (await restApi.call(app, 'siteCheck', opened)).body;
    app.advance(minutes(31));
    expect((await end(app, opened.path, 'paid')).body).toMatchObject({ code: 'session_closed' });
    const { body } = await restApi.call(app, 'siteCheck', opened);
    expect(body).toMatchObject({ status: 'offer_selected', payment_status: 'unpaid' });
    await app.services.relay.drain();
    const event = await app.db
      .collection('events')
      .findOne({ type: 'payment.cancelled', 'data.request_id': opened.id });
    expect(event?.['timestamp'].toISOString()).toBe(session.expires_at);
  });

  it('expire a quote after 72 hours; selecting an offer then creates a new quote', async () => {
    const opened = await request(app);
    const { quote } = (await restApi.call(app, 'siteCheck', opened)).body;
    app.advance(hours(73));
    expect((await restApi.call(app, 'siteCheck', opened)).body).toMatchObject({
      status: 'quoted',
      quote_status: 'expired',
      quote: { quote_id: quote.quote_id, status: 'expired' },
    });
    const rejected = await select(app, opened);
    expect(rejected.code).toBe('quote_expired');
    const fresh = (await restApi.call(app, 'siteCheck', opened)).body;
    expect(fresh.quote_status).toBe('ready');
    expect(fresh.quote.quote_id).not.toBe(quote.quote_id);
    expect((await select(app, opened)).code).toBeUndefined();
  });

  it('keep an accepted quote', async () => {
    const opened = await request(app);
    await select(app, opened);
    app.advance(days(10));
    expect((await restApi.call(app, 'siteCheck', opened)).body.quote_status).toBe('accepted');
    expect((await select(app, opened, 'express_24h')).code).toBeUndefined();
  });

  it('expire an unconfirmed request 30 days after the last step, and cancel its job', async () => {
    const opened = await request(app);
    app.advance(days(20));
    await select(app, opened);
    await select(app, opened, 'express_24h');
    app.advance(days(29));
    expect((await restApi.call(app, 'siteCheck', opened)).body.status).toBe('offer_selected');
    app.advance(days(2));
    expect((await restApi.call(app, 'siteCheck', opened)).body.status).toBe('expired');
    expect((await storedJob(app, opened.jobId)).status).toBe('cancelled');
  });

  it('appear in lists and totals of jobs regardless of the sweep', async () => {
    const unswept = await startTestApp();
    // Otherwise the sweep or a late follower could settle the request and be halfway done.
    await unswept.services.schedules.stop();
    const followed = () => settle(unswept);
    const opened = await request(unswept);
    const stats = '{ jobStats(groupBy: STATUS) { groups { key count } } }';
    const created = async () => {
      const { data } = await unswept.graphql(stats);
      const groups: { key: string; count: number }[] = data.jobStats.groups;
      return groups.find(({ key }) => key === 'created')?.count ?? 0;
    };
    expect(await created()).toBeGreaterThan(0);
    await followed();
    unswept.advance(days(31));
    expect(await created()).toBe(0);
    const later = await request(unswept);
    await followed();
    unswept.advance(days(31));
    const { body: list } = await unswept.rest('GET', '/v1/jobs?status=created');
    expect(list).toEqual([]);
    const last = await request(unswept);
    await followed();
    unswept.advance(days(31));
    const { body: job } = await unswept.rest('GET', `/v1/jobs/${last.jobId}`);
    expect(job.status).toBe('cancelled');
    for (const { id } of [opened, later, last]) {
      expect((await stored(unswept, id)).status).toBe('expired');
    }
    await unswept.stop();
  });

  it('are also applied to documents that are not read', async () => {
    const opened = await awaiting();
    app.advance(days(40));
    await app.services.siteChecks.settleDue();
    expect(await stored(app, opened.id)).toMatchObject({
      status: 'expired',
      quoteStatus: 'accepted',
    });
    await expect.poll(async () => (await storedJob(app, opened.jobId)).status).toBe('cancelled');
  });
});

describe('a hundred concurrent calls', () => {
  const hundred = <T>(run: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 100 }, (_, i) => run(i)));

  it('open one session', async () => {
    const opened = await request(app);
    await select(app, opened);
    const paths = await hundred(() => checkout(app, opened));
    expect(new Set(paths).size).toBe(1);
    expect(await payments(opened.id)).toEqual(['payment.pending']);
  });

  it('pay once', async () => {
    const opened = await awaiting();
    const answers = await hundred(() => end(app, opened.path, 'paid'));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await payments(opened.id)).toEqual(['payment.pending', 'payment.paid']);
    const opens = (await eventsOf(app, opened.id)).filter((type) => type === 'job.opened');
    expect(opens).toHaveLength(1);
  });

  it('pay, decline, cancel the payment and cancel the request, and one of them decides', async () => {
    const opened = await awaiting();
    const outcomes = ['paid', 'declined', 'cancelled'];
    await hundred(async (i) => {
      if (i % 4 === 3) await restApi.call(app, 'cancelSiteCheck', opened);
      else await end(app, opened.path, outcomes[i % 4] ?? 'paid');
    });
    const { body } = await restApi.call(app, 'siteCheck', opened);
    const emitted = await payments(opened.id);
    // Whichever call is first, cancelling the request wins in the end, and an earlier payment is refunded.
    expect(body.status).toBe('cancelled');
    expect([
      ['payment.pending', 'payment.paid', 'payment.refunded'],
      ['payment.pending', 'payment.failed'],
      ['payment.pending', 'payment.cancelled'],
    ]).toContainEqual(emitted);
    expect((await storedJob(app, opened.jobId)).status).toBe('cancelled');
  });

  it('select offers, and one of them is stored', async () => {
    const opened = await request(app);
    const keys = ['standard_72h', 'express_24h'];
    const answers = await hundred((i) => select(app, opened, keys[i % 2]));
    expect(answers.every(({ code }) => code === undefined)).toBe(true);
    expect((await stored(app, opened.id)).status).toBe('offer_selected');
  });
});

describe('a refund', () => {
  it('is made when a paid request is cancelled', async () => {
    const opened = await paid(app);
    const { body } = await restApi.call(app, 'cancelSiteCheck', {
      ...opened,
      input: { reason: 'Sold meanwhile.' },
    });
    expect(body).toMatchObject({
      status: 'cancelled',
      payment_status: 'refunded',
      checkout: { status: 'refunded' },
    });
    expect(body.message).toContain('refunded');
    expect(await payments(opened.id)).toEqual([
      'payment.pending',
      'payment.paid',
      'payment.refunded',
    ]);
  });

  it('is made when an operator cancels the job', async () => {
    const opened = await paid(app);
    await app.rest('POST', `/v1/jobs/${opened.jobId}/cancel`, { body: { reason: 'Fire.' } });
    expect((await restApi.call(app, 'siteCheck', opened)).body).toMatchObject({
      status: 'cancelled',
      payment_status: 'refunded',
    });
    expect((await stored(app, opened.id)).statusReason).toBe('Fire.');
  });

  it('is made when the job expires', async () => {
    const opened = await paid(app);
    app.advance(days(31));
    expect((await restApi.call(app, 'siteCheck', opened)).body).toMatchObject({
      status: 'expired',
      payment_status: 'refunded',
    });
  });

  it('is retried when the provider fails, and emitted only once it succeeded', async () => {
    const opened = await paid(app);
    const { payments: original } = app.services;
    app.services.payments = {
      ...original,
      of: () => ({
        ...original.current,
        refund: async () => {
          throw new Error('the provider is down');
        },
      }),
    };
    const { body } = await restApi.call(app, 'cancelSiteCheck', opened);
    expect(body).toMatchObject({ status: 'cancelled', payment_status: 'paid' });
    app.services.payments = original;
    app.advance(40_000);
    await expect.poll(async () => (await stored(app, opened.id)).paymentStatus).toBe('refunded');
    expect(await payments(opened.id)).toEqual([
      'payment.pending',
      'payment.paid',
      'payment.refunded',
    ]);
    await expect.poll(async () => (await stored(app, opened.id)).retryAt).toBeUndefined();
  });
});
