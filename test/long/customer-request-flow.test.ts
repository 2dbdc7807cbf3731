import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { type Account, register } from '../customer/support/accounts.js';
import { carriedOut, made } from '../customer-request/support/requests.js';
import { upload } from '../evidence/support/scene.js';
import {
  assign,
  capture,
  end,
  eventsOf,
  ofRequest,
  stored,
  storedJob,
} from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let ada: Account;
beforeAll(async () => {
  app = await startTestApp();
  ada = await register(app);
});
afterAll(() => app.stop());

const cookie = ({ session }: Pick<Account, 'session'>) => ({ cookie: `session=${session}` });

/** Returns the data of a request's events of one type. */
async function dataOf(id: string, type: string) {
  await app.services.relay.drain();
  const events = await app.services.events.list({ after: 0, limit: 10_000 });
  return events
    .filter((event) => event.type === type && event.data['request_id'] === id)
    .map(({ data }) => data);
}

/** Returns the errors that verify-report finds in a response. */
async function errorsOf(answer: unknown): Promise<string[]> {
  const { body } = await app.rest('GET', '/.well-known/jwks.json', { key: null });
  const file = { name: 'report.json', bytes: Buffer.from(JSON.stringify(answer)) };
  const verdict = await verifyReports([file], await readKeySet(body));
  return [...verdict.errors, ...verdict.files.flatMap((one) => one.errors)];
}

describe.each(apis)("a customer's request over $name", (api) => {
  it('proceeds from quote through payment and evidence to the report, which completes it', async () => {
    const request = await made(app, ada);
    const ask = (name: string, input?: Record<string, unknown>) =>
      api.call(app, name, { id: request.id, session: ada.session, ...(input && { input }) });
    const chosen = await ask('selectCustomerRequestOffer', { offer_key: 'standard_72h' });
    expect(chosen.body).toMatchObject({
      status: 'offer_selected',
      account: { account_id: ada.id },
    });
    const session = await ask('createCustomerCheckoutSession');
    expect(session.body).toMatchObject({ status: 'awaiting_payment', payment_status: 'pending' });
    const page = session.body.checkout.checkout_url.replace('http://service.test', '');
    await end(app, page, 'paid');
    expect((await ask('customerRequest')).body).toMatchObject({ status: 'confirmed' });
    expect(await ask('customerRequestReport')).toMatchObject({ code: 'report_not_found' });

    await capture(app, request.jobId, await assign(app, request.jobId));
    const path = `http://service.test/v1/customer/requests/${request.id}/report`;
    const ready = await ask('customerRequest');
    expect(ready.body).toMatchObject({
      status: 'report_ready',
      report: { version_number: 1, report_url: path, pdf_export_url: `${path}.pdf` },
    });
    expect(await ask('customerRequestReport', { version: 2 })).toMatchObject({
      code: 'report_version_not_found',
    });
    const report = await ask('customerRequestReport');
    expect(report.body).toMatchObject({
      request_id: request.id,
      report_url: `${path}?version=1`,
      view_count: 1,
      account: { account_id: ada.id, email: ada.email },
    });
    expect(await errorsOf(report.body)).toEqual([]);
    expect((await ask('customerRequest')).body).toMatchObject({ status: 'completed' });
    await ask('customerRequestReport');
    const events = await eventsOf(app, request.id);
    expect(events.filter((type) => type === 'report.viewed')).toHaveLength(1);
    expect(ofRequest(events).slice(-3)).toEqual([
      'site_check.in_progress',
      'site_check.report_ready',
      'site_check.completed',
    ]);

    const verdict = await ask('submitCustomerRequestFeedback', { verdict: 'disputed' });
    expect(verdict.body).toMatchObject({ job_id: request.jobId, verdict: 'disputed' });
    expect((await ask('customerRequest')).body).toMatchObject({ status: 'disputed' });
  });

  it('can be captured by the customer through a separate link', async () => {
    const { id, jobId } = await made(app, ada, {}, 'createSelfServiceRequest');
    const start = () => api.call(app, 'startCustomerCapture', { id, session: ada.session });
    const { body } = await start();
    expect(body.capture_url).toBe(`http://service.test/capture#${body.capture_token}`);
    const token = body.capture_token;
    expect((await upload(app, { token, door: 'capture' })).status).toBe(201);
    expect((await storedJob(app, jobId)).assignment).toMatchObject({
      assigneeName: 'Ada Lovelace',
    });
    const quoted = await made(app, ada);
    const rejected = await api.call(app, 'startCustomerCapture', { ...quoted });
    expect(rejected.code).toBe('invalid_transition');
    expect((await storedJob(app, quoted.jobId)).tokens).toEqual([]);
  });

  it('can be cancelled by the customer until work begins, and the event names the customer', async () => {
    const { id } = await made(app, ada);
    const input = { reason: 'Sold meanwhile.' };
    const { body } = await api.call(app, 'cancelCustomerRequest', {
      id,
      session: ada.session,
      input,
    });
    expect(body).toMatchObject({ status: 'cancelled', account: { account_id: ada.id } });
    expect(await dataOf(id, 'site_check.cancelled')).toMatchObject([
      { by: 'requester', reason: 'Sold meanwhile.' },
    ]);

    const working = await made(app, ada, {}, 'createSelfServiceRequest');
    await upload(app, { token: await assign(app, working.jobId) });
    const before = await stored(app, working.id);
    const call = { id: working.id, session: ada.session, input };
    expect((await api.call(app, 'cancelCustomerRequest', call)).code).toBe('invalid_transition');
    const { status, statusReason } = await stored(app, working.id);
    expect([status, statusReason]).toEqual(['in_progress', before.statusReason]);
  });
});

