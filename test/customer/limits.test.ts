import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RatePolicy, ratePolicies } from '../../src/limits.js';
import { bucketKey } from '../../src/modules/rate-limit/count-attempt.js';
import { apis, restApi } from '../support/apis.js';
import { days, hours, type TestApp } from '../support/app.js';
import {
  deviceIn,
  handleResets,
  login,
  password,
  register,
  storedCustomer,
} from './support/accounts.js';
import { freshAddress, registerAt, startLimitedApp } from './support/limited.js';

const minutes = (count: number) => count * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startLimitedApp();
});
afterAll(() => app.stop());

const registered = (headers = freshAddress()) => registerAt(app, headers);

const wrong = 'a wrong password';
const spend = (policy: RatePolicy, key: string, count = policy.quota) =>
  app.services.rateLimiter?.count(policy, key, count);

describe.each(apis)('wrong passwords over $name', (api) => {
  interface Browser {
    at?: Record<string, string>;
    device?: string;
  }
  const signIn = (email: string, given: string, { at = freshAddress(), device }: Browser = {}) =>
    api.call(app, 'loginCustomer', {
      input: { email, password: given },
      headers: { ...at, ...(device !== undefined && { cookie: `device=${device}` }) },
    });

  it('lock out only the IP address that sent them', async () => {
    const { email, id, cookies } = await registered();
    const at = freshAddress();
    const sent = Array.from({ length: 20 }, (_, i) =>
      signIn(i % 2 ? email : email.toUpperCase(), wrong, { at }),
    );
    const codes = (await Promise.all(sent)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'login_failed')).toHaveLength(10);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(10);
    const before = await storedCustomer(app, id);
    expect((await signIn(email, password, { at })).code).toBe('rate_limited');
    expect(await storedCustomer(app, id)).toEqual(before);
    // The owner can sign in elsewhere, and even from the same address in a browser that has signed in before.
    expect((await signIn(email, password)).code).toBeUndefined();
    expect((await signIn(email, password, { at, device: deviceIn(cookies) })).code).toBeUndefined();
    app.advance(minutes(15));
    expect((await signIn(email, password, { at })).code).toBeUndefined();
  });

  it('in a browser that has signed in before count for that browser', async () => {
    const { email, cookies } = await registered();
    const device = deviceIn(cookies);
    for (let i = 0; i < 10; i++) {
      expect((await signIn(email, wrong, { device })).code).toBe('login_failed');
    }
    expect((await signIn(email, password, { device })).code).toBe('rate_limited');
    expect((await signIn(email, password)).code).toBeUndefined();
  });

  it.each(['of another account', 'that is altered', 'that has expired'])(
    'are not excused by a device cookie %s',
    async (label) => {
      const { email, cookies } = await registered();
      const other = await registered();
      const own = deviceIn(cookies);
      const device = label.endsWith('account') ? deviceIn(other.cookies) : own;
      if (label.endsWith('expired')) app.advance(days(366));
      const at = freshAddress();
      spend(ratePolicies.logins, bucketKey(`${email}\n${at['x-forwarded-for']}`));
      const given = {
        at,
        device: label.endsWith('altered') ? `${own.slice(0, -8)}AAAAAAAA` : device,
      };
      expect((await signIn(email, password, given)).code).toBe('rate_limited');
    },
  );

  it('from very many addresses slow down only unknown browsers', async () => {
    const { email, cookies } = await registered();
    spend(ratePolicies.loginsOfEmail, bucketKey(email));
    const at = freshAddress();
    for (let i = 0; i < 2; i++) {
      expect((await signIn(email, wrong, { at })).code).toBe('login_failed');
    }
    expect((await signIn(email, wrong, { at })).code).toBe('rate_limited');
    expect((await signIn(email, password)).code).toBeUndefined();
    const device = deviceIn(cookies);
    for (let i = 0; i < 9; i++) {
      expect((await signIn(email, wrong, { at, device })).code).toBe('login_failed');
    }
    expect((await signIn(email, password, { at, device })).code).toBeUndefined();
  });

  it('of others do not block the password change of a session; its own do', async () => {
    const { email, id } = await registered();
    const [session, second] = [await login(app, email), await login(app, email)];
    const headers = freshAddress();
    const address = headers['x-forwarded-for'];
    spend(ratePolicies.logins, bucketKey(`${email}\n${address}`));
    spend(ratePolicies.loginsOfEmail, bucketKey(email));
    spend(ratePolicies.misses, address);
    const change = (current: string, used: string) =>
      api.call(app, 'changeCustomerPassword', {
        session: used,
        headers: { ...headers, cookie: `session=${used}` },
        input: { current_password: current, new_password: 'another long password' },
      });
    for (let i = 0; i < 10; i++) expect((await change(wrong, second)).code).toBe('login_failed');
    const before = await storedCustomer(app, id);
    expect((await change(password, second)).code).toBe('rate_limited');
    const erase = { session: second, input: { password } };
    expect((await api.call(app, 'eraseCustomer', erase)).code).toBe('rate_limited');
    expect(await storedCustomer(app, id)).toEqual(before);
    expect((await change(password, session)).code).toBeUndefined();
  });
});

