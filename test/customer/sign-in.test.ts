import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apis, restApi } from '../support/apis.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import {
  errorCodeOf,
  login,
  password,
  register,
  registration,
  sessionIn,
  storedCustomer,
} from './support/accounts.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const countAccounts = () => app.db.collection('customers').countDocuments({});

describe.each(apis)('registering over $name', (api) => {
  it('stores only hashes of password and session', async () => {
    const input = registration({ full_name: 'Ada King', email: ' Ada.King@Example.com' });
    input.email += api.name;
    const { body, cookies } = await api.call(app, 'registerCustomer', { input });
    const { account } = body;
    expect(body).toEqual({
      authenticated: true,
      account: {
        account_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        email: input.email,
        full_name: 'Ada King',
        phone: input.phone,
        language: 'en',
        created_at: expect.stringMatching(/Z$/),
        last_login_at: account.created_at,
      },
    });
    expect(cookies).toEqual([
      expect.stringMatching(
        /^session=cs_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/,
      ),
      expect.stringMatching(
        /^device=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
      ),
    ]);
    const stored = await storedCustomer(app, account.account_id);
    expect(stored).toMatchObject({
      status: 'active',
      emailKey: `ada.king@example.com${api.name.toLowerCase()}`,
      passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      emailConfirmedAt: null,
      revision: 1,
    });
    expect(stored.sessions).toEqual([
      expect.objectContaining({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    ]);
    const text = JSON.stringify(await app.db.collection('customers').find({}).toArray());
    expect(text).not.toContain(input.password);
    expect(text).not.toContain(sessionIn(cookies));
  });

  it('accepts an email of the maximum length once, and signs in with it', async () => {
    // More than 1,200 bytes, which exceeds the key size of an index.
    const end = `${api.name}@example.com`;
    const email = '\u{1f600}'.repeat(320 - end.length) + end;
    const { id } = await register(app, { email }, api);
    const input = registration({ email });
    expect((await api.call(app, 'registerCustomer', { input })).code).toBe('email_taken');
    expect(await app.db.collection('customers').countDocuments({ email })).toBe(1);
    const signedIn = await api.call(app, 'loginCustomer', { input: { email, password } });
    expect(signedIn.body.account.account_id).toBe(id);
    const path = `/v1/operator/customers?email=${encodeURIComponent(email)}`;
    expect((await app.rest('GET', path)).body).toMatchObject([{ account_id: id }]);
  });

  it('rejects an email that has an account, in any case', async () => {
    const { email } = await register(app, {}, api);
    const before = await countAccounts();
    const input = registration({ email: email.toUpperCase() });
    const { code, cookies } = await api.call(app, 'registerCustomer', { input });
    expect(code).toBe('email_taken');
    expect(cookies).toEqual([]);
    expect(await countAccounts()).toBe(before);
  });

  it('creates one account for an email that is registered many times concurrently', async () => {
    const inputs = Array.from({ length: 5 }, () =>
      registration({ email: `${api.name}@race.test` }),
    );
    const answers = await Promise.all(
      inputs.map((input) => api.call(app, 'registerCustomer', { input })),
    );
    expect(answers.map(({ code }) => code ?? 'made').toSorted()).toEqual([
      ...Array(4).fill('email_taken'),
      'made',
    ]);
    const emailKey = `${api.name.toLowerCase()}@race.test`;
    expect(await app.db.collection('customers').countDocuments({ emailKey })).toBe(1);
  });

  it.each([
    ['too short', { password: 'seven 7' }],
    ['the email', { email: 'ada@example.net', password: 'ADA@example.net' }],
    ['the email in another form', { email: 'ada@example.net', password: ' ada@example.net' }],
  ])('rejects a password that is %s', async (_, fields) => {
    const before = await countAccounts();
    const { code } = await api.call(app, 'registerCustomer', { input: registration(fields) });
    expect(code).toBe('invalid_input');
    expect(await countAccounts()).toBe(before);
  });
});

describe.each(apis)('signing in over $name', (api) => {
  it('accepts the email in any case and composition, and the password in any composition', async () => {
    const { email, id } = await register(app, { password: 'cafe\u0301 au lait' });
    const input = { email: ` ${email.toUpperCase()} `, password: 'caf\u00e9 au lait' };
    app.advance(hours(1));
    const { body, cookies } = await api.call(app, 'loginCustomer', { input });
    expect(body).toMatchObject({ authenticated: true, account: { account_id: id } });
    expect(await errorCodeOf(app, sessionIn(cookies))).toBeUndefined();
    const { lastLoginAt, createdAt, sessions } = await storedCustomer(app, id);
    expect((lastLoginAt as Date).getTime() - createdAt.getTime()).toBeGreaterThanOrEqual(hours(1));
    expect(sessions).toHaveLength(2);
  });

  it('treats an unknown email like a wrong password', async () => {
    const { email, id } = await register(app);
    const before = await storedCustomer(app, id);
    const wrong = { email, password: 'another password' };
    const unknown = { email: 'nobody@example.com', password: 'another password' };
    const answers = [];
    for (const input of [wrong, unknown]) {
      const answer = await api.call(app, 'loginCustomer', { input });
      expect(answer.code).toBe('login_failed');
      answers.push(answer);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await storedCustomer(app, id)).toEqual(before);
  });

  it('replaces the session of the request in the same write', async () => {
    const { email, id, session } = await register(app);
    const other = await login(app, email);
    const { revision } = await storedCustomer(app, id);
    const input = { email, password };
    const { cookies } = await api.call(app, 'loginCustomer', { input, session });
    expect((await storedCustomer(app, id)).revision).toBe(revision + 1);
    expect(await errorCodeOf(app, session)).toBe('session_invalid');
    expect(await errorCodeOf(app, other)).toBeUndefined();
    expect(await errorCodeOf(app, sessionIn(cookies))).toBeUndefined();
  });

  it("ends the request's session of another account", async () => {
    const first = await register(app);
    const second = await register(app);
    const input = { email: second.email, password };
    const { body } = await api.call(app, 'loginCustomer', { input, session: first.session });
    expect(body.account.account_id).toBe(second.id);
    expect(await errorCodeOf(app, first.session)).toBe('session_invalid');
  });
});

describe.each(apis)('a session over $name', (api) => {
  it('gives access to its account for twelve hours after the login, regardless of its use', async () => {
    const { session, id } = await register(app);
    app.advance(hours(11));
    const { body } = await api.call(app, 'customerSession', { session });
    expect(body).toMatchObject({ authenticated: true, account: { account_id: id } });
    app.advance(hours(1));
    const { code, cookies } = await api.call(app, 'customerSession', { session });
    expect(code).toBe('session_invalid');
    expect(cookies).toEqual(['session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0']);
  });

  it('is required, and rejected if it is unknown', async () => {
    const missing = await api.call(app, 'customerSession', {});
    expect(missing).toMatchObject({ code: 'session_missing', cookies: [] });
    const unknown = await api.call(app, 'customerSession', { session: `cs_${'x'.repeat(43)}` });
    expect(unknown.code).toBe('session_invalid');
    expect(sessionIn(unknown.cookies)).toBe('');
  });

  it('can be sent with a key, and each operation uses the credential that it declares', async () => {
    const { session, id } = await register(app);
    const key = await app.keyFor('of a customer too', ['jobs:read']);
    const { body } = await api.call(app, 'customerSession', { session, key });
    expect(body.account.account_id).toBe(id);
    expect((await api.call(app, 'jobs', { session, key })).code).toBeUndefined();
    expect((await api.call(app, 'jobs', { session, key: null })).code).toBe('api_key_missing');
    expect((await api.call(app, 'customerSession', { key })).code).toBe('session_missing');
  });
});

describe('sessions of an account', () => {
  it('are limited to twenty: the oldest ends', async () => {
    const { email, id, session } = await register(app);
    const second = await login(app, email);
    const { sessions = [] } = await storedCustomer(app, id);
    const others = Array.from({ length: 18 }, (_, i) => ({ ...sessions[0], hash: `${id} ${i}` }));
    await app.db
      .collection('customers')
      .updateOne({ _id: id as never }, { $push: { sessions: { $each: others } } as never });
    const last = await login(app, email);
    expect((await storedCustomer(app, id)).sessions).toHaveLength(20);
    expect(await errorCodeOf(app, session)).toBe('session_invalid');
    for (const kept of [second, last]) expect(await errorCodeOf(app, kept)).toBeUndefined();
  });

  it('record their use to the minute, outside the revision', async () => {
    const { id, session } = await register(app);
    const before = await storedCustomer(app, id);
    app.advance(30_000);
    await errorCodeOf(app, session);
    expect(await storedCustomer(app, id)).toEqual(before);
    app.advance(30_000);
    await errorCodeOf(app, session);
    const after = await storedCustomer(app, id);
    expect(after.revision).toBe(before.revision);
    const [used] = after.sessions ?? [];
    expect(used?.lastUsedAt.getTime()).toBeGreaterThanOrEqual(
      (before.sessions?.[0]?.lastUsedAt.getTime() ?? 0) + 60_000,
    );
  });

  it('are removed by the next write after they have expired', async () => {
    const { email, id } = await register(app);
    app.advance(hours(12));
    await login(app, email);
    expect((await storedCustomer(app, id)).sessions).toHaveLength(1);
  });
});

describe('a rejected password', () => {
  it('is never repeated in the response', async () => {
    const body = registration({ password: 'seven 7' });
    const answer = await app.rest('POST', '/v1/customer/auth/register', { body, key: null });
    expect(answer.status).toBe(422);
    const [issue] = answer.body.detail;
    expect(issue).toMatchObject({ loc: ['body', 'password'], input: '[redacted]' });
    expect(JSON.stringify(answer.body)).not.toContain('seven 7');
  });

  it('is reported by 401 with the scheme of the code', async () => {
    const challenge = async (path: string, init: RequestInit = {}) =>
      (await app.fetch(path, init)).headers.get('www-authenticate');
    const body = JSON.stringify({ email: 'nobody@example.com', password });
    const headers = { 'content-type': 'application/json' };
    expect(await challenge('/v1/customer/auth/login', { method: 'POST', headers, body })).toBe(
      'Session',
    );
    expect(await challenge('/v1/customer/auth/session')).toBe('Session');
    expect(await challenge('/v1/jobs')).toBe('ApiKey');
  });
});

it('rehashes at login when the parameters have changed', async () => {
  const { email, id } = await register(app);
  const { hash } = await import('@node-rs/argon2');
  const passwordHash = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await app.db.collection('customers').updateOne({ _id: id as never }, { $set: { passwordHash } });
  await login(app, email);
  const stored = await storedCustomer(app, id);
  expect(stored.passwordHash).toContain('$m=19456,t=2,p=1$');
  await login(app, email);
  expect((await storedCustomer(app, id)).passwordHash).toBe(stored.passwordHash);
});

it('rejects a login whose password was changed during its verification', async () => {
  const { email, id } = await register(app);
  const { customers, passwords } = app.services;
  const change = customers.change;
  customers.change = async (...all) => {
    customers.change = change;
    const passwordHash = await passwords.hash('a newer password');
    await app.db
      .collection('customers')
      .updateOne({ _id: id as never }, { $set: { passwordHash }, $inc: { revision: 1 } });
    return change(...all);
  };
  const { code } = await restApi.call(app, 'loginCustomer', { input: { email, password } });
  customers.change = change;
  expect(code).toBe('login_failed');
  expect((await storedCustomer(app, id)).sessions).toHaveLength(1);
});
