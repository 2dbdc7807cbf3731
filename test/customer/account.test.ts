import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestMailToken } from '../../src/modules/customer/mail-token.js';
import type { Mail } from '../../src/modules/mail/mail.js';
import { apis } from '../support/apis.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import {
  errorCodeOf,
  eventsOf,
  handleResets,
  login,
  password,
  register,
  requestReset,
  sessionIn,
  storedCustomer,
} from './support/accounts.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const tokenFor = async (id: string, kind: 'confirm' | 'reset') => {
  const newest = await newestMailToken(app.services, id, kind);
  if (!newest) throw new Error(`no ${kind} token`);
  return newest.token;
};
/** Returns the kinds of mails queued for an account by a use case, not by an event. */
const mailsTo = async (customerId: string) =>
  (await app.db.collection<Mail>('mails').find({}).toArray())
    // Mails queued by an event have ids of version 5.
    .filter(({ _id, about }) => about.customerId === customerId && _id[14] === '7')
    .map(({ kind, to }) => ({ kind, to }));
const newPassword = 'another long password';

describe.each(apis)('signing out over $name', (api) => {
  it('ends only this session and clears the cookie', async () => {
    const { email, session } = await register(app);
    const other = await login(app, email);
    const { body, cookies } = await api.call(app, 'logoutCustomer', {
      session,
      input: { everywhere: false },
    });
    expect(body).toMatchObject({ authenticated: false, account: { email } });
    expect(sessionIn(cookies)).toBe('');
    expect(await errorCodeOf(app, session)).toBe('session_invalid');
    expect(await errorCodeOf(app, other)).toBeUndefined();
  });

  it('ends every session on request', async () => {
    const { email, session, id } = await register(app);
    const other = await login(app, email);
    await api.call(app, 'logoutCustomer', { session, input: { everywhere: true } });
    expect(await errorCodeOf(app, other)).toBe('session_invalid');
    expect((await storedCustomer(app, id)).sessions).toBeUndefined();
  });

  it('needs a session', async () => {
    const { code } = await api.call(app, 'logoutCustomer', { input: {} });
    expect(code).toBe('session_missing');
  });
});

