import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.js';
import { formatMoney } from '../../src/lib/money.js';
import { createStripePayments } from '../../src/modules/payment/stripe.js';
import type { SiteCheck } from '../../src/modules/site-check/site-check.js';
import { type StripeDouble, startStripeDouble } from '../payment/support/stripe-double.js';
import {
  both,
  eventsOf,
  type Opened,
  request,
  select,
  stored,
  storedJob,
} from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { days, startTestApp, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';

const webhookSecret = 'whsec_test_secret';
const { webhooks } = new Stripe('sk_test_unused');

let app: TestApp;
let double: StripeDouble;
let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp(mailSettings(receiver));
  double = await startStripeDouble();
  const settings = { secretKey: 'sk_test_of_ours', webhookSecret, endpoint: double.endpoint };
  const stripe = createStripePayments(settings);
  app.services.payments = { current: stripe, of: () => stripe };
});
afterAll(async () => {
  await app.stop();
  await double.stop();
  await receiver.stop();
});

const minutes = (count: number) => count * 60_000;
const payments = async (id: string) =>
  (await eventsOf(app, id)).filter((type) => type.startsWith('payment.'));
const read = async (opened: Opened) => (await restApi.call(app, 'siteCheck', opened)).body;

async function chosen(email = 'kim@example.org'): Promise<Opened> {
  const opened = await request(app, { requester_email: email });
  await select(app, opened);
  return opened;
}

interface Awaiting extends Opened {
  sessionId: string;
  amountMinor: number;
  /** The session's id at Stripe. */
  providerId: string;
}

async function awaiting(known?: Opened): Promise<Awaiting> {
  const opened = known ?? (await chosen());
  const { body } = await restApi.call(app, 'createCheckoutSession', opened);
  return {
    ...opened,
    sessionId: body.checkout.session_id,
    amountMinor: body.checkout.amount_minor,
    providerId: body.checkout.checkout_url.split('/').at(-1),
  };
}

interface Sent {
  type?: string;
  paymentStatus?: string;
  secret?: string;
  /** The return URL in Stripe's session. */
  pageUrl?: string;
  /** Seconds between the signature and now. */
  age?: number;
  eventId?: string;
  /** Members of Stripe's session that differ from ours. */
  session?: Record<string, unknown>;
}

/** Sends a webhook like Stripe's, signed with the helper of Stripe's package. */
async function notify(
  { id, sessionId, providerId, amountMinor }: Omit<Awaiting, 'jobId' | 'token'>,
  { type = 'checkout.session.completed', paymentStatus = 'paid', ...sent }: Sent = {},
) {
  const payload = JSON.stringify({
    id: sent.eventId ?? `evt_${providerId}`,
    object: 'event',
    type,
    data: {
      object: {
        id: providerId,
        object: 'checkout.session',
        payment_status: paymentStatus,
        payment_intent: `pi_${providerId}`,
        metadata: { request_id: id, session_id: sessionId },
        success_url: sent.pageUrl ?? null,
        mode: 'payment',
        amount_total: amountMinor,
        currency: 'eur',
        ...sent.session,
      },
    },
  });
  const timestamp = Math.floor(app.now().getTime() / 1000) - (sent.age ?? 0);
  const secret = sent.secret ?? webhookSecret;
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return app.rest('POST', '/payments/stripe/webhook', {
    key: null,
    body: payload,
    headers: { 'stripe-signature': signature },
  });
}

