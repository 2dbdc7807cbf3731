import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { connect } from '../../src/lib/mongo.js';
import type { Job } from '../../src/modules/job/job.js';
import type { Mail } from '../../src/modules/mail/mail.js';
import { photo } from '../evidence/support/photos.js';
import { assign, upload, uploadForm } from '../evidence/support/scene.js';
import { paid, storedJob } from '../site-check/support/flow.js';
import { pilotKey, startTestApp } from '../support/app.js';
import { killServices, spawnService } from '../support/process.js';
import { type MailReceiver, mailSettings, startMailReceiver } from '../support/smtp.js';
import { until } from '../support/until.js';

let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
});
afterEach(killServices);
afterAll(() => receiver.stop());

it('completes a delivery whose process was killed while sending the mail, and reports it once', async () => {
  const MONGODB_DB = `test-${randomUUID()}`;
  const app = await startTestApp({ MONGODB_DB });
  const { jobId } = await paid(app, { requester_email: 'grace@example.org' });
  const token = await assign(app, jobId);
  const { steps } = await storedJob(app, jobId);
  const [last, ...others] = steps.filter((step) => step.required);
  for (const { stepName } of others) await upload(app, { token, fields: { step_name: stepName } });
  const fields = { step_name: last?.stepName };
  const form = uploadForm(app, { token, fields }, await photo());
  await app.stop({ keep: true });

  const { client, db } = await connect(inject('mongodbUri'), MONGODB_DB);
  const env = { MONGODB_URI: inject('mongodbUri'), MONGODB_DB, PILOT_API_KEY: pilotKey };
  const start = () => spawnService({ ...env, ...mailSettings(receiver) });
  const jobs = db.collection<Job>('jobs');
  const mails = db.collection<Mail>('mails');
  const delivery = async () =>
    (await jobs.findOne({ _id: jobId }))?.reports[0]?.deliveries?.[0]?.state;
  try {
    const first = start();
    receiver.rejectTexts(async () => {
      first.child.kill('SIGKILL');
      await first.ended;
      return null;
    });
    const address = await first.listening;
    const sent = await fetch(`${address}/v1/provider/evidence`, { method: 'POST', body: form });
    expect(await sent.json()).toMatchObject({ job_status: 'completed' });
    await until(() => receiver.mails.length === 1);
    const left = await mails.findOne({ kind: 'report_delivered' });
    expect([left?.status, await delivery()]).toEqual(['sending', 'pending']);

    receiver.rejectTexts(() => null);
    // Simulates the expiry of the lease after a minute.
    await mails.updateOne({ _id: left?._id ?? '' }, { $set: { dueAt: new Date(1) } });
    await start().listening;
    await until(async () => (await delivery()) === 'sent');
    expect(receiver.mails.map(({ content }) => content.messageId)).toEqual([
      `<${left?.messageId}>`,
      `<${left?.messageId}>`,
    ]);
    const emitted = async () =>
      (await db.collection('events').find({ 'data.job_id': jobId }).sort({ seq: 1 }).toArray())
        .map(({ type }) => type)
        .filter((type) => /^report\.deliver/.test(type));
    await until(async () => (await emitted()).includes('report.delivered'));
    expect(await emitted()).toEqual(['report.delivery_requested', 'report.delivered']);
  } finally {
    await killServices();
    await db.dropDatabase();
    await client.close();
  }
}, 180_000);