describe.each(apis)('confirming an email over $name', (api) => {
  const confirm = (token: string, session?: string) =>
    api.call(app, 'confirmCustomerEmail', { input: { token }, session });

  it('is stored once, and keeps session and password, in the session that registered', async () => {
    const { id, email, session } = await register(app);
    const token = await tokenFor(id, 'confirm');
    expect((await confirm(token, session)).body).toMatchObject({ account_id: id });
    const { emailConfirmedAt, revision } = await storedCustomer(app, id);
    expect(emailConfirmedAt).toBeInstanceOf(Date);
    app.advance(hours(1));
    // The same link in another browser changes nothing.
    for (const used of [session, undefined]) {
      expect((await confirm(token, used)).body).toMatchObject({ account_id: id });
    }
    expect((await storedCustomer(app, id)).revision).toBe(revision);
    expect(await eventsOf(app, id)).toEqual(['customer.registered', 'customer.email_confirmed']);
    expect(await errorCodeOf(app, session)).toBeUndefined();
    await login(app, email);
    const input = { token, password: newPassword };
    expect((await api.call(app, 'resetCustomerPassword', { input })).code).toBe('token_invalid');
  });

  it.each(['no session', 'the session of another account', 'a session that has ended'])(
    'with %s ends every session and the password of the registration',
    async (used) => {
      const { id, email, session } = await register(app);
      const second = await login(app, email);
      const ended = await login(app, email);
      await api.call(app, 'logoutCustomer', { session: ended, input: {} });
      const other = await register(app);
      const carried = { 'no session': undefined, 'a session that has ended': ended }[used];
      const token = await tokenFor(id, 'confirm');
      const { body } = await confirm(token, used.includes('another') ? other.session : carried);
      expect(body).toMatchObject({ account_id: id, email });
      const stored = await storedCustomer(app, id);
      expect(stored.emailConfirmedAt).toBeInstanceOf(Date);
      expect(stored).not.toHaveProperty('passwordHash');
      expect(stored).not.toHaveProperty('sessions');
      for (const one of [session, second]) {
        expect(await errorCodeOf(app, one)).toBe('session_invalid');
      }
      const input = { email, password };
      expect((await api.call(app, 'loginCustomer', { input })).code).toBe('login_failed');
      expect(await errorCodeOf(app, other.session)).toBeUndefined();
    },
  );

  it('lets the same token set the new password, once', async () => {
    const { id, email } = await register(app);
    const token = await tokenFor(id, 'confirm');
    await confirm(token);
    expect((await confirm(token)).body).toMatchObject({ account_id: id });
    const reset = (given: string) =>
      api.call(app, 'resetCustomerPassword', { input: { token, password: given } });
    const { body, cookies } = await reset(newPassword);
    expect(body).toMatchObject({ authenticated: true, account: { account_id: id } });
    expect(await errorCodeOf(app, sessionIn(cookies))).toBeUndefined();
    expect((await reset('a third long password')).code).toBe('token_invalid');
    await login(app, email, newPassword);
    expect(await eventsOf(app, id)).toEqual([
      'customer.registered',
      'customer.email_confirmed',
      'customer.password_changed',
    ]);
  });

  it('also lets a reset mail set the new password', async () => {
    const { id, email } = await register(app);
    await confirm(await tokenFor(id, 'confirm'));
    await requestReset(app, email);
    const input = { token: await tokenFor(id, 'reset'), password: newPassword };
    expect((await api.call(app, 'resetCustomerPassword', { input })).code).toBeUndefined();
    await login(app, email, newPassword);
  });

  it('ends the session of a login in progress', async () => {
    const { id, email } = await register(app);
    const token = await tokenFor(id, 'confirm');
    const input = { email, password };
    const [signedIn] = await Promise.all([
      api.call(app, 'loginCustomer', { input }),
      confirm(token),
    ]);
    const stored = await storedCustomer(app, id);
    expect(stored).not.toHaveProperty('passwordHash');
    if (signedIn.code === undefined) {
      expect(await errorCodeOf(app, sessionIn(signedIn.cookies))).toBe('session_invalid');
    } else expect(signedIn.code).toBe('login_failed');
  });

  it('rejects any other token, and one that was replaced by a newer one', async () => {
    const { id, email, session } = await register(app);
    const older = await tokenFor(id, 'confirm');
    await api.call(app, 'resendCustomerConfirmation', { session });
    await requestReset(app, email);
    const before = await storedCustomer(app, id);
    const reset = await tokenFor(id, 'reset');
    const [head, claims] = older.split('.');
    for (const token of [older, reset, `${head}.${claims}.${'x'.repeat(86)}`, 'x'.repeat(20)]) {
      expect((await confirm(token)).code).toBe('token_invalid');
    }
    expect(await storedCustomer(app, id)).toEqual(before);
    expect((await confirm(await tokenFor(id, 'confirm'))).code).toBeUndefined();
  });

  it('rejects a token of two days ago', async () => {
    const { id, email } = await register(app);
    const token = await tokenFor(id, 'confirm');
    app.advance(hours(48));
    expect((await confirm(token)).code).toBe('token_expired');
    expect(await newestMailToken(app.services, id, 'confirm')).toBeNull();
    await login(app, email);
    expect((await storedCustomer(app, id)).mailTokens).toBeUndefined();
    expect((await confirm(token)).code).toBe('token_expired');
  });
});

