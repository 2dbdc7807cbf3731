import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, register } from '../customer/support/accounts.js';
import { eventsOf, reported, request, stored, storedJob } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let ada: Account;
let grace: Account;
beforeAll(async () => {
  app = await startTestApp();
  [ada, grace] = await Promise.all([register(app), register(app)]);
});
afterAll(() => app.stop());

const claims = async (id: string) =>
  (await eventsOf(app, id)).filter((type) => type === 'site_check.claimed').length;

describe.each(apis)('claiming a site check over $name', (api) => {
  const claim = ({ session }: Pick<Account, 'session'>, access_token: string) =>
    api.call(app, 'claimCustomerRequest', { session, input: { access_token } });

  it('adds it to the requests of the customer, once, and rejects another customer', async () => {
    const customer = await register(app);
    const opened = await request(app, { requester_name: 'Kim' });
    const { body } = await claim(customer, opened.token);
    expect(body).toMatchObject({ request_id: opened.id, account: { account_id: customer.id } });
    expect(body).not.toHaveProperty('access_token');
    const { session } = customer;
    const listed = await api.call(app, 'customerRequests', { session });
    expect(listed.body).toMatchObject({ total: 1, items: [{ request_id: opened.id }] });

    const before = await stored(app, opened.id);
    expect((await claim(customer, opened.token)).body).toMatchObject({ request_id: opened.id });
    expect((await claim(grace, opened.token)).code).toBe('already_claimed');
    const { outbox: _a, ...after } = await stored(app, opened.id);
    const { outbox: _b, ...claimed } = before;
    expect(after).toEqual(claimed);
    expect(after).toMatchObject({ customerId: customer.id, requesterName: 'Kim' });
    expect(after).not.toHaveProperty('creatorId');
    expect(await claims(opened.id)).toBe(1);
  });

  it('rejects an unknown token, one out of bounds, and a caller without a session', async () => {
    const opened = await request(app);
    expect((await claim(ada, 'x'.repeat(43))).code).toBe('site_check_not_found');
    expect((await claim(ada, 'x'.repeat(15))).code).toBe('invalid_input');
    const input = { access_token: opened.token };
    const anonymous = await api.call(app, 'claimCustomerRequest', { input });
    expect(anonymous.code).toBe('session_missing');
    expect(await stored(app, opened.id)).not.toHaveProperty('customerId');
  });
});

describe('a claimed site check', () => {
  it("returns the customer's paths to everyone, and its token still works", async () => {
    const opened = await reported(app);
    await restApi.call(app, 'siteCheckReport', opened);
    const input = { access_token: opened.token };
    await restApi.call(app, 'claimCustomerRequest', { session: ada.session, input });
    expect(await storedJob(app, opened.jobId)).toMatchObject({ customerId: ada.id });
    const url = `http://service.test/v1/customer/requests/${opened.id}/report`;
    const byToken = await restApi.call(app, 'siteCheck', opened);
    expect(byToken.body.report.report_url).toBe(url);
    const byOperator = await app.rest('GET', `/v1/jobs/${opened.jobId}/report`);
    expect(byOperator.body.report_url).toBe(`${url}?version=1`);
    expect((await restApi.call(app, 'siteCheckReport', opened)).code).toBeUndefined();
    const { session } = ada;
    const report = await restApi.call(app, 'customerRequestReport', { id: opened.id, session });
    expect(report.body.account).toMatchObject({ account_id: ada.id });
  });

  it('is recorded in its job by the next read after a kill', async () => {
    const opened = await request(app);
    const input = { access_token: opened.token };
    await restApi.call(app, 'claimCustomerRequest', { session: ada.session, input });
    await app.jobs.updateOne({ _id: opened.jobId }, { $unset: { customerId: '' } });
    await app.rest('GET', `/v1/jobs/${opened.jobId}`);
    expect(await storedJob(app, opened.jobId)).toMatchObject({ customerId: ada.id });
  });

  it('is listed for operators by its customer, whom no one else sees', async () => {
    const opened = await request(app);
    const input = { access_token: opened.token };
    await restApi.call(app, 'claimCustomerRequest', { session: grace.session, input });
    const query = `query($filter: SiteCheckFilter) {
      siteChecks(filter: $filter) { totalCount nodes { requestId customerId } } }`;
    const { data } = await app.graphql(query, { filter: { customerId: grace.id } });
    expect(data.siteChecks).toEqual({
      totalCount: 1,
      nodes: [{ requestId: opened.id, customerId: grace.id }],
    });
    const overRest = await app.rest('GET', `/v1/operator/site-checks?customer_id=${grace.id}`);
    expect(overRest.body).toMatchObject([{ request_id: opened.id }]);
    expect(overRest.body[0]).not.toHaveProperty('customer_id');
    const own = `query($id: ID!, $token: String) {
      siteCheck(requestId: $id, accessToken: $token) { customerId } }`;
    const seen = await app.graphql(own, { ...opened }, { key: null });
    expect(seen.data.siteCheck).toEqual({ customerId: null });
  });
});
