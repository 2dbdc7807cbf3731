import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { register as registerCustomer } from '../customer/support/accounts.js';
import { carriedOut, made } from '../customer-request/support/requests.js';
import { registerMany } from '../dispatch/support/scene.js';
import { ingest } from '../inbox/support/scene.js';
import { type PushService, startPushService } from '../push/support/push-service.js';
import * as flow from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';
import { startReceiver } from '../webhook/support/receiver.js';

let mails: MailReceiver;
let browsers: PushService;
let hooks: Awaited<ReturnType<typeof startReceiver>>;
const apps: TestApp[] = [];
const database = `test-${randomUUID()}`;

beforeAll(async () => {
  [mails, browsers, hooks] = await Promise.all([
    startMailReceiver(),
    startPushService(),
    startReceiver(),
  ]);
});
afterAll(async () => {
  const [last, ...others] = apps.reverse();
  for (const app of others) await app.stop({ keep: true });
  await last?.stop();
  await Promise.all([mails.stop(), browsers.stop(), hooks.stop()]);
});

async function start(): Promise<TestApp> {
  const app = await startTestApp({
    MONGODB_DB: database,
    AUTO_DISPATCH: 'on',
    WEB_PUSH_CONTACT: 'mailto:operator@example.com',
    PUSH_URL_HOSTS: browsers.host,
    WEBHOOK_URL_HOSTS: hooks.host,
    ...mailSettings(mails),
  });
  apps.push(app);
  return app;
}

async function call(app: TestApp, operation: string, request: Json): Promise<Json> {
  const { body, code } = await restApi.call(app, operation, request);
  expect([operation, code]).toEqual([operation, undefined]);
  return body;
}

/** Causes events of every kind that has consequences. */
async function play(app: TestApp): Promise<void> {
  await call(app, 'createWebhookEndpoint', { input: { url: hooks.url, all_integrators: true } });
  await registerMany(app, 2, { channel: 'email', email: 'kim@example.com' });
  const desk = browsers.browser('desk').input;
  await call(app, 'createOperatorPushSubscription', { input: desk });

  const guest = await flow.request(app, { requester_email: 'guest@example.com' });
  const phone = browsers.browser('phone').input;
  await call(app, 'createSiteCheckPushSubscription', { ...guest, input: phone });
  await sendMails(app);
  await flow.select(app, guest);
  await flow.end(app, await flow.checkout(app, guest), 'paid');
  await sendMails(app);
  await flow.capture(app, guest.jobId, await flow.assign(app, guest.jobId));
  await sendMails(app);
  const answers = [{ question_key: 'objective', value: 'no', comment: 'The door is shut.' }];
  await call(app, 'submitAnswers', { id: guest.jobId, input: { answers } });
  await sendMails(app);

  const customer = await registerCustomer(app);
  await carriedOut(app, await made(app, customer));
  await sendMails(app);
  const leaving = await registerCustomer(app);
  await made(app, leaving);
  await call(app, 'eraseCustomerAccount', { id: leaving.id, input: { force: true } });
  await sendMails(app);

  const mail = await app.db.collection<Json>('mails').findOne({ 'about.requestId': guest.id });
  await ingest(app, {
    from_email: 'MAILER-DAEMON@relay.example',
    body_text: `Action: failed\r\nStatus: 5.1.1\r\n\r\nMessage-ID: <${mail?.messageId}>`,
  });
  await call(app, 'createDirectorTicket', {
    input: {
      objective: 'Find a verifier in Porto',
      owning_plane: 'operations',
      requesting_plane: 'support',
    },
  });
  await sendMails(app);
}

/** Returns all documents, except the state of the background work itself. */
async function documents({ db }: TestApp): Promise<Json> {
  const names = (await db.listCollections().toArray()).map(({ name }) => name);
  // An erasure that is finished again renews its entry in the last one.
  const own = ['followers', 'leases', 'schedules', 'idempotency_erasures'];
  const found = names.filter((name) => !own.includes(name)).sort();
  const read = async (name: string) =>
    [name, await db.collection(name).find().sort({ _id: 1 }).toArray()] as const;
  return Object.fromEntries(await Promise.all(found.map(read)));
}

it('have no further consequences when two processes handle all of them again', async () => {
  const first = await start();
  await play(first);
  const pending = { status: 'pending' };
  const deliveries = first.db.collection('webhook_deliveries');
  await expect.poll(() => deliveries.countDocuments(pending), { timeout: 60_000 }).toBe(0);
  const sent = () => [hooks.posts.length, browsers.posts.length, mails.mails.length];
  const before = { sent: sent(), documents: await documents(first) };
  expect(Math.min(...before.sent)).toBeGreaterThan(1);

  const positions = first.db.collection('followers');
  await positions.updateMany({}, { $set: { seq: 0 } });
  const others = await Promise.all([start(), start()]);
  await Promise.all(others.map(sendMails));
  const last = await first.services.events.lastSeq();
  expect(await positions.countDocuments({ seq: { $ne: last } })).toBe(0);
  expect(await deliveries.countDocuments(pending)).toBe(0);
  expect({ sent: sent(), documents: await documents(first) }).toEqual(before);
}, 300_000);
