import { expect } from 'vitest';
import type { Customer } from '../../../src/modules/customer/customer.js';
import { claim } from '../../../src/modules/site-check/claim-site-check.js';
import { type Account, register } from '../../customer/support/accounts.js';
import {
  eventsOf,
  type Opened,
  request,
  select,
  storedJob,
} from '../../site-check/support/flow.js';
import { type Api, restApi } from '../../support/apis.js';
import type { Json, TestApp } from '../../support/app.js';

/** Chooses that the requester captures the evidence, which confirms the request. */
async function confirm(app: TestApp, opened: Opened): Promise<void> {
  expect((await select(app, opened, 'self_service')).code).toBeUndefined();
}

/** Creates a confirmed request whose requester captures the evidence. */
export async function confirmed(
  app: TestApp,
  fields: Record<string, unknown> = {},
): Promise<Opened> {
  const opened = await request(app, { requester_name: 'Ada Lovelace', ...fields });
  await confirm(app, opened);
  return opened;
}

/**
 * Creates such a request of a customer: of the given account, or of a new one. It is claimed before it is
 * confirmed, so the mail about the confirmation goes to the account.
 */
export async function claimed(
  app: TestApp,
  given?: Account,
): Promise<{ opened: Opened; account: Account }> {
  const account = given ?? (await register(app));
  const opened = await request(app, { requester_name: 'Ada Lovelace' });
  await claim(app.services, opened.token, account.id);
  await confirm(app, opened);
  return { opened, account };
}

/** Confirms the address of an account, like the link in its mail. */
export async function confirmEmail(app: TestApp, { id }: Pick<Account, 'id'>): Promise<void> {
  const set = { emailConfirmedAt: app.now() };
  await app.db.collection<Customer>('customers').updateOne({ _id: id }, { $set: set });
}

export const grace = { invitee_name: 'Grace Hopper', invitee_email: 'grace@example.org' };
export const alan = { invitee_name: 'Alan Turing', invitee_phone: '+49 30 1234567' };

/** Creates an invite. @returns the response body */
export async function invite(
  app: TestApp,
  { id }: Pick<Opened, 'id'>,
  input: Record<string, unknown> = grace,
  api: Api = restApi,
  credential: { session?: string } = {},
): Promise<Json> {
  const call = { id, input, ...credential };
  const { body, code } = await api.call(app, 'createSelfServiceInvite', call);
  expect(code).toBeUndefined();
  return body;
}

export const tokenOf = ({ capture_url }: { capture_url: string }) =>
  capture_url.split('#')[1] ?? '';

/** Reads the task of a capture link. */
export const task = (app: TestApp, token: string, method = 'GET') =>
  app.rest(method, '/v1/capture/task', {
    key: null,
    headers: { authorization: `Bearer ${token}` },
  });

export const invitesOf = async (app: TestApp, { jobId }: Pick<Opened, 'jobId'>) =>
  (await storedJob(app, jobId)).invites ?? [];

/** Returns the types of the events of a request's invites, in order. */
export const inviteEvents = async (app: TestApp, { id }: Pick<Opened, 'id'>) =>
  (await eventsOf(app, id)).filter((type) => type.startsWith('invite.'));
