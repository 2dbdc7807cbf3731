import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail } from '../../src/modules/mail/mail.js';
import { made } from '../customer-request/support/requests.js';
import { account } from '../notice/support/scene.js';
import { apis, restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { both, eventsOf, request, stored } from './support/flow.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' });
});
afterAll(() => app.stop());

describe.each(apis)('updateSiteCheckContact over $name', (api) => {
  it('stores the address and mails the link to it once', async () => {
    const opened = await request(app, { requester_email: 'ada@example.org' });
    await eventsOf(app, opened.id);
    await app.services.followers.catchUp();
    const input = { requester_email: 'grace@example.org' };
    for (let i = 0; i < 2; i += 1) {
      const { code } = await api.call(app, 'updateSiteCheckContact', { ...opened, input });
      expect(code).toBeUndefined();
    }
    expect((await stored(app, opened.id)).requesterEmail).toBe('grace@example.org');
    const events = await eventsOf(app, opened.id);
    expect(events.filter((type) => type === 'site_check.contact_changed')).toHaveLength(1);
    await app.services.followers.catchUp();
    const mails = await app.db
      .collection<Mail>('mails')
      .find({ 'about.requestId': opened.id, kind: 'request_received', to: 'grace@example.org' })
      .toArray();
    expect(mails).toHaveLength(1);
  });

  it('rejects text that is not an address, and a wrong or missing token', async () => {
    const opened = await request(app, { requester_email: 'ada@example.org' });
    const call = async (email: string, token: string) => {
      const input = { requester_email: email };
      return api.call(app, 'updateSiteCheckContact', { ...opened, token, input });
    };
    expect((await call('ada at example.org', opened.token)).code).toBeDefined();
    const wrong = await call('grace@example.org', 'x'.repeat(43));
    expect(wrong.code).toBe('site_check_not_found');
    expect((await stored(app, opened.id)).requesterEmail).toBe('ada@example.org');
  });

  it("rejects a customer's site check, whose mail goes to the account", async () => {
    const own = await made(app, await account(app));
    const before = await both(app, own);
    const input = { requester_email: 'grace@example.org' };
    const { id, token } = own;
    const { code } = await api.call(app, 'updateSiteCheckContact', { id, token, input });
    expect(code).toBe('already_claimed');
    expect(await both(app, own)).toEqual(before);
  });
});

it('rejects the token of an erased site check', async () => {
  const opened = await request(app, { requester_email: 'ada@example.org' });
  await restApi.call(app, 'eraseSiteCheck', opened);
  const input = { requester_email: 'grace@example.org' };
  const { code } = await restApi.call(app, 'updateSiteCheckContact', { ...opened, input });
  expect(code).toBe('site_check_not_found');
  expect((await stored(app, opened.id)).requesterEmail).toBeNull();
});
