import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamsMax } from '../../src/modules/event/stream.js';
import { type Account, login, register } from '../customer/support/accounts.js';
import { subscribe } from '../event/support/sse.js';
import { both } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { days, startTestApp, type TestApp } from '../support/app.js';
import { type Made, made } from './support/requests.js';

let app: TestApp;
let ada: Account;
let grace: Account;
let hers: Made;
beforeAll(async () => {
  app = await startTestApp();
  [ada, grace] = await Promise.all([register(app), register(app)]);
  hers = await made(app, ada, {}, 'createSelfServiceRequest');
});
afterAll(() => app.stop());

const cookie = ({ session }: Pick<Account, 'session'>) => ({ cookie: `session=${session}` });

/** Every operation on one request, with its input. */
const operations: [name: string, input?: Record<string, unknown>][] = [
  ['customerRequest'],
  ['customerRequestReport'],
  ['selectCustomerRequestOffer', { offer_key: 'standard_72h' }],
  ['createCustomerCheckoutSession'],
  ['startCustomerCapture'],
  ['submitCustomerRequestFeedback', { rating: 1 }],
  ['cancelCustomerRequest', { reason: 'Not mine.' }],
];

describe.each(apis)('over $name', (api) => {
  it.each(operations)(
    '%s treats the request of another customer as unknown',
    async (name, input) => {
      const before = await both(app, hers);
      const ask = (id: string) =>
        api.call(app, name, { id, session: grace.session, ...(input && { input }) });
      expect((await ask(hers.id)).code).toBe('site_check_not_found');
      expect((await ask('unknown')).code).toBe('site_check_not_found');
      const anonymous = await api.call(app, name, { id: hers.id, ...(input && { input }) });
      expect(anonymous.code).toBe('session_missing');
      expect(await both(app, hers)).toEqual(before);
    },
  );
});

describe('credentials', () => {
  it("get the same response for another customer's request as for an unknown one, byte for byte", async () => {
    const body = async (id: string) => {
      const path = `/v1/customer/requests/${id}`;
      const answer = await app.rest('GET', path, { key: null, headers: cookie(grace) });
      const { request_id: _, instance: _i, ...rest } = answer.body;
      return rest;
    };
    expect(await body(hers.id)).toEqual(await body('unknown'));
  });

  it("give no access to the PDF of another customer's request", async () => {
    const path = `/v1/customer/requests/${hers.id}/report.pdf`;
    const answer = await app.rest('GET', path, { key: null, headers: cookie(grace) });
    expect([answer.status, answer.body.code]).toEqual([404, 'site_check_not_found']);
    expect((await app.rest('GET', path, { key: null })).body.code).toBe('session_missing');
  });

  it('are not interchangeable: a session lists no jobs, a key no requests', async () => {
    const jobs = await app.rest('GET', '/v1/jobs', { key: null, headers: cookie(ada) });
    expect([jobs.status, jobs.body.code]).toEqual([401, 'api_key_missing']);
    const key = await app.keyFor('Integrator', ['jobs:read', 'jobs:write']);
    const requests = await app.rest('GET', '/v1/customer/requests', { key });
    expect([requests.status, requests.body.code]).toEqual([401, 'session_missing']);
  });
});

const ask = (account: Account, id: string) => {
  const query =
    'subscription($id: ID!) { customerRequestUpdated(requestId: $id) { requestId status } }';
  return subscribe(app, query, { id }, { key: null, headers: cookie(account) });
};

it('fetches a request by its global id for its customer', async () => {
  const query = '{ customerRequest(requestId: "?") { id } }'.replace('?', hers.id);
  const { id } = (await app.graphql(query, {}, { key: null, headers: cookie(ada) })).data
    .customerRequest;
  const node = `{ node(id: "${id}") { ... on CustomerRequest { requestId account { accountId } } } }`;
  const { data } = await app.graphql(node, {}, { key: null, headers: cookie(ada) });
  expect(data.node).toEqual({ requestId: hers.id, account: { accountId: ada.id } });
});

