import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ratePolicies } from '../../src/limits.js';
import { type Account, register } from '../customer/support/accounts.js';
import { customerBody } from '../customer-request/support/requests.js';
import { request, stored } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  // The clock stays within one window, and in the future so that the store does not remove expired counters.
  const frozenAt = new Date('2100-03-01T09:10:00Z');
  app = await startTestApp({ RATE_LIMITS: 'on' }, { frozenAt });
});
afterAll(() => app.stop());

const as = ({ session }: Account) => ({ session });

describe('requests created by a customer', () => {
  it('are limited per hour over REST and GraphQL and all paths together; a replay is not counted', async () => {
    const [ada, grace] = await Promise.all([register(app), register(app)]);
    const [rest, graphql] = apis;
    const first = customerBody();
    const { quota } = ratePolicies.customerRequests;
    for (let n = 0; n < quota; n += 1) {
      const api = n % 2 ? graphql : rest;
      const name = n % 3 ? 'createCustomerRequest' : 'createSelfServiceRequest';
      const input = n === 0 ? first : customerBody();
      expect((await api!.call(app, name, { ...as(ada), input })).code).toBeUndefined();
      if (n > 5) continue;
      const again = { ...as(ada), input: first };
      const replayed = await api!.call(app, 'createSelfServiceRequest', again);
      expect(replayed.replayed).toBe(true);
    }
    const before = await app.siteChecks.countDocuments();
    for (const api of apis) {
      const replayed = await api.call(app, 'createSelfServiceRequest', {
        ...as(ada),
        input: first,
      });
      expect([replayed.code, replayed.replayed]).toEqual([undefined, true]);
    }
    for (const api of apis) {
      const input = customerBody();
      const answer = await api.call(app, 'createCustomerRequest', { ...as(ada), input });
      expect(answer.code).toBe('rate_limited');
    }
    expect(await app.siteChecks.countDocuments()).toBe(before);
    const input = customerBody();
    const others = await restApi.call(app, 'createCustomerRequest', { ...as(grace), input });
    expect(others.code).toBeUndefined();
    app.advance(hours(1));
    const later = { ...as(ada), input: customerBody() };
    expect((await restApi.call(app, 'createCustomerRequest', later)).code).toBeUndefined();
  });
});

describe('claims', () => {
  it('with wrong tokens count as failures of the IP address; a valid one is accepted', async () => {
    const ada = await register(app);
    const opened = await request(app);
    const claim = (access_token: string) =>
      restApi.call(app, 'claimCustomerRequest', { ...as(ada), input: { access_token } });
    const { quota } = ratePolicies.misses;
    for (let n = 0; n < quota; n += 1) {
      expect((await claim(`wrong-token-number-${n}`)).code).toBe('site_check_not_found');
    }
    expect((await claim('one-wrong-token-more')).code).toBe('rate_limited');
    expect((await claim(opened.token)).code).toBeUndefined();
    expect((await stored(app, opened.id)).customerId).toBe(ada.id);
  });
});