describe.each(apis)('another confirmation mail over $name', (api) => {
  it('is queued for an unconfirmed address only', async () => {
    const { id, email, session } = await register(app);
    const { body } = await api.call(app, 'resendCustomerConfirmation', { session });
    expect(body).toMatchObject({ account_id: id, email });
    expect(await mailsTo(id)).toEqual([{ kind: 'confirm_email', to: email }]);
    await api.call(app, 'confirmCustomerEmail', {
      input: { token: await tokenFor(id, 'confirm') },
      session,
    });
    const before = await storedCustomer(app, id);
    expect((await api.call(app, 'resendCustomerConfirmation', { session })).code).toBeUndefined();
    expect(await storedCustomer(app, id)).toEqual(before);
    expect(await mailsTo(id)).toHaveLength(1);
    expect(await newestMailToken(app.services, id, 'confirm')).toBeNull();
  });

  it('needs a session', async () => {
    const { code } = await api.call(app, 'resendCustomerConfirmation', {});
    expect(code).toBe('session_missing');
  });
});

describe.each(apis)('resetting a password over $name', (api) => {
  const request = async (email: string) => {
    const answer = await api.call(app, 'requestPasswordReset', { input: { email } });
    await handleResets(app);
    return answer;
  };
  const reset = (input: object, session?: string) =>
    api.call(app, 'resetCustomerPassword', { input: { ...input }, session });

  it('responds in the same way whether or not there is an account', async () => {
    const { id, email } = await register(app);
    const known = await request(email.toUpperCase());
    const count = await app.db.collection('mails').countDocuments({ kind: 'password_reset' });
    const unknown = await request('nobody@example.com');
    expect(known.body).toEqual({ accepted: true });
    expect(unknown).toEqual(known);
    expect(await mailsTo(id)).toEqual([{ kind: 'password_reset', to: email }]);
    expect(await app.db.collection('mails').countDocuments({ kind: 'password_reset' })).toBe(count);
  });

  it('stores the same for a known and an unknown email before it responds', async () => {
    const { id, email } = await register(app);
    const requests = app.db.collection('password_resets');
    const before = await storedCustomer(app, id);
    const stored = [];
    for (const one of [email, 'nobody@example.com']) {
      await api.call(app, 'requestPasswordReset', { input: { email: one } });
      stored.push(await requests.find({}, { projection: { _id: 0, dueAt: 0 } }).toArray());
      await requests.deleteMany({});
    }
    expect(stored).toEqual([[{ emailKey: email }], [{ emailKey: 'nobody@example.com' }]]);
    expect(await storedCustomer(app, id)).toEqual(before);
    expect(await mailsTo(id)).toEqual([]);
  });

  it('deletes the request once it is handled, and sends one mail for it', async () => {
    const { id, email } = await register(app);
    await request(email);
    const [made] = await app.db
      .collection<Mail>('mails')
      .find({ to: email, kind: 'password_reset' })
      .toArray();
    const requests = app.db.collection<{ _id: string }>('password_resets');
    expect(await requests.countDocuments()).toBe(0);
    // Simulates a process killed before it deleted the request.
    const { mailTokens } = await storedCustomer(app, id);
    await requests.insertOne({ _id: made?._id ?? '', emailKey: email, dueAt: app.now() } as never);
    await handleResets(app);
    expect(await requests.countDocuments()).toBe(0);
    expect(await mailsTo(id)).toHaveLength(1);
    expect((await storedCustomer(app, id)).mailTokens).toEqual(mailTokens);
  });

  it('keeps the link of an earlier mail valid', async () => {
    const { id, email } = await register(app);
    await request(email);
    const token = await tokenFor(id, 'reset');
    await request(email);
    const newer = await tokenFor(id, 'reset');
    expect(newer).not.toBe(token);
    expect((await reset({ token, password: newPassword })).code).toBeUndefined();
    expect((await reset({ token: newer, password: newPassword })).code).toBe('token_invalid');
    expect((await storedCustomer(app, id)).mailTokens).toMatchObject([{ kind: 'confirm' }]);
    await login(app, email, newPassword);
  });

  it('ends every session, signs in, confirms the address, and works once', async () => {
    const { id, email, session } = await register(app);
    const other = await login(app, email);
    await request(email);
    const token = await tokenFor(id, 'reset');
    const { body, cookies } = await reset({ token, password: newPassword }, session);
    expect(body).toMatchObject({ authenticated: true, account: { account_id: id } });
    for (const ended of [session, other])
      expect(await errorCodeOf(app, ended)).toBe('session_invalid');
    expect(await errorCodeOf(app, sessionIn(cookies))).toBeUndefined();
    const stored = await storedCustomer(app, id);
    expect(stored.emailConfirmedAt).toBeInstanceOf(Date);
    expect(await eventsOf(app, id)).toEqual([
      'customer.registered',
      'customer.email_confirmed',
      'customer.password_changed',
    ]);
    expect((await reset({ token, password: 'a third long password' })).code).toBe('token_invalid');
    expect((await storedCustomer(app, id)).passwordHash).toBe(stored.passwordHash);
    await login(app, email, newPassword);
    const old = await api.call(app, 'loginCustomer', { input: { email, password } });
    expect(old.code).toBe('login_failed');
  });

  it('rejects the email as a password, a token of an hour ago, and a confirmation token', async () => {
    const { id, email } = await register(app);
    await request(email);
    const before = await storedCustomer(app, id);
    const token = await tokenFor(id, 'reset');
    const confirm = await tokenFor(id, 'confirm');
    expect((await reset({ token, password: email })).code).toBe('invalid_input');
    expect((await reset({ token: confirm, password: newPassword })).code).toBe('token_invalid');
    app.advance(hours(1));
    expect((await reset({ token, password: newPassword })).code).toBe('token_expired');
    expect(await storedCustomer(app, id)).toEqual(before);
  });

  it('succeeds for one of many concurrent calls', async () => {
    const { id, email } = await register(app);
    await request(email);
    const token = await tokenFor(id, 'reset');
    const passwords = Array.from({ length: 5 }, (_, i) => `${newPassword} ${i}`);
    const answers = await Promise.all(passwords.map((one) => reset({ token, password: one })));
    expect(answers.map(({ code }) => code ?? 'done').toSorted()).toEqual([
      'done',
      ...Array(4).fill('token_invalid'),
    ]);
    const won = passwords[answers.findIndex(({ code }) => code === undefined)];
    await login(app, email, won);
    expect(await eventsOf(app, id)).toHaveLength(3);
  });
});

