import { afterAll, beforeAll, expect, it } from 'vitest';
import { upload } from '../evidence/support/scene.js';
import { assign, capture, paid, storedJob } from '../site-check/support/flow.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';
import { outcomes, received } from './support/scene.js';

let app: TestApp;
let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp(mailSettings(receiver));
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

const elevenMinutes = (hours(1) * 11) / 60;

it('notifies a guest of the verifier, and of photos that wait for a review for ten minutes', async () => {
  const opened = await paid(app, { requester_email: 'ada@example.org' });
  const token = await assign(app, opened.jobId);
  await sendMails(app);
  const going = await received(app, receiver, opened, 'verifier_on_way');
  expect(going.content.subject).toBe('A verifier is on the way: Is the shop open?');
  expect(going.content.text).toContain('The report is due by ');
  expect(going.content.html).toContain(`/site-checks/${opened.id}#${opened.token}`);

  const { steps } = await storedJob(app, opened.jobId);
  for (const { stepName } of steps.filter(({ required }) => required)) {
    // Near enough to count, too far to pass without a review.
    await upload(app, { token, fields: { step_name: stepName, latitude: '52.5244' } });
  }
  expect((await storedJob(app, opened.jobId)).status).toBe('submitted');
  await sendMails(app);
  expect(await outcomes(app, opened, 'photos_received')).toEqual(['queued null']);
  app.advance(elevenMinutes);
  await sendMails(app);
  const photos = await received(app, receiver, opened, 'photos_received');
  expect(photos.content.subject).toBe('All photos are in: Is the shop open?');
  expect(photos.content.html).toContain(`/site-checks/${opened.id}#${opened.token}`);
});

it('does not announce photos if the report follows within ten minutes', async () => {
  const opened = await paid(app, { requester_email: 'grace@example.org' });
  await capture(app, opened.jobId, await assign(app, opened.jobId));
  await sendMails(app);
  app.advance(elevenMinutes);
  await sendMails(app);
  expect(await outcomes(app, opened, 'photos_received')).toEqual(['skipped job_completed']);
  expect(await outcomes(app, opened, 'report_delivered')).toEqual(['sent null']);
});
