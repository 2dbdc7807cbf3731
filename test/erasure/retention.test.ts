import { afterAll, beforeAll, expect, it } from 'vitest';
import { retain } from '../../src/modules/erasure/retain.js';
import { createRetentionStore } from '../../src/modules/erasure/retention.store.js';
import { createJob, stored } from '../evidence/support/scene.js';
import * as inbox from '../inbox/support/scene.js';
import * as flow from '../site-check/support/flow.js';
import { days, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RETENTION_DAYS: '10' });
});
afterAll(() => app.stop());

const sweep = () => retain(app.services, createRetentionStore(app.db));

async function cancelled(): Promise<string> {
  const id = await createJob(app, { objective: 'Is the old shop open?' });
  expect((await app.rest('POST', `/v1/jobs/${id}/cancel`, { body: {} })).status).toBe(200);
  return id;
}

it('erases finished jobs RETENTION_DAYS after their last change, once an hour', async () => {
  const job = await cancelled();
  const check = await flow.request(app, { objective: 'Is the old shop open?' });
  await app.rest('POST', `/v1/public/site-checks/${check.id}/cancel`, {
    key: null,
    body: { access_token: check.token },
  });
  const open = await createJob(app);
  const { mails } = app.services;
  const mail = await mails.queue({
    kind: 'outbound',
    to: 'ada@example.com',
    about: {},
    text: 'Hello',
  });
  app.advance(days(9));
  const young = await cancelled();
  await sweep();
  expect(await stored(app, job)).not.toHaveProperty('erasedAt');
  app.advance(days(1));
  await sweep();
  expect(await stored(app, job)).toMatchObject({ objective: '[erased]', status: 'cancelled' });
  expect(await flow.stored(app, check.id)).toMatchObject({ objective: '[erased]' });
  for (const kept of [young, open]) expect(await stored(app, kept)).not.toHaveProperty('erasedAt');

  app.advance(days(9));
  await sweep();
  expect(await stored(app, young)).toHaveProperty('erasedAt');
  expect(await mails.get(mail._id)).toMatchObject({ to: 'ada@example.com', text: 'Hello' });
  app.advance(days(72));
  await sweep();
  expect(await mails.get(mail._id)).toMatchObject({ to: null, toKey: null, text: null });
});

it('removes bodies of inbox messages 365 days after they were resolved or ignored', async () => {
  const said = {
    subject: 'About my shop',
    body_text: 'Ring twice.',
    body_html: '<p>Ring twice.</p>',
  };
  const messages = await Promise.all(Array.from({ length: 4 }, () => inbox.ingest(app, said)));
  const [resolved, ignored, reopened, fresh] = messages as [string, string, string, string];
  const setStatus = async (id: string, processing_status: string) => {
    const path = `/v1/operator/email/inbox/messages/${id}/status`;
    const answer = await app.rest('POST', path, { body: { processing_status } });
    expect(answer.status).toBe(200);
  };
  await setStatus(resolved, 'resolved');
  await setStatus(ignored, 'ignored');
  await setStatus(reopened, 'resolved');
  app.advance(days(364));
  await setStatus(reopened, 'in_progress');
  await setStatus(fresh, 'resolved');
  const bodies = async (id: string) => {
    const { bodyText, bodyHtml } = (await inbox.storedMessage(app, id)) ?? {};
    return { bodyText, bodyHtml };
  };
  const whole = { bodyText: 'Ring twice.', bodyHtml: '<p>Ring twice.</p>' };
  await sweep();
  for (const id of messages) expect(await bodies(id)).toEqual(whole);
  app.advance(days(2));
  await sweep();
  for (const id of [resolved, ignored]) {
    expect(await bodies(id)).toEqual({ bodyText: '[erased]', bodyHtml: null });
    expect(await inbox.storedMessage(app, id)).toMatchObject({ subject: 'About my shop' });
  }
  for (const id of [reopened, fresh]) expect(await bodies(id)).toEqual(whole);
});

it('erases nothing by age where RETENTION_DAYS is 0', async () => {
  const own = await startTestApp({ RETENTION_DAYS: '0' });
  const id = await createJob(own);
  await own.rest('POST', `/v1/jobs/${id}/cancel`, { body: {} });
  own.advance(days(10_000));
  await retain(own.services, createRetentionStore(own.db));
  expect(await stored(own, id)).not.toHaveProperty('erasedAt');
  await own.stop();
});