describe.each(apis)('changing a password over $name', (api) => {
  const change = (session: string | undefined, current: string, next: string) =>
    api.call(app, 'changeCustomerPassword', {
      session,
      input: { current_password: current, new_password: next },
    });

  it('ends every other session and replaces this one', async () => {
    const { id, email, session } = await register(app);
    const other = await login(app, email);
    await requestReset(app, email);
    const { body, cookies } = await change(session, password, newPassword);
    expect(body).toMatchObject({ authenticated: true, account: { account_id: id } });
    for (const ended of [session, other])
      expect(await errorCodeOf(app, ended)).toBe('session_invalid');
    expect(await errorCodeOf(app, sessionIn(cookies))).toBeUndefined();
    expect(await eventsOf(app, id)).toContain('customer.password_changed');
    expect(await newestMailToken(app.services, id, 'reset')).toBeNull();
    await login(app, email, newPassword);
  });

  it('rejects a wrong password, the email as the new one, and a caller without a session', async () => {
    const { id, email, session } = await register(app);
    const before = await storedCustomer(app, id);
    expect((await change(session, 'not the password', newPassword)).code).toBe('login_failed');
    expect((await change(session, password, email)).code).toBe('invalid_input');
    expect((await change(undefined, password, newPassword)).code).toBe('session_missing');
    expect(await storedCustomer(app, id)).toEqual(before);
  });

  it('succeeds for one of two concurrent calls', async () => {
    const { id, email } = await register(app);
    const sessions = [await login(app, email), await login(app, email)];
    const answers = await Promise.all(
      sessions.map((session, i) => change(session, password, `${newPassword} ${i}`)),
    );
    const done = answers.filter(({ code }) => code === undefined);
    expect(done).toHaveLength(1);
    expect(await eventsOf(app, id)).toHaveLength(2);
  });
});

