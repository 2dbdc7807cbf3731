import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ratePolicies } from '../../src/limits.js';
import { login, password, registration } from '../customer/support/accounts.js';
import { freshAddress, registerAt, startLimitedApp } from '../customer/support/limited.js';
import { apis, restApi } from '../support/apis.js';
import { hours, type TestApp } from '../support/app.js';

const minutes = (count: number) => count * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startLimitedApp();
});
afterAll(() => app.stop());

const registered = (headers = freshAddress()) => registerAt(app, headers);

describe.each(apis)('failed logins over $name', (api) => {
  const attempt = (email: string, given: string, headers = freshAddress()) =>
    api.call(app, 'loginCustomer', { input: { email, password: given }, headers });

  it('do not count successful logins', async () => {
    const { email } = await registered();
    for (let i = 0; i < 12; i++) expect((await attempt(email, password)).code).toBeUndefined();
  });

  it('do not count successful logins after the window ends, nor allow an extra failure in the next window', async () => {
    const { email } = await registered();
    const headers = freshAddress();
    const address = headers['x-forwarded-for'];
    const { rateLimiter } = app.services;
    const left = () => rateLimiter?.peek(ratePolicies.misses, address).remaining;
    const underWay = attempt(email, password, headers);
    await expect.poll(left, { interval: 1 }).toBe(19);
    app.advance(minutes(15));
    expect((await underWay).code).toBeUndefined();
    rateLimiter?.count(ratePolicies.misses, address, 1);
    expect(left()).toBe(19);
  });

  it('of an IP address are limited to twenty in ten minutes for all emails together', async () => {
    const headers = freshAddress();
    for (let i = 0; i < 20; i++) {
      expect((await attempt(`nobody-${i}@example.com`, password, headers)).code).toBe(
        'login_failed',
      );
    }
    const { email } = await registered();
    expect((await attempt(email, password, headers)).code).toBe('rate_limited');
    expect((await attempt(email, password)).code).toBeUndefined();
    app.advance(minutes(15));
    expect((await attempt(email, password, headers)).code).toBeUndefined();
  });
});

it('limits registrations to ten an hour per IP address, including rejected ones', async () => {
  app.advance(hours(1));
  const headers = freshAddress();
  const { email } = await registered(headers);
  for (let i = 0; i < 9; i++) {
    const input = registration({ email });
    const { code } = await restApi.call(app, 'registerCustomer', { input, headers });
    expect(code).toBe('email_taken');
  }
  const count = await app.db.collection('customers').countDocuments({});
  const one = { input: registration(), headers };
  expect((await restApi.call(app, 'registerCustomer', one)).code).toBe('rate_limited');
  expect(await app.db.collection('customers').countDocuments({})).toBe(count);
  app.advance(hours(1));
  expect((await restApi.call(app, 'registerCustomer', one)).code).toBeUndefined();
});

describe('account mails', () => {
  it('with confirmation links are limited to five an hour, including the one at registration', async () => {
    const { email } = await registered();
    const session = await login(app, email);
    const resend = () =>
      restApi.call(app, 'resendCustomerConfirmation', { session, headers: freshAddress() });
    for (let i = 0; i < 4; i++) expect((await resend()).code).toBeUndefined();
    expect((await resend()).code).toBe('rate_limited');
    app.advance(hours(1));
    expect((await resend()).code).toBeUndefined();
  });

  it('count wrong tokens as failures', async () => {
    const headers = freshAddress();
    const confirm = (i: number) =>
      restApi.call(app, 'confirmCustomerEmail', {
        input: { token: `no-token-of-ours-number-${i}` },
        headers,
      });
    for (let i = 0; i < 20; i++) expect((await confirm(i)).code).toBe('token_invalid');
    expect((await confirm(20)).code).toBe('rate_limited');
  });
});