describe('the actor of a cancellation', () => {
  it('is the requester if the job was cancelled for them first', async () => {
    const { id } = await made(app, ada, {}, 'createSelfServiceRequest');
    await restApi.call(app, 'cancelCustomerRequest', { id, session: ada.session });
    expect(await dataOf(id, 'site_check.cancelled')).toMatchObject([{ by: 'requester' }]);
  });

  it('is the operator, on the request as on its job', async () => {
    const [one, other] = [
      await made(app, ada, {}, 'createSelfServiceRequest'),
      await made(app, ada, {}, 'createSelfServiceRequest'),
    ];
    await restApi.call(app, 'cancelSiteCheck', { id: one.id, key: pilotKey });
    await app.rest('POST', `/v1/jobs/${other.jobId}/cancel`, { body: {} });
    await restApi.call(app, 'customerRequest', { id: other.id, session: ada.session });
    for (const { id } of [one, other]) {
      expect(await dataOf(id, 'site_check.cancelled')).toMatchObject([{ by: 'operator' }]);
    }
  });
});

describe("the report of a customer's request", () => {
  it('is completed by reading its PDF too, and not by responses without the content', async () => {
    const request = await made(app, ada);
    await carriedOut(app, request);
    const path = `/v1/customer/requests/${request.id}/report`;
    const ask = (method: string, at: string, headers = {}) =>
      app.fetch(at, { method, headers: { ...cookie(ada), ...headers } });
    expect((await ask('HEAD', path)).status).toBe(200);
    expect((await ask('GET', `${path}.pdf`)).headers.get('content-type')).toBe('application/pdf');
    expect((await stored(app, request.id)).status).toBe('completed');

    const first = await ask('GET', path);
    const { view_count, pdf_export_count } = await first.json();
    expect([view_count, pdf_export_count]).toEqual([1, 1]);
    const tag = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await ask('GET', path, tag)).status).toBe(304);
    await app.rest('POST', '/v1/customer/auth/login', {
      key: null,
      body: { email: ada.email, password: 'a long enough password' },
    });
    // The account in the response has changed.
    expect((await ask('GET', path, tag)).status).toBe(200);
  });
});

describe('the checkout session of a customer', () => {
  it('needs a body, an empty object', async () => {
    const request = await made(app, ada);
    const { id, session } = request;
    const input = { offer_key: 'standard_72h' };
    await restApi.call(app, 'selectCustomerRequestOffer', { id, session, input });
    const path = `/v1/customer/requests/${id}/checkout-session`;
    const ask = (body?: object) =>
      app.rest('POST', path, { key: null, headers: cookie(ada), ...(body && { body }) });
    const before = await stored(app, id);
    const absent = await ask();
    expect(absent.status).toBe(422);
    expect(absent.body.detail).toMatchObject([{ type: 'missing', loc: ['body'] }]);
    expect((await stored(app, id)).revision).toBe(before.revision);
    expect((await ask({})).body).toMatchObject({ status: 'awaiting_payment' });
  });
});