describe.each(apis)('updating an account over $name', (api) => {
  const update = (session: string | undefined, input: object) =>
    api.call(app, 'updateCustomer', { session, input: { ...input } });

  it('changes the given fields: an omitted one stays, a phone of null is removed', async () => {
    const { id, session } = await register(app);
    const { body } = await update(session, { full_name: 'Ada King' });
    expect(body).toMatchObject({ full_name: 'Ada King', phone: '+49 30 1234567' });
    const removed = await update(session, { full_name: null, phone: null });
    expect(removed.body).toMatchObject({ full_name: 'Ada King', phone: null });
    const stored = await storedCustomer(app, id);
    expect(stored.fullName).toBe('Ada King');
    expect('phone' in stored).toBe(false);
    expect((await update(session, {})).body).toMatchObject({ full_name: 'Ada King' });
    expect((await storedCustomer(app, id)).revision).toBe(stored.revision);
  });

  it('rejects invalid input and a caller without a session', async () => {
    const { id, session } = await register(app);
    const before = await storedCustomer(app, id);
    expect((await update(session, { phone: '123456' })).code).toBe('invalid_input');
    expect((await update(undefined, { full_name: 'Ada King' })).code).toBe('session_missing');
    expect(await storedCustomer(app, id)).toEqual(before);
  });
});

describe.each(apis)('accounts for operators over $name', (api) => {
  it('are found by their complete email and by id, only by operators', async () => {
    const { id, email, session } = await register(app);
    const { body } = await api.call(app, 'customer', { id });
    expect(Object.keys(body).toSorted()).toEqual(
      [
        'account_id',
        'created_at',
        'email',
        'full_name',
        'language',
        'last_login_at',
        'phone',
      ].toSorted(),
    );
    expect((await api.call(app, 'customer', { id: 'nobody' })).code).toBe('customer_not_found');
    const key = await app.keyFor('reader', ['jobs:read']);
    for (const operation of ['customer', 'customers']) {
      expect((await api.call(app, operation, { id, key })).code).toBe('scope_missing');
      expect((await api.call(app, operation, { id, session })).code).toBe('api_key_missing');
    }
    expect(email).toContain('@');
  });
});

describe('the list of accounts', () => {
  const list = (query: string) => app.rest('GET', `/v1/operator/customers?${query}`);

  it('is paginated, newest first, and filtered by a complete email', async () => {
    const made = [await register(app), await register(app), await register(app)];
    const ids = made.map(({ id }) => id).toReversed();
    const first = await list('limit=2');
    expect(first.body.map((one: { account_id: string }) => one.account_id)).toEqual(
      ids.slice(0, 2),
    );
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await app.rest('GET', next.replace('http://service.test', ''));
    expect(second.body[0].account_id).toBe(ids[2]);
    const { email = '', id } = made[1] ?? {};
    const found = await list(`email=${encodeURIComponent(` ${email.toUpperCase()}`)}`);
    expect(found.body).toEqual([expect.objectContaining({ account_id: id })]);
    expect((await list(`email=${email.slice(0, 5)}`)).body).toEqual([]);
    expect((await list('cursor=nonsense')).body.code).toBe('bad_cursor');
    expect((await list('limit=201')).status).toBe(422);
    const { data } = await app.graphql(
      '{ customers(first: 1) { nodes { accountId emailConfirmedAt } pageInfo { hasNextPage } } }',
    );
    expect(data.customers).toEqual({
      nodes: [{ accountId: ids[0], emailConfirmedAt: null }],
      pageInfo: { hasNextPage: true },
    });
  });
});
