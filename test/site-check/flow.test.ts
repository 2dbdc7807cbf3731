import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import {
  assign,
  capture,
  end,
  eventsOf,
  ofRequest,
  requestBody,
  storedJob,
} from './support/flow.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe.each(apis)('the flow over $name', (api) => {
  it("leads from a guest's request through quote, payment and evidence to a report", async () => {
    const made = await api.call(app, 'requestSiteCheck', { input: requestBody() });
    expect(made.code).toBeUndefined();
    expect(made.body).toMatchObject({
      status: 'quoted',
      payment_status: 'unpaid',
      quote_status: 'ready',
      execution_mode: 'operator',
      intake_source: 'public_site_check',
      serviceability: { serviceable: true, level: 'covered', market_city: 'Berlin' },
      quote: { status: 'ready', currency: 'EUR' },
      selected_offer: null,
      checkout: null,
      self_service: null,
      report: { status: 'not_ready', version_count: 0 },
    });
    expect(made.body.quote.offers.map((offer: { offer_key: string }) => offer.offer_key)).toEqual([
      'self_service',
      'standard_72h',
      'express_24h',
    ]);
    const { request_id: id, job_id: jobId, access_token: token } = made.body;
    expect(token).toMatch(/^[\w-]{43}$/);
    const opened = { id, jobId, token };
    expect(await storedJob(app, jobId)).toMatchObject({ status: 'created', requestId: id });

    const chosen = await api.call(app, 'selectSiteCheckOffer', {
      ...opened,
      input: { offer_key: 'standard_72h' },
    });
    expect(chosen.body).toMatchObject({
      status: 'offer_selected',
      quote_status: 'accepted',
      selected_offer: { offer_key: 'standard_72h', execution_mode: 'operator' },
    });

    const session = await api.call(app, 'createCheckoutSession', opened);
    expect(session.body).toMatchObject({
      status: 'awaiting_payment',
      payment_status: 'pending',
      checkout: {
        status: 'pending',
        provider: 'sandbox',
        amount_minor: chosen.body.selected_offer.amount_minor,
      },
    });
    const path = session.body.checkout.checkout_url.replace('http://service.test', '');
    expect((await end(app, path, 'paid')).body).toMatchObject({ request_status: 'confirmed' });
    const confirmed = await api.call(app, 'siteCheck', opened);
    expect(confirmed.body).toMatchObject({
      status: 'confirmed',
      payment_status: 'paid',
      checkout: { status: 'paid', checkout_url: null },
    });
    expect(await storedJob(app, jobId)).toMatchObject({ status: 'open' });

    await capture(app, jobId, await assign(app, jobId));
    const ready = await api.call(app, 'siteCheck', opened);
    expect(ready.body).toMatchObject({
      status: 'report_ready',
      report: {
        version_number: 1,
        report_url: `http://service.test/v1/public/site-checks/${id}/report`,
      },
    });

    const report = await api.call(app, 'siteCheckReport', opened);
    expect(report.body).toMatchObject({ version_number: 1, request_id: id, is_current: true });
    const read = await api.call(app, 'siteCheck', opened);
    expect(read.body).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(read.body)).not.toContain(token);

    const events = await eventsOf(app, id);
    expect(ofRequest(events)).toEqual([
      'site_check.received',
      'site_check.quoted',
      'site_check.offer_selected',
      'payment.pending',
      'site_check.awaiting_payment',
      'payment.paid',
      'site_check.confirmed',
      'site_check.in_progress',
      'site_check.report_ready',
      'site_check.completed',
    ]);
    expect(events.filter((type) => type === 'report.viewed')).toHaveLength(1);
  });
});
