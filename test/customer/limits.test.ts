import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import { faces, restFace } from '../support/faces.js';
import { login, password, register, registration, storedCustomer } from './support/accounts.js';

const minutes = (count: number) => count * 60_000;

let app: TestApp;
beforeAll(async () => {
  // From a proxy that names each client, at the start of an hour.
  const env = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };
  app = await startTestApp(env, { frozenAt: new Date('2026-11-22T10:00:00Z') });
});
afterAll(() => app.stop());

let address = 0;
/** An address that nobody used before. */
const fresh = () => ({ 'x-forwarded-for': `192.0.2.${++address}` });
const registered = async (headers = fresh()) => {
  const input = registration();
  const { body, cookies } = await restFace.call(app, 'registerCustomer', { input, headers });
  return { email: input.email, id: body.account.account_id, cookies };
};

describe.each(faces)('failed logins over $name', (face) => {
  const attempt = (email: string, given: string, headers = fresh()) =>
    face.call(app, 'loginCustomer', { input: { email, password: given }, headers });

  it('are ten in fifteen minutes: then the right password is refused too', async () => {
    const { email, id } = await registered();
    // From as many addresses as one likes, in any writing of the email.
    for (let i = 0; i < 10; i++) {
      const written = i % 2 ? email : email.toUpperCase();
      expect((await attempt(written, 'not the password')).code).toBe('login_failed');
    }
    const before = await storedCustomer(app, id);
    expect((await attempt(email, password)).code).toBe('rate_limited');
    expect(await storedCustomer(app, id)).toEqual(before);
    app.advance(minutes(15));
    expect((await attempt(email, password)).code).toBeUndefined();
  });

  it('are counted when they come all at once', async () => {
    const { email } = await registered();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => attempt(email, 'not the password')),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 'login_failed')).toHaveLength(10);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(10);
  });

  it('do not count those that succeed', async () => {
    const { email } = await registered();
    for (let i = 0; i < 12; i++) expect((await attempt(email, password)).code).toBeUndefined();
  });

  it('of an address are twenty misses in ten minutes, whatever the emails', async () => {
    const headers = fresh();
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

it('counts a wrong current password as a failed login', async () => {
  const { email } = await registered();
  const session = await login(app, email);
  const change = (current: string) =>
    restFace.call(app, 'changeCustomerPassword', {
      session,
      headers: fresh(),
      input: { current_password: current, new_password: 'another long password' },
    });
  for (let i = 0; i < 10; i++) expect((await change('wrong one')).code).toBe('login_failed');
  expect((await change(password)).code).toBe('rate_limited');
});

it('limits registrations to ten an hour an address, refused ones included', async () => {
  app.advance(hours(1));
  const headers = fresh();
  const { email } = await registered(headers);
  for (let i = 0; i < 9; i++) {
    const input = registration({ email });
    const { code } = await restFace.call(app, 'registerCustomer', { input, headers });
    expect(code).toBe('email_taken');
  }
  const count = await app.db.collection('customers').countDocuments({});
  const one = { input: registration(), headers };
  expect((await restFace.call(app, 'registerCustomer', one)).code).toBe('rate_limited');
  expect(await app.db.collection('customers').countDocuments({})).toBe(count);
  app.advance(hours(1));
  expect((await restFace.call(app, 'registerCustomer', one)).code).toBeUndefined();
});

describe('mails about an account', () => {
  it('that confirm are five an hour, the first of them at registration', async () => {
    const { email } = await registered();
    const session = await login(app, email);
    const resend = () =>
      restFace.call(app, 'resendCustomerConfirmation', { session, headers: fresh() });
    for (let i = 0; i < 4; i++) expect((await resend()).code).toBeUndefined();
    expect((await resend()).code).toBe('rate_limited');
    app.advance(hours(1));
    expect((await resend()).code).toBeUndefined();
  });

  it('that reset are five an hour, and the limit does not say whether there is an account', async () => {
    const { email } = await registered();
    for (const asked of [email, 'nobody-at-all@example.com']) {
      const ask = () =>
        restFace.call(app, 'requestPasswordReset', { input: { email: asked }, headers: fresh() });
      for (let i = 0; i < 5; i++) expect((await ask()).body).toEqual({ accepted: true });
      expect((await ask()).code).toBe('rate_limited');
    }
  });

  it('wrong tokens of which count as misses', async () => {
    const headers = fresh();
    const confirm = (i: number) =>
      restFace.call(app, 'confirmCustomerEmail', {
        input: { token: `no-token-of-ours-number-${i}` },
        headers,
      });
    for (let i = 0; i < 20; i++) expect((await confirm(i)).code).toBe('token_invalid');
    expect((await confirm(20)).code).toBe('rate_limited');
  });
});

describe('a session', () => {
  it('has reads and writes of its own, beside those of a key that comes with it', async () => {
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

it('keeps no email in the buckets', async () => {
  await registered();
  await app.services.rateLimiter?.sync();
  const text = JSON.stringify(await app.db.collection('rate_limits').find({}).toArray());
  expect(text).toContain('logins:');
  expect(text).not.toContain('example.com');
});
