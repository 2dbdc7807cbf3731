import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../src/modules/job/job.js';
import { unchanged } from '../evidence/support/scene.js';
import {
  alan,
  confirmed,
  grace,
  invite,
  inviteEvents,
  invitesOf,
  task,
  tokenOf,
} from '../invite/support/invites.js';
import { assign, capture, type Opened, paid, storedJob } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import { validatorAt } from '../support/described.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const unknown = '019c1000-0000-7000-8000-000000000001';

describe.each(apis)('inviting over $name', (api) => {
  const act = async (name: string, id: string, input?: Record<string, unknown>) =>
    api.call(app, name, { id, ...(input && { input }) });

  /** Runs a call that must be rejected, and asserts that the job is unchanged. */
  const rejected = async (opened: Opened, code: string, run: () => Promise<{ code?: unknown }>) =>
    expect((await unchanged(app, opened.jobId, run)).code).toBe(code);

  it('stores the invite, its token’s record and the assignment in one write', async () => {
    const opened = await confirmed(app);
    const before = await storedJob(app, opened.jobId);
    const body = await invite(
      app,
      opened,
      { ...grace, invitee_role: 'Shop manager', preferred_language: 'en', expires_in_hours: 48 },
      api,
    );
    const job = await storedJob(app, opened.jobId);
    const [stored] = job.invites ?? [];
    const token = job.tokens.at(-1);
    expect(job).toMatchObject({ status: 'assigned', revision: before.revision + 1 });
    expect(job.assignment).toMatchObject({
      assigneeName: 'Grace Hopper',
      tokenId: token?.tokenId,
      expiresAt: token?.expiresAt,
    });
    expect(body).toEqual({
      invite_id: stored?.inviteId,
      capture_session_id: token?.tokenId,
      status: 'active',
      channel: 'email',
      invitee_name: 'Grace Hopper',
      invitee_role: 'Shop manager',
      invitee_phone: null,
      invitee_email: 'grace@example.org',
      preferred_language: 'en',
      language: 'en',
      operator_name: null,
      session_state: 'not_started',
      delivery_status: 'skipped',
      delivery_error: 'mail_not_configured',
      capture_url: expect.stringMatching(/^http:\/\/service\.test\/capture#ey/),
      request_id: opened.id,
      job_id: opened.jobId,
      expires_at: token?.expiresAt.toISOString(),
      sent_at: null,
      opened_at: null,
      completed_at: null,
      invalidated_at: null,
      can_resend: true,
      can_reassign: true,
    });
    expect(token?.expiresAt.getTime()).toBe((token?.createdAt.getTime() ?? 0) + hours(48));
    const isDescribed = validatorAt('components', 'schemas', 'CustomerSelfServiceInviteOut');
    expect(isDescribed(body), JSON.stringify(isDescribed.errors)).toBe(true);

    expect((await task(app, tokenOf(body))).body).toMatchObject({ assignee_name: 'Grace Hopper' });
    const read = await act('selfServiceInvite', body.invite_id);
    expect(read.body).toMatchObject({
      session_state: 'opened',
      opened_at: expect.any(String),
      capture_url: body.capture_url,
    });
    expect(await inviteEvents(app, opened)).toEqual(['invite.created', 'invite.opened']);
    expect(JSON.stringify(await storedJob(app, opened.jobId))).not.toContain(tokenOf(body));
  });

  const channels = [
    [{}, 'link', null],
    [{ invitee_phone: '+49301234567' }, 'sms', 'sms_not_configured'],
    [{ preferred_channel: 'sms', ...alan, ...grace }, 'sms', 'sms_not_configured'],
  ] as const;
  it.each(channels)('with %j uses the channel %s, and returns the link', async (...row) => {
    const [given, channel, error] = row;
    const opened = await confirmed(app);
    const body = await invite(app, opened, { invitee_name: 'Grace', ...given }, api);
    expect(body).toMatchObject({ channel, delivery_status: 'skipped', delivery_error: error });
    expect((await task(app, tokenOf(body))).status).toBe(200);
    expect((await invitesOf(app, opened))[0]?.sends).toEqual([
      { mailId: channel === 'link' ? null : expect.any(String), at: expect.any(Date) },
    ]);
  });

  it('treats null as 24 hours', async () => {
    const opened = await confirmed(app);
    const body = await invite(app, opened, { ...alan, expires_in_hours: null }, api);
    const [stored] = await invitesOf(app, opened);
    expect(Date.parse(body.expires_at)).toBe((stored?.createdAt.getTime() ?? 0) + hours(24));
  });

  const wrong = [
    [{}],
    [{ invitee_name: 'G' }],
    [{ ...grace, preferred_channel: 'fax' }],
    [{ ...grace, preferred_channel: 'sms' }],
    [{ ...alan, preferred_channel: 'email' }],
    [{ ...alan, invitee_phone: '123456' }],
    [{ ...grace, expires_in_hours: 169 }],
    [{ ...grace, expires_in_hours: 0 }],
    [{ ...grace, preferred_language: 'x'.repeat(21) }],
    [{ ...grace, invitee_role: 'x'.repeat(121) }],
  ];
  it('rejects invalid invites, and stores nothing', async () => {
    const opened = await confirmed(app);
    for (const [input] of wrong) {
      await rejected(opened, 'invalid_input', () =>
        act('createSelfServiceInvite', opened.id, input),
      );
    }
    const { invite_id } = await invite(app, opened);
    await rejected(opened, 'invalid_input', () =>
      act('reassignSelfServiceInvite', invite_id, { ...grace, preferred_channel: 'sms' }),
    );
    await rejected(opened, 'invalid_input', () =>
      act('revokeSelfServiceInvite', invite_id, { reason: 'x'.repeat(501) }),
    );
  });

  it('rejects a second invite while one is active, and replaces an expired one', async () => {
    const opened = await confirmed(app);
    const first = await invite(app, opened, { ...alan, expires_in_hours: 1 }, api);
    await rejected(opened, 'invite_active', () => act('createSelfServiceInvite', opened.id, grace));
    app.advance(hours(1));
    expect((await act('selfServiceInvite', first.invite_id)).body).toMatchObject({
      status: 'expired',
      invalidated_at: null,
      can_resend: true,
      capture_url: 'http://service.test/capture',
    });
    expect(await storedJob(app, opened.jobId)).toMatchObject({ status: 'open' });
    const second = await invite(app, opened, grace, api);
    const list = await act('selfServiceInvites', opened.id);
    expect(list.body.map((one: Job & { invite_id: string }) => one.invite_id)).toEqual([
      second.invite_id,
      first.invite_id,
    ]);
    expect(list.body.map(({ status }: { status: string }) => status)).toEqual([
      'active',
      'invalidated',
    ]);
  });

  it("replaces the requester's own link, and is replaced by a new one", async () => {
    const opened = await confirmed(app);
    const own = async () =>
      (await api.call(app, 'startSelfServiceCapture', opened)).body.capture_token as string;
    const first = await own();
    const body = await invite(app, opened, grace, api);
    expect((await task(app, first)).body).toMatchObject({ code: 'token_invalid' });
    expect((await task(app, tokenOf(body))).status).toBe(200);
    const second = await own();
    expect((await task(app, tokenOf(body))).body).toMatchObject({ code: 'token_invalid' });
    expect((await task(app, second)).status).toBe(200);
    expect((await act('selfServiceInvite', body.invite_id)).body).toMatchObject({
      status: 'invalidated',
      invalidated_at: expect.any(String),
      capture_url: 'http://service.test/capture',
    });
  });

  it('is rejected unless the job is self-service', async () => {
    const byOperator = await paid(app);
    await rejected(byOperator, 'invalid_transition', () =>
      act('createSelfServiceInvite', byOperator.id, grace),
    );
    const cancelled = await confirmed(app);
    await api.call(app, 'cancelSiteCheck', cancelled);
    await rejected(cancelled, 'invalid_transition', () =>
      act('createSelfServiceInvite', cancelled.id, grace),
    );
    expect((await act('selfServiceInvites', cancelled.id)).body).toEqual([]);
  });

  it('does not find invites of others', async () => {
    expect((await act('createSelfServiceInvite', unknown, grace)).code).toBe(
      'site_check_not_found',
    );
    expect((await act('selfServiceInvites', unknown)).code).toBe('site_check_not_found');
    expect((await act('selfServiceInvite', unknown)).code).toBe('invite_not_found');
    expect((await act('resendSelfServiceInvite', unknown)).code).toBe('invite_not_found');
    expect((await act('reassignSelfServiceInvite', unknown, grace)).code).toBe('invite_not_found');
    expect((await act('revokeSelfServiceInvite', unknown, {})).code).toBe('invite_not_found');
  });

  it('resends an invite with a new link, five times in total', async () => {
    const opened = await confirmed(app);
    const first = await invite(app, opened, grace, api);
    app.advance(hours(30));
    const again = await act('resendSelfServiceInvite', first.invite_id);
    expect(again.body).toMatchObject({
      invite_id: first.invite_id,
      status: 'active',
      can_resend: true,
    });
    expect(again.body.capture_session_id).not.toBe(first.capture_session_id);
    expect((await task(app, tokenOf(first))).body).toMatchObject({ code: 'token_expired' });
    expect((await task(app, tokenOf(again.body))).status).toBe(200);
    for (let sends = 3; sends <= 5; sends += 1) {
      expect((await act('resendSelfServiceInvite', first.invite_id)).code).toBeUndefined();
    }
    expect((await task(app, tokenOf(again.body))).body).toMatchObject({ code: 'token_invalid' });
    const { sends, tokenIds } = (await invitesOf(app, opened))[0] as NonNullable<
      Job['invites']
    >[number];
    expect(sends).toHaveLength(5);
    expect(new Set(sends.map(({ mailId }) => mailId)).size).toBe(5);
    expect(tokenIds).toHaveLength(5);
    await rejected(opened, 'invite_limit', () => act('resendSelfServiceInvite', first.invite_id));
    expect((await act('selfServiceInvite', first.invite_id)).body.can_resend).toBe(false);
    await act('revokeSelfServiceInvite', first.invite_id, {});
    await rejected(opened, 'invalid_transition', () =>
      act('resendSelfServiceInvite', first.invite_id),
    );
  });

  it('reassigns an invite to another person, whose link replaces the first', async () => {
    const opened = await confirmed(app);
    const first = await invite(app, opened, grace, api);
    const second = await act('reassignSelfServiceInvite', first.invite_id, alan);
    expect(second.body).toMatchObject({ status: 'active', invitee_name: 'Alan Turing' });
    expect(second.body.invite_id).not.toBe(first.invite_id);
    expect((await task(app, tokenOf(first))).body).toMatchObject({ code: 'token_invalid' });
    expect((await task(app, tokenOf(second.body))).status).toBe(200);
    expect((await act('selfServiceInvite', first.invite_id)).body).toMatchObject({
      status: 'invalidated',
      can_resend: false,
      can_reassign: false,
    });
    expect((await inviteEvents(app, opened)).slice(0, 2)).toEqual([
      'invite.created',
      'invite.reassigned',
    ]);
    const events = await app.services.events.list({ after: 0, limit: 10_000 });
    const emitted = events.find(
      ({ type, data }) => type === 'invite.reassigned' && data['request_id'] === opened.id,
    );
    expect(emitted?.data).toMatchObject({
      job_id: opened.jobId,
      invite_id: second.body.invite_id,
      replaced_invite_id: first.invite_id,
      status: 'assigned',
    });
    await rejected(opened, 'invalid_transition', () =>
      act('reassignSelfServiceInvite', first.invite_id, alan),
    );
  });

  it('revokes an invite, and the job is open again', async () => {
    const opened = await confirmed(app);
    const { invite_id, ...body } = await invite(app, opened, grace, api);
    const revoked = await act('revokeSelfServiceInvite', invite_id, { reason: 'Wrong person' });
    expect(revoked.body).toMatchObject({ status: 'invalidated', can_resend: false });
    expect((await task(app, tokenOf(body))).body).toMatchObject({ code: 'token_invalid' });
    expect(await storedJob(app, opened.jobId)).toMatchObject({ status: 'open', assignment: null });
    const again = await unchanged(app, opened.jobId, () =>
      act('revokeSelfServiceInvite', invite_id, { reason: null }),
    );
    expect(again.body).toEqual(revoked.body);
    expect((await invite(app, opened, grace, api)).status).toBe('active');
  });

  it('continues work that has begun, until the evidence is complete', async () => {
    const opened = await confirmed(app);
    const first = await invite(app, opened, alan, api);
    const { steps } = await storedJob(app, opened.jobId);
    await capture(app, opened.jobId, tokenOf(first), 'capture');
    const done = await act('selfServiceInvite', first.invite_id);
    expect(steps.length).toBeGreaterThan(1);
    expect(done.body).toMatchObject({
      status: 'completed',
      session_state: 'submitted',
      completed_at: expect.any(String),
      capture_url: 'http://service.test/capture',
      can_resend: false,
      can_reassign: false,
    });
    for (const name of ['resendSelfServiceInvite', 'revokeSelfServiceInvite']) {
      await rejected(opened, 'invalid_transition', () =>
        act(name, first.invite_id, name.startsWith('revoke') ? {} : undefined),
      );
    }
    const review = { decision: 'more', note: 'Not readable.' };
    await app.rest('POST', `/v1/jobs/${opened.jobId}/review`, { body: review });
    expect((await act('selfServiceInvite', first.invite_id)).body).toMatchObject({
      status: 'active',
      session_state: 'capturing',
      completed_at: null,
    });
    const second = await act('reassignSelfServiceInvite', first.invite_id, grace);
    expect(second.body).toMatchObject({ status: 'active', session_state: 'not_started' });
    expect(await storedJob(app, opened.jobId)).toMatchObject({ status: 'in_progress' });
    await act('revokeSelfServiceInvite', second.body.invite_id, {});
    expect(await storedJob(app, opened.jobId)).toMatchObject({
      status: 'in_progress',
      assignment: null,
    });
  });
});

describe('invites', () => {
  it("are invalidated by an operator's assignment", async () => {
    const opened = await confirmed(app);
    const { invite_id } = await invite(app, opened);
    await assign(app, opened.jobId);
    const { body } = await restApi.call(app, 'selfServiceInvite', { id: invite_id });
    expect(body).toMatchObject({ status: 'invalidated', can_resend: false });
  });

  it('are returned by paths with Cache-Control: no-store', async () => {
    const opened = await confirmed(app);
    const created = await app.rest(
      'POST',
      `/v1/customer/requests/${opened.id}/self-service-invites`,
      { body: grace },
    );
    expect(created.status).toBe(201);
    const path = `/v1/self-service/invites/${created.body.invite_id}`;
    expect(created.headers.get('location')).toBe(path);
    for (const { headers } of [created, await app.rest('GET', path)]) {
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});
