import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { connect } from '../../src/lib/mongo.js';
import type { Mail } from '../../src/modules/mail/mail.js';
import { registration } from '../customer/support/accounts.js';
import { killServices, spawnService } from '../support/process.js';
import { type MailReceiver, mailSettings, startMailReceiver } from '../support/smtp.js';
import { until } from '../support/until.js';
import { holdRelay } from './support/held-relay.js';

let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
});
afterEach(killServices);
afterAll(() => receiver.stop());

/** Starts a service on a database that sends its mail to the receiver. */
const startOn = (MONGODB_DB: string) =>
  spawnService({
    MONGODB_URI: inject('mongodbUri'),
    MONGODB_DB,
    SERVER_SECRET: 'secret-of-the-process-that-is-killed',
    ...mailSettings(receiver),
  });

async function registerAt(address: string) {
  const input = registration();
  const answer = await fetch(`${address}/v1/customer/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  expect(answer.status).toBe(201);
  return input;
}

it('resends a mail of a killed process with the same Message-ID, and logs it once', async () => {
  const MONGODB_DB = `test-${randomUUID()}`;
  const { client, db } = await connect(inject('mongodbUri'), MONGODB_DB);
  try {
    const first = startOn(MONGODB_DB);
    // The server accepts the mail after the sender is gone.
    receiver.rejectTexts(async () => {
      first.child.kill('SIGKILL');
      await first.ended;
      return null;
    });
    const input = await registerAt(await first.listening);
    await until(() => receiver.mails.length === 1);
    const mails = db.collection<Mail>('mails');
    const left = await mails.findOne({ to: input.email });
    expect(left).toMatchObject({ kind: 'confirm_email', status: 'sending', attempts: 1 });

    receiver.rejectTexts(() => null);
    // Simulates the expiry of the lease after a minute.
    await mails.updateOne({ _id: left?._id ?? '' }, { $set: { dueAt: new Date(1) } });
    await startOn(MONGODB_DB).listening;
    await until(async () => (await mails.findOne({ to: input.email }))?.status === 'sent');
    expect(receiver.mails.map(({ content }) => content.messageId)).toEqual([
      `<${left?.messageId}>`,
      `<${left?.messageId}>`,
    ]);
    const emitted = () => db.collection('events').find({ 'data.mail_id': left?._id }).toArray();
    await until(async () => (await emitted()).length > 0);
    expect((await emitted()).map(({ type }) => type)).toEqual(['email.sent']);
  } finally {
    await killServices();
    await db.dropDatabase();
    await client.close();
  }
}, 120_000);

it('sends the mail of an event that a killed process left without one, once', async () => {
  const MONGODB_DB = `test-${randomUUID()}`;
  const { client, db } = await connect(inject('mongodbUri'), MONGODB_DB);
  try {
    const free = await holdRelay(db);
    const first = startOn(MONGODB_DB);
    const input = await registerAt(await first.listening);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await db.collection('mails').countDocuments()).toBe(0);
    expect(receiver.to(input.email)).toEqual([]);

    await free();
    await startOn(MONGODB_DB).listening;
    const mails = db.collection<Mail>('mails');
    await until(async () => (await mails.findOne({ to: input.email }))?.status === 'sent');
    expect(await mails.countDocuments()).toBe(1);
    expect(receiver.to(input.email)).toHaveLength(1);
  } finally {
    await killServices();
    await db.dropDatabase();
    await client.close();
  }
}, 120_000);
