import { expect } from 'vitest';
import type { Customer } from '../../../src/modules/customer/customer.js';
import { resetDelay } from '../../../src/modules/customer/password-resets.js';
import { type Api, restApi } from '../../support/apis.js';
import type { TestApp } from '../../support/app.js';

export const password = 'a long enough password';

let count = 0;
/** Returns a valid registration with a unique email. */
export const registration = (fields: Record<string, unknown> = {}) => ({
  full_name: 'Ada Lovelace',
  email: `ada-${++count}@example.com`,
  phone: '+49 30 1234567',
  password,
  ...fields,
});

/** Returns the session secret that a response sets; empty if it removes the session. */
export const sessionIn = (cookies: readonly string[]): string => valueIn(cookies, 'session');
/** Returns the device cookie that a response sets. */
export const deviceIn = (cookies: readonly string[]): string => valueIn(cookies, 'device');

function valueIn(cookies: readonly string[], name: string): string {
  const [found, ...others] = cookies.flatMap((cookie) => {
    const [, value] = new RegExp(`^(?:__Host-)?${name}=([^;]*);`).exec(cookie) ?? [];
    return value === undefined ? [] : [value];
  });
  expect(others).toEqual([]);
  return found ?? `no ${name}`;
}

export interface Account {
  id: string;
  email: string;
  /** Secret of its session. */
  session: string;
}

/** Creates an account and signs in. */
export async function register(
  app: TestApp,
  fields: Record<string, unknown> = {},
  api: Api = restApi,
): Promise<Account> {
  const input = registration(fields);
  const { body, code, cookies } = await api.call(app, 'registerCustomer', { input });
  expect(code).toBeUndefined();
  return {
    id: body.account.account_id,
    email: input.email as string,
    session: sessionIn(cookies),
  };
}

/** Signs in again. @returns the secret of the session */
export async function login(app: TestApp, email: string, given = password): Promise<string> {
  const input = { email, password: given };
  const { code, cookies } = await restApi.call(app, 'loginCustomer', { input });
  expect(code).toBeUndefined();
  return sessionIn(cookies);
}

/** Handles a requested reset, which happens a few seconds after the response. */
export async function handleResets(app: TestApp): Promise<void> {
  app.advance(resetDelay.most);
  await app.services.passwordResets.handleDue();
}

/** Requests a password reset, and queues its mail. */
export async function requestReset(app: TestApp, email: string): Promise<void> {
  const { body } = await restApi.call(app, 'requestPasswordReset', { input: { email } });
  expect(body).toEqual({ accepted: true });
  await handleResets(app);
}

/** Returns the stored account without the outbox, which the relay empties. */
export async function storedCustomer(app: TestApp, id: string): Promise<Customer> {
  const found = await app.db.collection<Customer>('customers').findOne({ _id: id });
  if (!found) throw new Error(`no account ${id}`);
  return { ...found, outbox: [] };
}

/** Returns the error code for a session, or undefined if it is valid. */
export const errorCodeOf = async (app: TestApp, session: string | undefined) =>
  (await restApi.call(app, 'customerSession', { session })).code;

/** Returns the types of an account's events, in order. */
export async function eventsOf(app: TestApp, id: string): Promise<string[]> {
  await app.services.relay.drain();
  const events = await app.db
    .collection('events')
    .find({ 'data.customer_id': id })
    .sort({ seq: 1 })
    .toArray();
  return events.map(({ type }) => type as string);
}
