import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  alan,
  confirmed,
  grace,
  invite,
  inviteEvents,
  task,
  tokenOf,
} from '../invite/support/invites.js';
import { assign, type Opened, storedJob } from '../site-check/support/flow.js';
import { type ApiAnswer, apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const atOnce = 50;

/** Runs a call many times concurrently, alternating between REST and GraphQL. @returns the count of each code */
async function race(run: (api: (typeof apis)[number], i: number) => Promise<ApiAnswer>) {
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, i) => run(apis[i % 2] as (typeof apis)[number], i)),
  );
  const codes: Record<string, number> = {};
  for (const { code = 'done' } of answers) codes[code] = (codes[code] ?? 0) + 1;
  return { codes, done: answers.filter(({ code }) => code === undefined) };
}

/** Asserts the invariants of a job after any changes to its invites. */
async function expectSound({ jobId }: Opened): Promise<void> {
  const { invites = [], tokens, assignment, status } = await storedJob(app, jobId);
  const remaining = invites.filter(({ invalidatedAt }) => invalidatedAt === null);
  const working = tokens.filter(({ revokedAt }) => revokedAt === null);
  expect(remaining.length).toBeLessThanOrEqual(1);
  expect(working.map(({ tokenId }) => tokenId)).toEqual(
    assignment?.tokenId ? [assignment.tokenId] : [],
  );
  if (remaining[0]) {
    expect(remaining[0]).toBe(invites.at(-1));
    expect(remaining[0].tokenIds.at(-1)).toBe(assignment?.tokenId);
  }
  expect(status).toBe(assignment ? 'assigned' : 'open');
  for (const { tokenIds, sends } of invites) expect(tokenIds).toHaveLength(sends.length);
}

describe(`${atOnce} concurrent calls`, () => {
  it('create one invite', async () => {
    const opened = await confirmed(app);
    const { codes } = await race((api) =>
      api.call(app, 'createSelfServiceInvite', { id: opened.id, input: grace }),
    );
    expect(codes).toEqual({ done: 1, invite_active: atOnce - 1 });
    expect((await storedJob(app, opened.jobId)).invites).toHaveLength(1);
    expect(await inviteEvents(app, opened)).toEqual(['invite.created']);
    await expectSound(opened);
  });

  it('reassign an invite to one of them', async () => {
    const opened = await confirmed(app);
    const first = await invite(app, opened);
    const { codes, done } = await race((api, i) =>
      api.call(app, 'reassignSelfServiceInvite', {
        id: first.invite_id,
        input: { ...alan, invitee_name: `Alan ${i}` },
      }),
    );
    expect(codes).toEqual({ done: 1, invalid_transition: atOnce - 1 });
    const invites = (await storedJob(app, opened.jobId)).invites ?? [];
    expect(invites.map(({ invalidatedAt }) => invalidatedAt !== null)).toEqual([true, false]);
    expect((await task(app, tokenOf(first))).body).toMatchObject({ code: 'token_invalid' });
    expect((await task(app, tokenOf(done[0]?.body))).status).toBe(200);
    await expectSound(opened);
  });

  it('start the task only once', async () => {
    const opened = await confirmed(app);
    const token = tokenOf(await invite(app, opened));
    const headers = { authorization: `Bearer ${token}` };
    const { codes } = await race((api) => api.call(app, 'captureTask', { headers }));
    expect(codes).toEqual({ done: atOnce });
    expect(await inviteEvents(app, opened)).toEqual(['invite.created', 'invite.opened']);
  });

  it('change it in every way, and leave at most one valid link', async () => {
    const opened = await confirmed(app);
    let { invite_id: id } = await invite(app, opened);
    for (let round = 0; round < 4; round += 1) {
      await race((api, i) => {
        switch (i % 5) {
          case 0:
            return api.call(app, 'resendSelfServiceInvite', { id });
          case 1:
            return api.call(app, 'reassignSelfServiceInvite', { id, input: alan });
          case 2:
            return api.call(app, 'revokeSelfServiceInvite', { id, input: {} });
          case 3:
            return api.call(app, 'startSelfServiceCapture', opened);
          default:
            return api.call(app, 'createSelfServiceInvite', { id: opened.id, input: grace });
        }
      });
      await expectSound(opened);
      await assign(app, opened.jobId);
      await expectSound(opened);
      const next = await apis[0]?.call(app, 'createSelfServiceInvite', {
        id: opened.id,
        input: grace,
      });
      if (next?.code) expect(next.code).toBe('invite_limit');
      else id = next?.body.invite_id;
    }
    const { invites = [] } = await storedJob(app, opened.jobId);
    expect(invites.filter(({ own }) => !own).length).toBeLessThanOrEqual(20);
    expect(invites.filter(({ own }) => own).length).toBeLessThanOrEqual(1);
  });
});
