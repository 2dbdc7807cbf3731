import { expect, it } from 'vitest';
import * as flow from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { startTestApp } from '../support/app.js';
import { startPushService } from './support/push-service.js';

it('notifies the requester of every turn up to the report', async () => {
  const service = await startPushService();
  const app = await startTestApp({
    WEB_PUSH_CONTACT: 'mailto:operator@example.com',
    PUSH_URL_HOSTS: service.host,
  });
  try {
    const opened = await flow.request(app);
    const phone = service.browser('phone');
    const call = { ...opened, input: phone.input };
    await restApi.call(app, 'createSiteCheckPushSubscription', call);
    await flow.select(app, opened);
    await flow.end(app, await flow.checkout(app, opened), 'paid');
    await flow.capture(app, opened.jobId, await flow.assign(app, opened.jobId));
    // The report follows the last photo, and its notification follows the report.
    for (let round = 0; round < 3; round++) {
      await app.services.relay.drain();
      await app.services.followers.catchUp();
    }
    expect(phone.messages().map(({ title }) => title)).toEqual([
      "We've received your payment",
      'A verifier is on the way',
      'All photos are in',
      'Your report is ready',
    ]);
  } finally {
    await app.stop();
    await service.stop();
  }
});