describe.each(apis)('resets over $name', (api) => {
  const ask = (email: string, headers = freshAddress()) =>
    api.call(app, 'requestPasswordReset', { input: { email }, headers });
  const mailsTo = (to: string) =>
    app.db.collection('mails').countDocuments({ to, kind: 'password_reset' });

  it('are five an hour per IP address, with or without an account, and other addresses are independent', async () => {
    const { email } = await registered();
    for (const requested of [email, `nobody-${api.name}@example.com`]) {
      const at = freshAddress();
      for (let i = 0; i < 5; i++)
        expect((await ask(requested, at)).body).toEqual({ accepted: true });
      expect((await ask(requested, at)).code).toBe('rate_limited');
      expect((await ask(requested)).body).toEqual({ accepted: true });
    }
    await handleResets(app);
    expect(await mailsTo(email)).toBe(6);
  });

  it('send ten mails an hour, whose links all work', async () => {
    const { email, id } = await registered();
    for (let i = 0; i < 14; i++) expect((await ask(email)).body).toEqual({ accepted: true });
    await handleResets(app);
    expect(await mailsTo(email)).toBe(10);
    const resets = (await storedCustomer(app, id)).mailTokens?.filter(
      ({ kind }) => kind === 'reset',
    );
    expect(resets).toHaveLength(10);
    app.advance(hours(1));
    await ask(email);
    await handleResets(app);
    expect(await mailsTo(email)).toBe(11);
  });
});

describe('a session', () => {
  it('has separate limits for reads and writes, in addition to those of a key in the same request', async () => {
    const { session } = await register(app);
    const key = await app.keyFor('with a session', ['jobs:read']);
    const policies = async (path: string, given: string | null) => {
      const headers = { cookie: `session=${session}` };
      const answer = await app.rest('GET', path, { key: given, headers });
      return answer.headers.get('ratelimit');
    };
    expect(await policies('/v1/customer/auth/session', null)).toContain('"customer_reads";r=299');
    expect(await policies('/v1/customer/auth/session', key)).toContain('"customer_reads";r=298');
    expect(await policies('/v1/jobs', key)).toContain('"reads";r=');
    const logout = await app.rest('POST', '/v1/customer/auth/logout', {
      key: null,
      headers: { cookie: `session=${session}` },
      body: {},
    });
    expect(logout.headers.get('ratelimit')).toContain('"customer_writes";r=59');
  });
});

it('stores no email in the buckets', async () => {
  const { email } = await registered();
  // A wrong password is counted and stays in the bucket.
  const input = { email, password: 'not the password' };
  await restApi.call(app, 'loginCustomer', { input, headers: freshAddress() });
  await app.services.rateLimiter?.sync();
  const text = JSON.stringify(await app.db.collection('rate_limits').find({}).toArray());
  expect(text).toContain('logins:');
  expect(text).not.toContain('example.com');
});
