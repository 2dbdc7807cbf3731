import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assign, capture, type Opened, storedJob } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { confirmed, inviteEvents, invitesOf, task } from './support/invites.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const start = async (opened: Opened) =>
  (await restApi.call(app, 'startSelfServiceCapture', opened)).body.capture_token as string;

describe.each(apis)("the requester's own link over $name", (api) => {
  const summaryOf = async (opened: Opened) =>
    (await api.call(app, 'siteCheck', opened)).body.self_service;

  it('is an invite of the job, opened by the first read of its task', async () => {
    const opened = await confirmed(app);
    expect(await storedJob(app, opened.jobId)).not.toHaveProperty('invites');
    const started = await api.call(app, 'startSelfServiceCapture', opened);
    const token = started.body.capture_token;
    const [invite] = await invitesOf(app, opened);
    expect(await summaryOf(opened)).toEqual({
      invite_id: invite?.inviteId,
      capture_session_id: invite?.tokenIds[0],
      status: 'active',
      channel: 'link',
      invitee_name: 'Ada Lovelace',
      invitee_role: null,
      preferred_language: null,
      language: 'en',
      operator_name: null,
      session_state: 'not_started',
      delivery_status: 'skipped',
      delivery_error: null,
      request_id: opened.id,
      job_id: opened.jobId,
      expires_at: started.body.expires_at,
      sent_at: null,
      opened_at: null,
      completed_at: null,
      invalidated_at: null,
      can_resend: true,
      can_reassign: true,
    });

    expect((await task(app, token, 'HEAD')).status).toBe(200);
    expect((await invitesOf(app, opened))[0]?.openedAt).toBeNull();
    const first = await api.call(app, 'captureTask', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(first.body).toMatchObject({ assignee_name: 'Ada Lovelace', kind: 'capture' });
    const openedAt = (await invitesOf(app, opened))[0]?.openedAt;
    expect(await summaryOf(opened)).toMatchObject({
      session_state: 'opened',
      opened_at: openedAt?.toISOString(),
    });
    const { revision } = await storedJob(app, opened.jobId);
    app.advance(1000);
    expect((await task(app, token)).status).toBe(200);
    expect((await storedJob(app, opened.jobId)).revision).toBe(revision);
    expect(await inviteEvents(app, opened)).toEqual(['invite.created', 'invite.opened']);

    await capture(app, opened.jobId, token, 'capture');
    const job = await storedJob(app, opened.jobId);
    expect(await summaryOf(opened)).toMatchObject({
      status: 'completed',
      session_state: 'submitted',
      completed_at: job.submittedAt?.toISOString(),
      invalidated_at: null,
      can_resend: false,
      can_reassign: false,
    });
  });
});

describe("the requester's own link", () => {
  it('is renewed under the same invite, any number of times', async () => {
    const opened = await confirmed(app);
    const first = await start(opened);
    const [before] = await invitesOf(app, opened);
    for (let again = 0; again < 6; again += 1) await start(opened);
    const last = await start(opened);
    const [after, ...others] = await invitesOf(app, opened);
    expect(others).toEqual([]);
    expect(after?.inviteId).toBe(before?.inviteId);
    expect(after?.tokenIds).toHaveLength(1);
    expect((await task(app, first)).body).toMatchObject({ code: 'token_invalid' });
    expect((await task(app, last)).status).toBe(200);
    expect((await inviteEvents(app, opened)).slice(0, 3)).toEqual([
      'invite.created',
      'invite.resent',
      'invite.resent',
    ]);
  });

  it("is invalidated by an operator's assignment, and created again after it", async () => {
    const opened = await confirmed(app);
    const own = await start(opened);
    const verifiers = await assign(app, opened.jobId);
    const [invite] = await invitesOf(app, opened);
    expect(invite?.invalidatedAt).toBeInstanceOf(Date);
    const { body } = await restApi.call(app, 'siteCheck', opened);
    expect(body.self_service).toMatchObject({ status: 'invalidated', can_resend: false });
    expect((await task(app, own)).body).toMatchObject({ code: 'token_invalid' });
    const again = await start(opened);
    expect((await task(app, verifiers)).body).toMatchObject({ code: 'token_invalid' });
    expect((await task(app, again)).status).toBe(200);
    const invites = await invitesOf(app, opened);
    expect(invites).toHaveLength(1);
    expect(invites[0]?.inviteId).not.toBe(invite?.inviteId);
  });

  it('is invalidated by the end of its request', async () => {
    const opened = await confirmed(app);
    await start(opened);
    expect((await restApi.call(app, 'cancelSiteCheck', opened)).code).toBeUndefined();
    const { body } = await restApi.call(app, 'siteCheck', opened);
    expect(body.self_service).toMatchObject({ status: 'invalidated', can_reassign: false });
    const { invites, updatedAt } = await storedJob(app, opened.jobId);
    expect(invites?.[0]?.invalidatedAt).toEqual(updatedAt);
  });

  it('expires with its token, and the job is open again', async () => {
    const opened = await confirmed(app);
    await start(opened);
    app.advance(24 * 3_600_000);
    const { body } = await restApi.call(app, 'siteCheck', opened);
    expect(body.self_service).toMatchObject({
      status: 'expired',
      invalidated_at: null,
      can_resend: true,
    });
    expect(await storedJob(app, opened.jobId)).toMatchObject({ status: 'open' });
  });

  it('is also shown if it was created before invites were recorded', async () => {
    const opened = await confirmed(app);
    await start(opened);
    const job = await storedJob(app, opened.jobId);
    await app.jobs.updateOne({ _id: opened.jobId }, { $unset: { invites: '' } });
    const { body } = await restApi.call(app, 'siteCheck', opened);
    expect(body.self_service).toMatchObject({
      invite_id: job.tokens[0]?.tokenId,
      status: 'active',
      channel: 'link',
      invitee_name: 'Ada Lovelace',
      session_state: 'not_started',
      expires_at: job.tokens[0]?.expiresAt.toISOString(),
      can_resend: true,
      can_reassign: false,
    });
    await assign(app, opened.jobId);
    const after = await restApi.call(app, 'siteCheck', opened);
    expect(after.body.self_service).toMatchObject({ status: 'invalidated' });
  });
});