describe('opening a session', () => {
  it('names the offer in the language of the request', async () => {
    const opened = await request(app, { language: 'de' });
    await select(app, opened);
    const { sessionId } = await awaiting(opened);
    const call = double.calls.find((one) => one.idempotencyKey === `open-${sessionId}`);
    expect(call?.fields['line_items[0][price_data][product_data][name]']).toBe(
      app.services.catalogue.offers.find(({ offer_key }) => offer_key === 'standard_72h')
        ?.translations?.de?.label,
    );
  });

  it('sends item and amount to Stripe, and returns the checkout URL', async () => {
    const opened = await awaiting();
    const { checkouts } = await stored(app, opened.id);
    const call = double.calls.find((one) => one.idempotencyKey === `open-${opened.sessionId}`);
    expect(call).toMatchObject({
      path: '/v1/checkout/sessions',
      authorization: 'Bearer sk_test_of_ours',
      fields: {
        mode: 'payment',
        'allowed_payment_method_types[0]': 'card',
        client_reference_id: opened.id,
        'metadata[request_id]': opened.id,
        'metadata[session_id]': opened.sessionId,
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][unit_amount]': String(checkouts[0]?.amountMinor),
        customer_email: 'kim@example.org',
      },
    });
    expect((await read(opened)).checkout).toMatchObject({
      status: 'pending',
      provider: 'stripe',
      checkout_url: `https://checkout.test/${opened.providerId}`,
    });
  });

  it('results in one session at Stripe for any number of concurrent requests', async () => {
    const opened = await chosen();
    const before = double.sessions.size;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => restApi.call(app, 'createCheckoutSession', opened)),
    );
    expect(answers.every(({ code }) => code === undefined)).toBe(true);
    expect(double.sessions.size).toBe(before + 1);
    expect(await payments(opened.id)).toEqual(['payment.pending']);
  });

  it('can be repeated after Stripe did not respond', async () => {
    const opened = await chosen();
    double.failNext(2, ({ path }) => path === '/v1/checkout/sessions');
    const failed = await restApi.call(app, 'createCheckoutSession', opened);
    expect(failed.code).toBe('unavailable');
    expect((await read(opened)).checkout.checkout_url).toBeNull();
    const again = await restApi.call(app, 'createCheckoutSession', opened);
    expect(again.body.checkout.checkout_url).toMatch(/^https:\/\/checkout\.test\//);
    expect(await payments(opened.id)).toEqual(['payment.pending']);
  });
});

describe('the payer’s address', () => {
  const customerEmail = ({ id }: { id: string }) =>
    double.calls.find(({ fields }) => fields['metadata[request_id]'] === id)?.fields[
      'customer_email'
    ];

  it.each([
    ['r&d@example.org', 'r&d@example.org'],
    ['kim@bücher.example', 'kim@xn--bcher-kva.example'],
  ])('is sent to Stripe when it is %s', async (email, sent) => {
    const opened = await chosen(email);
    expect((await restApi.call(app, 'createCheckoutSession', opened)).code).toBeUndefined();
    expect(customerEmail(opened)).toBe(sent);
  });

  it.each(['é@example.org', `${'k'.repeat(250)}@example.org`])(
    'is not sent to Stripe when it is %s, which Stripe can reject',
    async (email) => {
      const opened = await chosen(email);
      expect((await restApi.call(app, 'createCheckoutSession', opened)).code).toBeUndefined();
      expect(customerEmail(opened)).toBeUndefined();
    },
  );

  it.each(['kim@localhost', 'kim@example.org, x@y.org'])(
    'is not sent to Stripe when an earlier version stored it as %s',
    async (email) => {
      const opened = await chosen('kim@example.org');
      await app.siteChecks.updateOne({ _id: opened.id }, { $set: { requesterEmail: email } });
      expect((await restApi.call(app, 'createCheckoutSession', opened)).code).toBeUndefined();
      expect(customerEmail(opened)).toBeUndefined();
    },
  );

  it('is not logged when Stripe repeats it in an error', async () => {
    const email = 'kim.secret@example.org';
    const error = { type: 'invalid_request_error', code: 'email_invalid', message: `no: ${email}` };
    const opened = await chosen(email);
    double.answerNext(400, { error });
    expect((await restApi.call(app, 'createCheckoutSession', opened)).code).toBe('unavailable');
    const paid = await awaiting();
    await notify(paid);
    double.answerNext(400, { error });
    await restApi.call(app, 'cancelSiteCheck', paid);
    const logged = (expectedText: string) =>
      app.logLines
        .filter((line) => line.includes(expectedText))
        .map((line) => JSON.parse(line).provider);
    const message = { type: 'StripeInvalidRequestError', code: 'email_invalid', statusCode: 400 };
    await expect.poll(() => logged('provider failed')).toContainEqual(message);
    expect(logged('checkout session: the payment provider failed')).toContainEqual(message);
    expect(app.logLines.join('')).not.toContain(email);
  });
});