describe('customerRequestUpdated', () => {
  const settled = () => expect.poll(() => app.services.openStreams.size).toBe(0);

  it('sends the current state of the request, then its changes, only to its customer', async () => {
    const { id } = await made(app, ada);
    const stream = await ask(ada, id);
    expect((await stream.next()).data.customerRequestUpdated).toEqual({
      requestId: id,
      status: 'QUOTED',
    });
    await restApi.call(app, 'cancelCustomerRequest', { id, session: ada.session });
    expect((await stream.next()).data.customerRequestUpdated.status).toBe('CANCELLED');
    await stream.close();
    expect(await (await ask(grace, id)).next()).toMatchObject({
      errors: [{ extensions: { code: 'SITE_CHECK_NOT_FOUND' } }],
    });
    await settled();
  });

  it('opens 20 streams for a customer in total', async () => {
    const other = await made(app, ada);
    const streams = [];
    for (let i = 0; i < streamsMax; i += 1)
      streams.push(await ask(ada, i % 2 ? hers.id : other.id));
    expect(await (await ask(ada, hers.id)).next()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining(`${streamsMax} streams of this caller`),
          extensions: { code: 'RATE_LIMITED' },
        },
      ],
    });
    await Promise.all(streams.map((stream) => stream.close()));
    await settled();
  });
});

describe('the list of requests', () => {
  const path = '/v1/customer/requests';
  let lister: Account;
  let ids: string[];
  beforeAll(async () => {
    lister = await register(app);
    ids = [];
    for (let n = 0; n < 3; n += 1) ids.unshift((await made(app, lister)).id);
  });
  const list = (search = '') =>
    app.rest('GET', `${path}?${search}`, { key: null, headers: cookie(lister) });
  const idsOf = (body: { items: { request_id: string }[] }) =>
    body.items.map(({ request_id }) => request_id);

  it('has the documented members, the newest first, over REST and GraphQL', async () => {
    const { session } = lister;
    const [rest, graphql] = apis;
    const { body } = await rest!.call(app, 'customerRequests', { session });
    expect((await graphql!.call(app, 'customerRequests', { session })).body).toEqual(body);
    expect([body.total, idsOf(body)]).toEqual([3, ids]);
    expect(Object.keys(body.items[0]).sort()).toEqual([
      'address',
      'execution_mode',
      'intake_source',
      'job_id',
      'objective',
      'payment_status',
      'quote_status',
      'report_status',
      'request_id',
      'service_key',
      'status',
      'submitted_at',
      'updated_at',
    ]);
    expect(body.items[0]).toMatchObject({ status: 'quoted', report_status: 'not_ready' });
  });

  it('continues at its Link, with the total of all pages', async () => {
    const first = await list('limit=2');
    expect([first.body.total, idsOf(first.body)]).toEqual([3, ids.slice(0, 2)]);
    const link = first.headers.get('link') ?? '';
    const search = /<http:\/\/service\.test\/v1\/customer\/requests\?([^>]+)>; rel="next"/.exec(
      link,
    );
    const second = await list(search?.[1]);
    expect([second.body.total, idsOf(second.body)]).toEqual([3, ids.slice(2)]);
    expect(second.headers.get('link')).toBeNull();
    const cursor = /cursor=([^&>]+)/.exec(link)?.[1];
    const others = await app.rest('GET', `${path}?cursor=${cursor}`, {
      key: null,
      headers: cookie(ada),
    });
    expect([others.status, others.body.code]).toEqual([400, 'bad_cursor']);
  });

  it('rejects pages out of bounds, and filters by status', async () => {
    for (const limit of [0, 201]) expect((await list(`limit=${limit}`)).status).toBe(422);
    const id = ids[0];
    await restApi.call(app, 'cancelCustomerRequest', { id: id!, session: lister.session });
    const cancelled = await list('status=cancelled');
    expect([cancelled.body.total, idsOf(cancelled.body)]).toEqual([1, [id]]);
    expect((await list('status=abandoned')).body).toEqual({ total: 0, items: [] });
  });

  it('shows unnoticed expiries as expired; a stream ends with its session', async () => {
    const customer = await register(app);
    const { id } = await made(app, customer);
    const stream = await ask(customer, id);
    await stream.next();
    app.advance(days(31));
    let emitted = await stream.next();
    // A round in progress may still report the expiry of the request.
    if (!emitted.errors) emitted = await stream.next();
    expect(emitted.errors[0].extensions.code).toBe('SESSION_INVALID');
    const session = await login(app, customer.email);
    const input = { status: 'expired' };
    const { body } = await restApi.call(app, 'customerRequests', { session, input });
    expect(body).toMatchObject({ total: 1, items: [{ request_id: id, status: 'expired' }] });
  });
});
