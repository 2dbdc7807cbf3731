import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestMailToken } from '../../src/modules/customer/mail-token.js';
import { startTestApp, type TestApp } from '../support/app.js';
import {
  login,
  password,
  refusalOf,
  register,
  sessionIn,
  storedCustomer,
} from './support/accounts.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const newPassword = 'another long password';
const confirmToken = async (id: string) =>
  (await newestMailToken(app.services, id, 'confirm'))?.token ?? '';

/** Sends a form of a page as a browser without script does. */
async function submit(path: string, fields: Record<string, string>, session?: string) {
  const answer = await app.fetch(path, {
    method: 'POST',
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      ...(session !== undefined && { cookie: `session=${session}` }),
    },
    body: new URLSearchParams(fields).toString(),
  });
  return {
    status: answer.status,
    cookies: answer.headers.getSetCookie(),
    page: await answer.text(),
  };
}

describe('the page of a confirmation mail', () => {
  it('confirms the address in the session that registered, which goes on', async () => {
    const { id, email, session } = await register(app);
    const token = await confirmToken(id);
    const { status, page } = await submit('/confirm-email', { do: 'confirm', token }, session);
    expect(status).toBe(200);
    expect(page).toContain('Your email is confirmed.');
    expect(page).not.toContain('New password');
    expect((await storedCustomer(app, id)).emailConfirmedAt).toBeInstanceOf(Date);
    expect(await refusalOf(app, session)).toBeUndefined();
    await login(app, email);
  });

  it('asks for a new password in another browser, and signs out whoever registered', async () => {
    const { id, email, session } = await register(app);
    const token = await confirmToken(id);
    const confirmed = await submit('/confirm-email', { do: 'confirm', token });
    expect(confirmed.page).toContain('Choose a new password.');
    expect(confirmed.page).toContain(`name="token" value="${token}"`);
    expect(await refusalOf(app, session)).toBe('session_invalid');
    const old = await submit('/sign-in', { email, password });
    expect([old.status, old.cookies]).toEqual([401, []]);
    const fields = { do: 'set', token, password: newPassword };
    const set = await submit('/reset-password', fields);
    expect(set.page).toContain('Your password is set. You are signed in.');
    expect(await refusalOf(app, sessionIn(set.cookies))).toBeUndefined();
    expect((await submit('/reset-password', fields)).page).toContain('This link no longer works.');
    await login(app, email, newPassword);
  });

  it('rejects an empty and a wrong code, and changes nothing', async () => {
    const { id, session } = await register(app);
    const before = await storedCustomer(app, id);
    const empty = await submit('/confirm-email', { do: 'confirm', token: ' ' }, session);
    expect([empty.status, empty.page.includes('Fill this in.')]).toEqual([422, true]);
    for (const [token, status] of [
      ['short', 422],
      ['x'.repeat(30), 401],
    ] as const) {
      const wrong = await submit('/confirm-email', { do: 'confirm', token });
      expect(wrong.status).toBe(status);
      expect(wrong.page).toContain('This link no longer works.');
    }
    expect(await storedCustomer(app, id)).toEqual(before);
  });
});