describe('the webhook', () => {
  it('confirms a paid request, once for a hundred identical calls', async () => {
    const opened = await awaiting();
    const answers = await Promise.all(Array.from({ length: 100 }, () => notify(opened)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await read(opened)).toMatchObject({ status: 'confirmed', payment_status: 'paid' });
    expect((await storedJob(app, opened.jobId)).status).toBe('open');
    expect(await payments(opened.id)).toEqual(['payment.pending', 'payment.paid']);
  });

  it.each([
    ['another secret', { secret: 'whsec_of_somebody_else' }],
    ['a signature of ten minutes ago', { age: 600 }],
  ])('rejects %s and changes nothing', async (_name, sent) => {
    const opened = await awaiting();
    const before = await both(app, opened);
    expect((await notify(opened, sent)).status).toBe(400);
    expect(await both(app, opened)).toEqual(before);
  });

  it('rejects a body without a signature', async () => {
    const answer = await app.rest('POST', '/payments/stripe/webhook', { key: null, body: {} });
    expect(answer.status).toBe(400);
  });

  it('waits for a payment that takes days, and handles its failure', async () => {
    const opened = await awaiting();
    const before = await both(app, opened);
    await notify(opened, { paymentStatus: 'unpaid' });
    expect(await both(app, opened)).toEqual(before);
    await notify(opened, {
      type: 'checkout.session.async_payment_failed',
      paymentStatus: 'unpaid',
    });
    expect(await read(opened)).toMatchObject({
      status: 'offer_selected',
      payment_status: 'failed',
      checkout: { failure_reason: 'The payment was declined.' },
    });
  });

  it('closes a session that expired at Stripe', async () => {
    const opened = await awaiting();
    await notify(opened, { type: 'checkout.session.expired', paymentStatus: 'unpaid' });
    expect(await read(opened)).toMatchObject({
      status: 'offer_selected',
      payment_status: 'unpaid',
    });
  });

  it('accepts unknown events without an error', async () => {
    const opened = await awaiting();
    expect((await notify(opened, { type: 'customer.created' })).status).toBe(200);
    const foreign = { ...opened, sessionId: crypto.randomUUID() };
    expect((await notify(foreign)).status).toBe(200);
    const gone = { ...opened, id: crypto.randomUUID() };
    expect((await notify(gone)).status).toBe(200);
    expect((await read(opened)).status).toBe('awaiting_payment');
  });

  it('returns 404 while payments are simulated', async () => {
    const sandbox = await startTestApp();
    const answer = await sandbox.rest('POST', '/payments/stripe/webhook', { key: null, body: {} });
    expect(answer.status).toBe(404);
    await sandbox.stop();
  });
});

describe('a notification that differs from its session', () => {
  const mismatched = async (id: string) =>
    (await app.services.events.list({ after: 0, limit: 10_000 })).filter(
      ({ type, data }) => type === 'payment.mismatched' && data['request_id'] === id,
    );
  const logged = (sessionId: string) =>
    app.logLines
      .map((line) => JSON.parse(line))
      .filter((line) => line.differs && line.sessionId === sessionId);

  it.each([
    ['amount', { amount_total: 1 }],
    ['amount', { amount_total: null }],
    ['currency', { currency: 'usd' }],
    ['session', { id: 'cs_of_another' }],
    ['mode', { mode: 'subscription' }],
    ['intent', { payment_intent: null }],
    [
      'intent,amount',
      { payment_intent: null, amount_total: 0, payment_status: 'no_payment_required' },
    ],
  ])(
    'in its %s is not booked, but stored and reported, once for many: %j',
    async (differs, session) => {
      const opened = await awaiting();
      const before = await both(app, opened);
      const sent = { session, eventId: `evt_wrong_${opened.sessionId}` };
      const answers = await Promise.all(Array.from({ length: 20 }, () => notify(opened, sent)));
      expect(answers.every(({ status }) => status === 200)).toBe(true);

      const after = await both(app, opened);
      const { mismatches, ...checkout } = after.siteCheck.checkouts[0]!;
      expect([checkout]).toEqual(before.siteCheck.checkouts);
      expect(after.siteCheck).toMatchObject({
        status: 'awaiting_payment',
        paymentStatus: 'pending',
      });
      expect(after.job).toEqual(before.job);
      expect(mismatches).toHaveLength(1);
      expect(mismatches![0]).toMatchObject({ noticeId: sent.eventId, differs: differs.split(',') });
      await app.services.relay.drain();
      const events = await mismatched(opened.id);
      expect(events.map(({ data }) => data['differs'])).toEqual([differs]);
      expect(logged(opened.sessionId)).toMatchObject([{ level: 50, differs: differs.split(',') }]);

      // The correct notification is still accepted afterwards.
      await notify(opened);
      expect(await read(opened)).toMatchObject({ status: 'confirmed', payment_status: 'paid' });
    },
  );

  it('is emitted to operators over GraphQL', async () => {
    const opened = await awaiting();
    await notify(opened, { session: { amount_total: 7, currency: 'usd' } });
    await app.services.relay.drain();
    const { data } = await app.graphql(
      '{ events(first: 200, types: [PAYMENT_MISMATCHED]) { nodes { type data } } }',
    );
    expect(data.events.nodes.at(-1).data).toMatchObject({
      request_id: opened.id,
      amount_minor: opened.amountMinor,
      currency: 'EUR',
      notice_amount_minor: 7,
      notice_currency: 'USD',
      differs: 'amount,currency',
    });
  });

  it('is stored for a second payment of a paid session, or a wrong amount on a closed one', async () => {
    const paid = await awaiting();
    await notify(paid);
    await notify(paid, { session: { payment_intent: 'pi_second' }, eventId: 'evt_second' });
    expect((await stored(app, paid.id)).checkouts[0]).toMatchObject({
      providerPaymentId: `pi_${paid.providerId}`,
      mismatches: [{ providerPaymentId: 'pi_second', differs: ['intent'] }],
    });
    const late = await awaiting();
    app.advance(minutes(31));
    await notify(late, { session: { amount_total: 1 } });
    expect((await stored(app, late.id)).checkouts[0]).toMatchObject({
      paidAt: null,
      mismatches: [{ amountMinor: 1, differs: ['amount'] }],
    });
  });

  it('is stored as one of the last 100 of its session', async () => {
    const opened = await awaiting();
    await notify(opened, { session: { amount_total: 1 }, eventId: 'evt_first' });
    const { checkouts } = await stored(app, opened.id);
    const [first] = checkouts[0]?.mismatches ?? [];
    const kept = Array.from({ length: 100 }, (_, i) => ({ ...first, noticeId: `evt_kept_${i}` }));
    await app.db
      .collection<SiteCheck>('site_checks')
      .updateOne({ _id: opened.id }, { $set: { 'checkouts.0.mismatches': kept } });
    await notify(opened, { session: { amount_total: 1 }, eventId: 'evt_last' });
    const after = (await stored(app, opened.id)).checkouts[0]?.mismatches ?? [];
    expect(after).toHaveLength(100);
    expect(after.map(({ noticeId }) => noticeId)).toMatchObject({
      0: 'evt_kept_1',
      99: 'evt_last',
    });
  });

  it('does not close the session when another session expires under its name', async () => {
    const opened = await awaiting();
    const type = 'checkout.session.expired';
    await notify(opened, { type, paymentStatus: 'unpaid', session: { id: 'cs_of_another' } });
    expect(await read(opened)).toMatchObject({ status: 'awaiting_payment' });
    expect((await stored(app, opened.id)).checkouts[0]?.mismatches).toHaveLength(1);
  });
});

describe('a payment for a closed session', () => {
  it('is refunded automatically, once for a hundred identical webhooks, and emitted', async () => {
    const opened = await awaiting();
    app.advance(minutes(31));
    expect((await read(opened)).status).toBe('offer_selected');
    await Promise.all(Array.from({ length: 100 }, () => notify(opened)));
    await expect.poll(async () => (await read(opened)).checkout.status).toBe('refunded');
    expect(await read(opened)).toMatchObject({
      status: 'offer_selected',
      payment_status: 'unpaid',
      checkout: { status: 'refunded' },
    });
    const intent = `pi_${opened.providerId}`;
    expect(double.refunds.filter((one) => one.payment_intent === intent)).toHaveLength(1);
    expect(await payments(opened.id)).toEqual([
      'payment.pending',
      'payment.cancelled',
      'payment.paid',
      'payment.refunded',
    ]);
  });

  it('does not change the session that replaced it', async () => {
    const opened = await awaiting();
    await select(app, opened, 'express_24h');
    await restApi.call(app, 'createCheckoutSession', opened);
    await notify(opened);
    expect(await read(opened)).toMatchObject({
      status: 'awaiting_payment',
      payment_status: 'pending',
      checkout: { status: 'pending' },
    });
    const intent = `pi_${opened.providerId}`;
    const refunds = () => double.refunds.filter((one) => one.payment_intent === intent);
    await expect.poll(refunds).toHaveLength(1);
  });
});

describe('a payment for an old session', () => {
  it('is still refunded after a month of other sessions', async () => {
    const opened = await awaiting();
    for (const day of [1, 10, 29]) {
      app.advance(days(day === 1 ? 1 : day === 10 ? 9 : 19));
      await read(opened);
      await restApi.call(app, 'createCheckoutSession', opened);
    }
    await notify(opened);
    const intent = `pi_${opened.providerId}`;
    await expect
      .poll(() => double.refunds.filter((one) => one.payment_intent === intent))
      .toHaveLength(1);
    await expect.poll(() => payments(opened.id)).toContain('payment.refunded');
  });

  it('is refunded for an unknown session whose return URL is our page', async () => {
    const opened = await awaiting();
    const gone = { ...opened, sessionId: crypto.randomUUID(), providerId: 'cs_gone' };
    const refunds = () => double.refunds.filter((one) => one.payment_intent === 'pi_cs_gone');
    const pageUrl = `http://service.test/checkout/${gone.sessionId}?key=x`;
    await notify(gone, { pageUrl: pageUrl.replace('service', 'neighbour') });
    expect(refunds()).toHaveLength(0);
    // Refunds of earlier sessions are made at the same time.
    double.failNext(2, ({ fields }) => fields['payment_intent'] === 'pi_cs_gone');
    expect((await notify(gone, { pageUrl })).status).toBe(503);
    expect((await notify(gone, { pageUrl })).status).toBe(200);
    expect((await notify({ ...gone, id: crypto.randomUUID() }, { pageUrl })).status).toBe(200);
    expect(refunds()).toHaveLength(1);
  });
});

describe('another offer, selected while the session is being opened', () => {
  it('closes the session at Stripe, and its caller gets an error', async () => {
    const opened = await chosen();
    const others = new Set(double.sessions.keys());
    double.beforeNextAnswer(() => select(app, opened, 'express_24h'));
    const { code } = await restApi.call(app, 'createCheckoutSession', opened);
    expect(code).toBe('session_closed');
    const made = [...double.sessions.values()].filter(({ id }) => !others.has(id));
    expect(made).toHaveLength(1);
    await expect.poll(() => double.sessions.get(made[0]?.id ?? '')?.status).toBe('expired');
    await expect
      .poll(async () => (await stored(app, opened.id)).checkouts[0])
      .toMatchObject({ due: null, providerSessionId: made[0]?.id });
  });
});

describe('while Stripe hangs', () => {
  it('no request waits for a refund, and a hundred readers cause one call', async () => {
    const opened = await awaiting();
    await notify(opened);
    double.hang(true);
    const before = Date.now();
    const { body } = await restApi.call(app, 'cancelSiteCheck', opened);
    expect(body).toMatchObject({ status: 'cancelled', payment_status: 'paid' });
    await Promise.all(Array.from({ length: 100 }, () => read(opened)));
    // Another request's job is opened in the meantime: the follower is not blocked either.
    const other = await request(app);
    await restApi.call(app, 'cancelSiteCheck', other);
    await expect.poll(async () => (await storedJob(app, other.jobId)).status).toBe('cancelled');
    // A request that waited would have waited for 8.5 s.
    const waited = Date.now() - before;
    expect(waited).toBeLessThan(8_000);
    const key = `refund-${opened.sessionId}`;
    const tries = double.calls.filter(({ idempotencyKey }) => idempotencyKey === key);
    expect(tries.length).toBeGreaterThan(0);
    // One call, with retries every 4 s.
    expect(tries.length).toBeLessThanOrEqual(1 + Math.floor(waited / 4_000));
    double.hang(false);
    await expect.poll(async () => (await read(opened)).payment_status).toBe('refunded');
  });

  it('opening a session ends in time', async () => {
    const opened = await chosen();
    double.hang(true);
    const before = Date.now();
    const { code } = await restApi.call(app, 'createCheckoutSession', opened);
    double.hang(false);
    expect(code).toBe('unavailable');
    // The bound is 8.5 seconds; a busy machine adds to it.
    expect(Date.now() - before).toBeLessThan(15_000);
  });
});

describe('cancelling a request', () => {
  it('refunds the payment, once for a hundred concurrent cancellations', async () => {
    const opened = await awaiting();
    await notify(opened);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => restApi.call(app, 'cancelSiteCheck', opened)),
    );
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1);
    await expect.poll(async () => (await read(opened)).payment_status).toBe('refunded');
    const intent = `pi_${opened.providerId}`;
    expect(double.refunds.filter((one) => one.payment_intent === intent)).toHaveLength(1);
    expect((await payments(opened.id)).at(-1)).toBe('payment.refunded');
  });

  it('erases a paid request at once, and refunds soon after', async () => {
    const opened = await awaiting();
    await notify(opened);
    double.hang(true);
    const { code } = await restApi.call(app, 'eraseSiteCheck', opened);
    expect(code).toBeUndefined();
    const owed = { status: 'cancelled', paymentStatus: 'paid', objective: '[erased]' };
    expect(await stored(app, opened.id)).toMatchObject(owed);
    double.hang(false);
    app.advance(minutes(1));
    await app.services.settleDue({});
    await expect.poll(async () => (await stored(app, opened.id)).paymentStatus).toBe('refunded');
    const intent = `pi_${opened.providerId}`;
    expect(double.refunds.filter((one) => one.payment_intent === intent)).toHaveLength(1);
  });

  it('records a refund only when Stripe has not failed it, and retries', async () => {
    const opened = await awaiting();
    await notify(opened);
    double.answerNext(200, { id: 're_failed', object: 'refund', status: 'failed' });
    await restApi.call(app, 'cancelSiteCheck', opened);
    await expect
      .poll(async () => (await stored(app, opened.id)).checkouts[0]?.refundAttempts)
      .toBe(1);
    expect(await read(opened)).toMatchObject({ status: 'cancelled', payment_status: 'paid' });
    app.advance(minutes(1));
    await expect.poll(async () => (await read(opened)).payment_status).toBe('refunded');
    const keys = double.calls
      .filter(
        ({ path, fields }) =>
          path === '/v1/refunds' && fields['payment_intent'] === `pi_${opened.providerId}`,
      )
      .map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([`refund-${opened.sessionId}`, `refund-${opened.sessionId}-1`]);
    expect((await payments(opened.id)).filter((type) => type === 'payment.refunded')).toHaveLength(
      1,
    );
  });

  it('does not let a session that cannot be closed block the refund of another', async () => {
    const opened = await awaiting();
    double.failNext(
      Number.POSITIVE_INFINITY,
      ({ idempotencyKey }) => idempotencyKey === `close-${opened.sessionId}`,
    );
    await select(app, opened, 'express_24h');
    await notify(await awaiting(opened));
    await restApi.call(app, 'cancelSiteCheck', opened);
    const { checkouts } = await stored(app, opened.id);
    expect(checkouts.map(({ due }) => due)).toEqual(['close', 'refund']);
    const later = async () => {
      app.advance(minutes(1));
      return (await read(opened)).payment_status;
    };
    await expect.poll(later, { interval: 200 }).toBe('refunded');
    double.failNext(0);
    // The failed session is not forgotten.
    await expect
      .poll(async () => {
        await later();
        return double.sessions.get(opened.providerId)?.status;
      })
      .toBe('expired');
  });

  it('with two payments sends two mails, each naming its own refund', async () => {
    const to = 'two.payments@example.org';
    const first = await awaiting(await chosen(to));
    await select(app, first, 'express_24h');
    const second = await awaiting(first);
    await restApi.call(app, 'cancelSiteCheck', first);
    // The first refund fails, and the second waits with it: both are made one right after the other.
    double.failNext(Number.POSITIVE_INFINITY, ({ path }) => path === '/v1/refunds');
    await notify(first);
    await expect.poll(async () => (await stored(app, first.id)).triedSession).toBe(first.sessionId);
    double.failNext(0);
    await notify(second);
    app.advance(minutes(1));
    await read(first);
    const refunded = async () => (await stored(app, first.id)).checkouts.map((one) => one.due);
    await expect.poll(refunded).toEqual([null, null]);
    await sendMails(app);
    const mails = (await app.services.mails.listOf({ requestId: first.id })).filter(
      ({ kind }) => kind === 'payment_refunded',
    );
    expect(mails).toHaveLength(2);
    for (const { sessionId, amountMinor } of [first, second]) {
      const mail = mails.find(({ about }) => about.sessionId === sessionId);
      const arrived = () =>
        receiver.to(to).find(({ content }) => content.messageId === `<${mail?.messageId}>`);
      await expect.poll(arrived).toBeDefined();
      expect(arrived()?.content.text).toContain(formatMoney(amountMinor, 'EUR'));
    }
  });

  it('logs a refund that failed later, by its ids', async () => {
    const opened = await awaiting();
    await notify(opened, { type: 'refund.failed' });
    const line = app.logLines
      .map((one) => JSON.parse(one))
      .find((one) => one.refundId === opened.providerId);
    expect(line).toMatchObject({ level: 50, providerPaymentId: `pi_${opened.providerId}` });
  });

  it('closes the open session at Stripe, so that it can no longer be paid', async () => {
    const opened = await awaiting();
    await restApi.call(app, 'cancelSiteCheck', opened);
    await expect.poll(() => double.sessions.get(opened.providerId)?.status).toBe('expired');
  });
});

describe('the configuration', () => {
  it.each([
    [{ PAYMENTS: 'stripe' }, 'STRIPE_SECRET_KEY'],
    [{ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ PAYMENTS: 'cash' }, 'PAYMENTS'],
    [
      {
        NODE_ENV: 'production',
        BASE_URL: 'https://verify.example',
        SERVER_SECRET: 'x'.repeat(32),
        MONGODB_URI: 'mongodb://db.example',
      },
      'PAYMENTS',
    ],
  ])('rejects %j in one line that names %s', (env, name) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name} [^\\n]*$`));
  });
});
