import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepErasures } from '../../src/modules/erasure/finish-erasure.js';
import {
  indexesThatDisagree,
  markedPhoto,
  type Needle,
  tracesOf,
} from '../erasure/support/traces.js';
import { upload } from '../evidence/support/scene.js';
import { ingest, storedMessage } from '../inbox/support/scene.js';
import * as flow from '../site-check/support/flow.js';
import { assign, both, eventsOf, type Opened, stored } from '../site-check/support/flow.js';
import { type Api, apis, restApi } from '../support/apis.js';
import { days, pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let reader: string;
beforeAll(async () => {
  app = await startTestApp();
  reader = await app.keyFor('reader', ['jobs:read', 'jobs:write', 'reports:write']);
});
afterAll(() => app.stop());

let people = 0;
/** Returns the texts of a request about a person with a unique name. */
function personal() {
  const name = `Hopper${++people}x`;
  const fields = {
    objective: `Is ${name} at home?`,
    address: `Haus ${name}, Berlin`,
    notes: `Ring at ${name}.`,
    reference_photos: [`https://pictures.example/${name}.jpg`],
    intake_submission_id: `intake-of-${name}`,
    requester_name: name,
    requester_email: `${name}@example.com`,
    requester_phone: `+49 30 ${name}`,
  };
  return { name, fields };
}

/** Creates a paid request of a person with photos and a report that was read. */
async function finished(): Promise<Opened & { needles: Needle[] }> {
  const { name, fields } = personal();
  const opened = await flow.paid(app, fields);
  const token = await assign(app, opened.jobId);
  const needles: Needle[] = [name];
  const { steps } = await flow.storedJob(app, opened.jobId);
  for (const { stepName } of steps) {
    const { file, mark } = await markedPhoto();
    needles.push(mark);
    const sent = { step_name: stepName, notes: `The dog of ${name}.` };
    await upload(app, { token, file, name: `${name}.jpg`, fields: sent });
  }
  await restApi.call(app, 'siteCheckReport', opened);
  await app.fetch(`/v1/public/site-checks/${opened.id}/report.pdf`, {
    headers: { authorization: `Bearer ${opened.token}` },
  });
  const input = { comment: `${name} says thanks.`, rating: 5 };
  expect((await restApi.call(app, 'submitSiteCheckFeedback', { ...opened, input })).code).toBe(
    undefined,
  );
  await app.services.relay.drain();
  return { ...opened, needles };
}

// Operators can read a site check without its token only over GraphQL.
const graph = apis[1] as Api;

/** Runs the followers of an erasure: mails are blanked after every mail of earlier events is created. */
async function settle(): Promise<void> {
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  await sweepErasures(app.services);
}

const erase = (api: Api, { id, token }: Opened) => api.call(app, 'eraseSiteCheck', { id, token });

describe.each(apis)('erasing a finished site check over $name', (api) => {
  it('leaves no personal data, and keeps the accounting data', async () => {
    const opened = await finished();
    const before = await both(app, opened);
    expect((await tracesOf(app, opened.needles)).length).toBeGreaterThan(5);

    const { body } = await erase(api, opened);
    await settle();
    expect(await tracesOf(app, opened.needles)).toEqual([]);
    expect(await indexesThatDisagree(app)).toEqual([]);

    const { siteCheck, job } = await both(app, opened);
    expect(body).toEqual({ request_id: opened.id, erased_at: job.erasedAt?.toISOString() });
    expect(siteCheck).toMatchObject({
      status: 'completed',
      paymentStatus: 'paid',
      objective: '[erased]',
      address: '[erased]',
      notes: '[erased]',
      referencePhotos: [],
      requesterName: null,
      requesterEmail: null,
      requesterPhone: null,
      latitude: 53,
      longitude: 13,
      erasedAt: expect.any(Date),
    });
    expect(siteCheck).not.toHaveProperty('intakeSubmissionId');
    expect(siteCheck.accessTokenHash).not.toBe(before.siteCheck.accessTokenHash);
    const [paid] = siteCheck.checkouts;
    const { key, ...booked } = before.siteCheck.checkouts[0] as NonNullable<typeof paid>;
    expect(paid).toEqual({ ...booked, key: expect.any(String), url: null });
    expect(paid?.key).not.toBe(key);
    expect(job.reports.map(({ contentSha256, pdf }) => [contentSha256, pdf])).toEqual(
      before.job.reports.map(({ contentSha256, pdf }) => [contentSha256, pdf]),
    );
    expect(job).not.toHaveProperty('erasePending');
    const emitted = await eventsOf(app, opened.id);
    expect(emitted.slice(-2)).toEqual(['job.erased', 'site_check.erased']);
  });

  it('disables the access token and the links', async () => {
    const opened = await finished();
    const page = `/checkout/${(await stored(app, opened.id)).checkouts[0]?.sessionId}`;
    const key = (await stored(app, opened.id)).checkouts[0]?.key;
    const report = (await restApi.call(app, 'siteCheckReport', opened)).body;
    const media = new URL(report.evidence_links[0]);
    await erase(api, opened);
    const before = await both(app, opened);
    const input = { comment: 'Once more.' };
    const calls: [string, object?][] = [
      ['siteCheck'],
      ['siteCheckReport'],
      ['eraseSiteCheck'],
      ['cancelSiteCheck'],
      ['submitSiteCheckFeedback', input],
    ];
    for (const [operation, given] of calls) {
      const call = { ...opened, ...(given && { input: given as Record<string, unknown> }) };
      const { code } = await api.call(app, operation, call);
      expect([operation, code]).toEqual([operation, 'site_check_not_found']);
    }
    expect((await app.fetch(media.pathname + media.search)).status).toBe(410);
    expect((await app.fetch(`${page}?key=${key}`)).status).toBe(404);
    for (const operation of ['report', 'createRealityReport']) {
      const { code } = await api.call(app, operation, { id: opened.jobId, key: pilotKey });
      expect([operation, code]).toEqual([operation, 'erased']);
    }
    const read = await graph.call(app, 'siteCheckReport', { id: opened.id, key: pilotKey });
    expect(read.code).toBe('erased');
    expect(await both(app, opened)).toEqual(before);
  });

  it('lets an operator see the erasure, and repeat it without effect', async () => {
    const opened = await finished();
    const operator = { id: opened.id, token: null, key: pilotKey };
    const first = await api.call(app, 'eraseSiteCheck', operator);
    await settle();
    const before = await both(app, opened);
    expect((await api.call(app, 'eraseSiteCheck', operator)).body).toEqual(first.body);
    expect(await both(app, opened)).toEqual(before);
    const { body } = await graph.call(app, 'siteCheck', operator);
    expect(body).toMatchObject({ objective: '[erased]', status: 'completed' });
  });
});

it('erases texts about it written by others, and the answers to them', async () => {
  const { name, fields } = personal();
  const opened = await flow.request(app, fields);
  const other = 'neighbour@example.org';
  const text = `Is ${name} at home?`;
  const message = await ingest(app, {
    from_email: other,
    subject: `${text} (${opened.id})`,
    body_text: text,
    body_html: `<p>${text}</p>`,
    metadata: { quoted: text },
  });
  const unrelated = await ingest(app, {
    from_email: other,
    subject: 'Lunch',
    body_text: 'At noon?',
  });
  const about = { inboxMessageId: message, jobId: opened.jobId };
  const answer = { kind: 'outbound', to: other, subject: text, text } as const;
  const mail = await app.services.mails.queue({ ...answer, about });
  const kept = await app.services.mails.queue({
    ...answer,
    subject: 'Lunch',
    text: 'Yes',
    about: {},
  });
  await restApi.call(app, 'setEmailMessageStatus', {
    id: message,
    input: { processing_status: 'triaged', handling_notes: text },
  });

  await erase(restApi, opened);
  await settle();
  expect(await tracesOf(app, [name])).toEqual([]);
  expect(await storedMessage(app, message)).toMatchObject({
    fromEmail: other,
    status: 'triaged',
    relatedJobId: opened.jobId,
    subject: '[erased]',
    bodyText: '[erased]',
    handlingNotes: null,
  });
  expect(await app.services.mails.get(mail._id)).toMatchObject({ to: null, text: null });
  expect(await storedMessage(app, unrelated)).toMatchObject({ subject: 'Lunch' });
  expect(await app.services.mails.get(kept._id)).toMatchObject({ to: other, text: 'Yes' });
});

describe.each(apis)('erasing a site check without work in progress over $name', (api) => {
  it('cancels, refunds and erases it', async () => {
    const quoted = await flow.request(app, personal().fields);
    const paid = await flow.paid(app, personal().fields);
    await assign(app, paid.jobId);
    for (const opened of [quoted, paid]) {
      expect((await erase(api, opened)).body.request_id).toBe(opened.id);
      const { siteCheck, job } = await both(app, opened);
      expect(siteCheck).toMatchObject({ status: 'cancelled', objective: '[erased]' });
      expect(job).toMatchObject({ status: 'cancelled', objective: '[erased]' });
    }
    expect(await stored(app, paid.id)).toMatchObject({ paymentStatus: 'refunded' });
  });
});

describe.each(apis)('over $name a site check is not erased', (api) => {
  const rejected = async (opened: Opened, code: string, call: object = {}) => {
    const before = await both(app, opened);
    const answer = await api.call(app, 'eraseSiteCheck', { ...opened, ...call });
    expect(answer.code).toBe(code);
    expect(await both(app, opened)).toEqual(before);
  };

  it('while work is in progress, or its result is disputed', async () => {
    const begun = await flow.paid(app);
    await upload(app, { token: await assign(app, begun.jobId) });
    await restApi.call(app, 'siteCheck', begun);
    await rejected(begun, 'account_busy');
    const disputed = await finished();
    const input = { verdict: 'disputed' };
    await restApi.call(app, 'submitSiteCheckFeedback', { ...disputed, input });
    await rejected(disputed, 'account_busy');
  });

  it('while a refund is pending', async () => {
    const opened = await flow.paid(app);
    await restApi.call(app, 'cancelSiteCheck', opened);
    // Simulates a payment provider that does not respond.
    const retryAt = new Date(app.now().getTime() + days(1));
    const owed = { 'checkouts.0.due': 'refund', retryAt };
    await app.siteChecks.updateOne({ _id: opened.id }, { $set: owed });
    await rejected(opened, 'account_busy');
  });

  it('by anyone but the token holder and operators', async () => {
    const opened = await flow.request(app);
    await rejected(opened, 'site_check_not_found', { token: 'x'.repeat(43) });
    await rejected(opened, 'api_key_missing', { token: null });
    await rejected(opened, 'scope_missing', { token: null, key: reader });
  });
});

it('names the site checks that block the erasure', async () => {
  const opened = await flow.paid(app);
  await upload(app, { token: await assign(app, opened.jobId) });
  const path = `/v1/public/site-checks/${opened.id}/erase`;
  const { status, body } = await app.rest('POST', path, { body: {} });
  expect([status, body.code, body.request_ids]).toEqual([409, 'account_busy', [opened.id]]);
});

it('continues where a killed process stopped, right after the committing write', async () => {
  const opened = await finished();
  await app.services.jobs.blank(opened.jobId, {});
  expect((await tracesOf(app, opened.needles)).length).toBeGreaterThan(0);
  await sweepErasures(app.services);
  expect(await tracesOf(app, opened.needles)).toEqual([]);
  expect(await stored(app, opened.id)).toMatchObject({ objective: '[erased]' });
});
