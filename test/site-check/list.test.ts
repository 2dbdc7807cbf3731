import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login, register } from '../customer/support/accounts.js';
import { made } from '../customer-request/support/requests.js';
import { restApi } from '../support/apis.js';
import { days, startTestApp, type TestApp } from '../support/app.js';
import { checkout, end, paid, request, select, stored } from './support/flow.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const path = '/v1/operator/site-checks';
const query = `query($first: Int, $after: String, $filter: SiteCheckFilter) {
  siteChecks(first: $first, after: $after, filter: $filter) {
    totalCount nodes { requestId status customerId } pageInfo { hasNextPage endCursor } } }`;

const idsOverRest = async (search = '') =>
  (await app.rest('GET', `${path}?${search}`)).body.map(
    (one: { request_id: string }) => one.request_id,
  );
const idsOverGraphql = async (variables: object) =>
  (await app.graphql(query, { ...variables })).data.siteChecks.nodes.map(
    (one: { requestId: string }) => one.requestId,
  );

describe('the list of site checks', () => {
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    for (let n = 0; n < 3; n += 1) ids.unshift((await request(app)).id);
  });

  it('has the newest first, over REST and GraphQL', async () => {
    expect((await idsOverRest()).slice(0, 3)).toEqual(ids);
    expect((await idsOverGraphql({ first: 3 })).slice(0, 3)).toEqual(ids);
  });

  it('continues at the Link header and endCursor', async () => {
    const first = await app.rest('GET', `${path}?limit=2`);
    const next = /<http:\/\/service\.test([^>]+)>; rel="next"/.exec(
      first.headers.get('link') ?? '',
    )?.[1];
    const second = await app.rest('GET', next ?? 'no link');
    expect(second.body[0]).toMatchObject({ request_id: ids[2], status: 'quoted' });
    const { pageInfo } = (await app.graphql(query, { first: 2 })).data.siteChecks;
    expect(pageInfo.hasNextPage).toBe(true);
    expect(await idsOverGraphql({ first: 1, after: pageInfo.endCursor })).toEqual([ids[2]]);
  });

  it('rejects a cursor of another filter', async () => {
    const { pageInfo } = (await app.graphql(query, { first: 1 })).data.siteChecks;
    const cursor = encodeURIComponent(pageInfo.endCursor);
    const answer = await app.rest('GET', `${path}?status=quoted&cursor=${cursor}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_cursor' } });
  });

  it('applies its filter; an unknown status finds nothing', async () => {
    const opened = await request(app);
    await select(app, opened);
    const before = new Date((await stored(app, opened.id)).createdAt.getTime() + 1).toISOString();
    expect(await idsOverRest('status=offer_selected')).toEqual([opened.id]);
    expect(await idsOverRest('status=abandoned')).toEqual([]);
    expect(await idsOverRest('intake_source=customer_portal')).toEqual([]);
    expect(await idsOverRest(`created_after=${encodeURIComponent(before)}`)).toEqual([]);
    const filter = { status: 'OFFER_SELECTED', intakeSource: 'PUBLIC_SITE_CHECK' };
    const answer = await app.graphql(query, { filter: { ...filter, createdBefore: before } });
    expect(answer.data.siteChecks).toMatchObject({
      totalCount: 1,
      nodes: [{ requestId: opened.id, status: 'OFFER_SELECTED', customerId: null }],
    });
  });

  it('is only for operators, and rejects pages out of bounds', async () => {
    const key = await app.keyFor('Lists', ['jobs:read']);
    expect((await app.rest('GET', path, { key })).body.code).toBe('scope_missing');
    expect((await app.rest('GET', path, { key: null })).body.code).toBe('api_key_missing');
    const rejected = await app.graphql(query, {}, { key });
    expect(rejected.errors?.[0]?.extensions['code']).toBe('SCOPE_MISSING');
    for (const limit of [0, 201]) {
      expect((await app.rest('GET', `${path}?limit=${limit}`)).status).toBe(422);
    }
  });

  it('includes unnoticed expiries with their jobs, for operators and the customer', async () => {
    // Otherwise the followers would notice it later.
    const passUnnoticed = async () => {
      await app.services.relay.drain();
      await app.services.followers.catchUp();
      app.advance(days(31));
    };
    const ada = await register(app);
    const { id, token, session } = await made(app, ada);
    const input = { offer_key: 'standard_72h' };
    await restApi.call(app, 'selectCustomerRequestOffer', { id, session, input });
    await end(app, await checkout(app, { id, token, jobId: '' }), 'paid');
    await passUnnoticed();
    const headers = { cookie: `session=${await login(app, ada.email)}` };
    const own = '/v1/customer/requests?status=expired';
    expect((await app.rest('GET', own, { key: null, headers })).body).toMatchObject({
      total: 1,
      items: [{ request_id: id, status: 'expired' }],
    });

    const guest = await paid(app);
    await passUnnoticed();
    expect(await idsOverRest('status=expired')).toContain(guest.id);
    expect((await stored(app, guest.id)).status).toBe('expired');
  });

  it('shows unnoticed expiries as expired', async () => {
    const opened = await request(app);
    app.advance(days(31));
    const [newest] = (await app.rest('GET', path)).body;
    expect(newest).toMatchObject({ request_id: opened.id, status: 'expired' });
    expect((await stored(app, opened.id)).status).toBe('expired');
  });
});
