import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import { unchanged } from '../evidence/support/scene.js';
import {
  alan,
  claimed,
  confirmEmail,
  grace,
  invite,
  invitesOf,
  task,
  tokenOf,
} from '../invite/support/invites.js';
import { type Opened, request, select } from '../site-check/support/flow.js';
import { type Api, apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

interface Credential {
  session?: string;
  key?: string | null;
}

/** The six operations on invites, each on a request and its invite. */
const calls: [name: string, ofInvite: boolean, input?: Record<string, unknown>][] = [
  ['createSelfServiceInvite', false, grace],
  ['selfServiceInvites', false],
  ['selfServiceInvite', true],
  ['resendSelfServiceInvite', true],
  ['reassignSelfServiceInvite', true, alan],
  ['revokeSelfServiceInvite', true, {}],
];

/** Returns the codes of all six operations, and asserts that they change nothing. */
async function codesOf(api: Api, opened: Opened, inviteId: string, credential: Credential) {
  return unchanged(app, opened.jobId, async () => {
    const codes: (string | undefined)[] = [];
    for (const [name, ofInvite, input] of calls) {
      const id = ofInvite ? inviteId : opened.id;
      const call = { id, ...(input && { input }), ...credential };
      codes.push((await api.call(app, name, call)).code);
    }
    return codes;
  });
}

describe.each(apis)('a customer over $name', (api) => {
  it('creates an invite, and reads, resends, reassigns and revokes it', async () => {
    const { opened, account } = await claimed(app);
    const { session } = account;
    const call = (name: string, id: string, input?: Record<string, unknown>) =>
      api.call(app, name, { id, session, ...(input && { input }) });
    const first = await invite(app, opened, alan, api, { session });
    expect((await task(app, tokenOf(first))).status).toBe(200);
    const read = await call('selfServiceInvite', first.invite_id);
    expect(read.body).toMatchObject({ session_state: 'opened', capture_url: first.capture_url });
    const again = await call('resendSelfServiceInvite', first.invite_id);
    expect(again.body).toMatchObject({ invite_id: first.invite_id, status: 'active' });
    const second = await call('reassignSelfServiceInvite', first.invite_id, grace);
    expect(second.body).toMatchObject({ status: 'active', invitee_email: 'grace@example.org' });
    const list = await call('selfServiceInvites', opened.id);
    expect(list.body.map((one: { invite_id: string }) => one.invite_id)).toEqual([
      second.body.invite_id,
      first.invite_id,
    ]);
    const revoked = await call('revokeSelfServiceInvite', second.body.invite_id, {});
    expect(revoked.body.status).toBe('invalidated');
  });

  it("has no access to another customer's invites", async () => {
    const { opened, account } = await claimed(app);
    const { invite_id } = await invite(app, opened, grace, api, { session: account.session });
    const { session } = await register(app);
    expect(await codesOf(api, opened, invite_id, { session })).toEqual([
      'site_check_not_found',
      'site_check_not_found',
      ...Array(4).fill('invite_not_found'),
    ]);
  });

  it('must sign in; a key needs the scope', async () => {
    const { opened, account } = await claimed(app);
    const { invite_id } = await invite(app, opened, grace, api, { session: account.session });
    const none = { key: null };
    expect(await codesOf(api, opened, invite_id, none)).toEqual(Array(6).fill('session_missing'));
    const key = await app.keyFor('an integrator', ['jobs:read', 'jobs:write']);
    expect(await codesOf(api, opened, invite_id, { key })).toEqual(Array(6).fill('scope_missing'));
  });

  it("has no invites for a guest's site check", async () => {
    const opened = await request(app);
    await select(app, opened, 'self_service');
    const { invite_id } = await invite(app, opened, grace, api);
    const { session } = await register(app);
    expect(new Set(await codesOf(api, opened, invite_id, { session }))).toEqual(
      new Set(['site_check_not_found', 'invite_not_found']),
    );
  });

  it("sends no mail before the account's address is confirmed", async () => {
    const { opened, account } = await claimed(app);
    const { session } = account;
    const first = await invite(app, opened, grace, api, { session });
    const skipped = { delivery_status: 'skipped', delivery_error: 'address_not_confirmed' };
    expect(first).toMatchObject({ status: 'active', channel: 'email', ...skipped });
    expect((await task(app, tokenOf(first))).status).toBe(200);
    await confirmEmail(app, account);
    const { body } = await api.call(app, 'resendSelfServiceInvite', {
      id: first.invite_id,
      session,
    });
    expect(body).toMatchObject({ delivery_error: 'mail_not_configured' });
    const mails = await app.services.mails.listOf({ inviteId: first.invite_id });
    const [stored] = await invitesOf(app, opened);
    expect(mails.map(({ _id }) => _id).toSorted()).toEqual(
      stored?.sends.map(({ mailId }) => mailId).toSorted(),
    );
  });
});
