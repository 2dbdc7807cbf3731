import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apis, restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import {
  errorCodeOf,
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

const own = 'http://service.test';
const foreign: [string, Record<string, string>][] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['of no origin', { origin: 'null' }],
  ['of another port', { origin: `${own}:8080` }],
  ['of another site', { 'sec-fetch-site': 'cross-site' }],
  ['of a sibling domain', { origin: own, 'sec-fetch-site': 'same-site' }],
];
const ours: Record<string, string>[] = [
  {},
  { origin: own },
  { origin: own, 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
];

describe.each(apis)('a page over $name', (api) => {
  it.each(foreign)('%s changes nothing with the cookie', async (_, headers) => {
    const { id, session } = await register(app);
    const before = await storedCustomer(app, id);
    const input = { full_name: 'Mallory' };
    const { code, cookies } = await api.call(app, 'updateCustomer', { session, input, headers });
    expect(code).toBe('origin_refused');
    expect(cookies).toEqual([]);
    expect(await storedCustomer(app, id)).toEqual(before);
    // The cookie is not read, so the response reveals nothing about it.
    const unknown = { session: 'cs_unknown', input, headers };
    expect((await api.call(app, 'updateCustomer', unknown)).code).toBe('origin_refused');
    expect((await api.call(app, 'updateCustomer', { input, headers })).code).toBe(
      'session_missing',
    );
  });

  it.each(foreign)('%s cannot sign in', async (_, headers) => {
    const { email } = await register(app);
    const count = await app.db.collection('customers').countDocuments({});
    const logins = { input: { email, password }, headers };
    expect(await api.call(app, 'loginCustomer', logins)).toMatchObject({
      code: 'origin_refused',
      cookies: [],
    });
    const registers = { input: registration(), headers };
    expect((await api.call(app, 'registerCustomer', registers)).code).toBe('origin_refused');
    const resets = { input: { token: 'x'.repeat(20), password }, headers };
    expect((await api.call(app, 'resetCustomerPassword', resets)).code).toBe('origin_refused');
    expect(await app.db.collection('customers').countDocuments({})).toBe(count);
  });

  it('of this service can sign in and make changes', async () => {
    for (const headers of ours) {
      const { session } = await register(app);
      const input = { full_name: 'Ada King' };
      const { code } = await api.call(app, 'updateCustomer', { session, input, headers });
      expect(code).toBeUndefined();
    }
  });
});

describe('data read from another origin', () => {
  const headers = { origin: 'https://evil.example' };

  it('over GraphQL is the same as without the cookie', async () => {
    const { session } = await register(app);
    const cookie = `session=${session}`;
    const answer = await app.graphql(
      '{ customerSession { authenticated } services { serviceKey } }',
      {},
      {
        key: null,
        headers: { ...headers, cookie },
      },
    );
    expect(answer.errors?.map(({ extensions }) => extensions['code'])).toEqual(['SESSION_MISSING']);
    expect(answer.data.services).not.toEqual([]);
  });

  it('through a link to a documented path is visible only to the browser', async () => {
    const { session } = await register(app);
    const answer = await restApi.call(app, 'customerSession', {
      session,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.code).toBeUndefined();
  });

  it('is not available below /v1/customer/, which has no CORS', async () => {
    const preflight = { ...headers, 'access-control-request-method': 'POST' };
    for (const [path, allowed] of [
      ['/v1/customer/auth/session', null],
      ['/v1/jobs', '*'],
    ] as const) {
      const requested = await app.fetch(path, { headers });
      expect(requested.headers.get('access-control-allow-origin')).toBe(allowed);
      const flown = await app.fetch(path, { method: 'OPTIONS', headers: preflight });
      expect(flown.headers.get('access-control-allow-origin')).toBe(allowed);
    }
  });
});

describe('over https', () => {
  it('restricts the cookie to this host and to https', async () => {
    const { services } = app;
    const secure = { ...services, baseUrl: 'https://service.test' };
    const { createApp } = await import('../../src/app.js');
    const encrypted = createApp(secure);
    const post = (path: string, body: object, cookie = '') =>
      encrypted.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, origin: secure.baseUrl },
        body: JSON.stringify(body),
      });
    const registered = await post('/v1/customer/auth/register', registration());
    const [cookie = ''] = registered.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-session=cs_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=43200$/,
    );
    expect(registered.headers.getSetCookie()[1]).toMatch(
      /^__Host-device=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=31536000$/,
    );
    const secret = cookie.slice('__Host-session='.length, cookie.indexOf(';'));
    const named = (name: string) =>
      encrypted.request('/v1/customer/auth/session', { headers: { cookie: `${name}=${secret}` } });
    expect((await named('__Host-session')).status).toBe(200);
    expect((await named('session')).status).toBe(401);
    expect(await errorCodeOf(app, secret)).toBeUndefined();
  });
});

describe('an Idempotency-Key with a session', () => {
  const update = (session: string, key: string, name: string) =>
    app.rest('POST', '/v1/customer/account', {
      key: null,
      headers: { cookie: `session=${session}`, 'idempotency-key': key },
      body: { full_name: name },
    });

  it('belongs to the customer: the first response is repeated, and another customer starts a new request', async () => {
    const first = await register(app);
    const second = await register(app);
    const done = await update(first.session, 'rename', 'Ada King');
    const again = await update(first.session, 'rename', 'Ada King');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(done.body);
    expect((await storedCustomer(app, first.id)).revision).toBe(2);
    expect((await update(first.session, 'rename', 'Other')).body.code).toBe(
      'idempotency_key_reused',
    );
    const other = await update(second.session, 'rename', 'Ada King');
    expect(other.headers.get('idempotent-replayed')).toBeNull();
    expect(other.body.account_id).toBe(second.id);
  });

  it('never repeats or stores a cookie', async () => {
    const { email, session, id } = await register(app);
    const signIn = () =>
      app.rest('POST', '/v1/customer/auth/login', {
        key: null,
        headers: { 'idempotency-key': 'sign-in' },
        body: { email, password },
      });
    // Without a session, the key is ignored.
    expect(sessionIn((await signIn()).headers.getSetCookie())).toMatch(/^cs_/);
    expect((await signIn()).headers.get('idempotent-replayed')).toBeNull();
    const key = await app.keyFor('kept', ['jobs:read']);
    const change = (secret: string) =>
      app.rest('POST', '/v1/customer/account/password', {
        key,
        headers: { cookie: `session=${secret}`, 'idempotency-key': 'change' },
        body: { current_password: password, new_password: 'another long password' },
      });
    const changed = await change(session);
    expect(changed.status).toBe(200);
    const newer = sessionIn(changed.headers.getSetCookie());
    // The original session has ended; the stored response belongs to the customer, not to the session.
    expect((await change(session)).body.code).toBe('session_invalid');
    const again = await change(newer);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(changed.body);
    expect(again.headers.getSetCookie()).toEqual([]);
    expect((await storedCustomer(app, id)).sessions).toHaveLength(1);
  });
});
