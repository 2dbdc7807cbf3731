import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, login, register } from '../customer/support/accounts.js';
import { unchanged } from '../evidence/support/scene.js';
import { alan, claimed, grace, invite } from '../invite/support/invites.js';
import type { Opened } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { days, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  // Days begin at midnight UTC, so none ends during the test.
  app = await startTestApp({ RATE_LIMITS: 'on' }, { frozenAt: new Date('2026-03-01T09:00:00Z') });
});
afterAll(() => app.stop());

/** Sends as many mails as one invite can have. */
async function fiveMails({ session }: Account, opened: Opened): Promise<void> {
  const { invite_id: id } = await invite(app, opened, grace, restApi, { session });
  for (let sends = 2; sends <= 5; sends += 1) {
    const { code } = await restApi.call(app, 'resendSelfServiceInvite', { id, session });
    expect(code).toBeUndefined();
  }
}

it('sends 20 invite mails a day', async () => {
  const account = await register(app);
  const { session } = account;
  for (let requests = 0; requests < 4; requests += 1) {
    await fiveMails(account, (await claimed(app, account)).opened);
  }
  const { opened } = await claimed(app, account);
  for (const api of apis) {
    const rejected = await unchanged(app, opened.jobId, () =>
      api.call(app, 'createSelfServiceInvite', { id: opened.id, input: grace, session }),
    );
    expect(rejected.code).toBe('rate_limited');
  }
  // Without a mail there is no limit, and an operator's mails are not counted.
  const byPhone = await invite(app, opened, alan, restApi, { session });
  const id = byPhone.invite_id;
  const call = { id, input: grace, session };
  expect((await restApi.call(app, 'reassignSelfServiceInvite', call)).code).toBe('rate_limited');
  const byOperator = await restApi.call(app, 'reassignSelfServiceInvite', { id, input: grace });
  expect(byOperator.body).toMatchObject({ channel: 'email' });
  app.advance(days(1));
  const tomorrow = { id: byOperator.body.invite_id, session: await login(app, account.email) };
  expect((await restApi.call(app, 'resendSelfServiceInvite', tomorrow)).code).toBeUndefined();
});

it('does not count rejected requests', async () => {
  const { opened, account } = await claimed(app);
  const { session } = account;
  const { invite_id: id } = await invite(app, opened, grace, restApi, { session });
  for (let tries = 0; tries < 20; tries += 1) {
    const call = { id: opened.id, input: grace, session };
    expect((await restApi.call(app, 'createSelfServiceInvite', call)).code).toBe('invite_active');
  }
  expect((await restApi.call(app, 'resendSelfServiceInvite', { id, session })).code).toBe(
    undefined,
  );
});
