import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepErasures } from '../../src/modules/erasure/finish-erasure.js';
import { readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import {
  indexesThatDisagree,
  markedPhoto,
  type Needle,
  tracesOf,
} from '../erasure/support/traces.js';
import { assign, createJob, eventsOf, still, stored, upload } from '../evidence/support/scene.js';
import * as siteCheck from '../site-check/support/flow.js';
import { apis } from '../support/apis.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let owner: string;
let other: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.keyFor('owner', ['jobs:read', 'jobs:write', 'reports:write']);
  other = await app.keyFor('other', ['jobs:read', 'jobs:write', 'reports:write']);
});
afterAll(() => app.stop());

/** Returns the texts of a job about a person with a unique name. */
const personal = (name: string) => ({
  objective: `Is ${name} at home?`,
  address: `Haus ${name}, Berlin`,
  notes: `Ring at ${name}, third floor.`,
  reference_photos: [`https://pictures.example/${name}.jpg`],
  latitude: 52.4869,
  longitude: 13.3867,
});

let people = 0;
const newName = () => `Zuse${++people}x`;

interface Erasable {
  id: string;
  name: string;
  needles: Needle[];
  media: string;
}

/** Creates a completed job of the owner with photos, a report, its PDF, feedback, and a reason in an event. */
async function completed(): Promise<Erasable> {
  const name = newName();
  const id = await createJob(app, personal(name), owner);
  const { body } = await app.rest('POST', `/v1/jobs/${id}/assign`, {
    body: { assignee_name: `Verifier ${name}` },
  });
  const marks: Buffer[] = [];
  for (const step of (await stored(app, id)).steps) {
    const { file, mark } = await markedPhoto();
    marks.push(mark);
    const place = { latitude: '52.4869', longitude: '13.3867' };
    const fields = { step_name: step.stepName, notes: `The dog of ${name} bites.`, ...place };
    const token = body.task_token;
    const sent = await upload(app, { token, file, name: `${name}.jpg`, fields });
    expect(sent.body).toMatchObject({ validation_passed: true });
  }
  await app.rest('POST', `/v1/jobs/${id}/reality-report`, { key: owner });
  await app.fetch(`/v1/jobs/${id}/report.pdf`, { headers: { 'x-api-key': owner } });
  const feedback = { rating: 2, comment: `${name} says no.`, verdict: 'disputed' };
  await app.rest('POST', `/v1/jobs/${id}/requester-feedback`, { key: owner, body: feedback });
  const review = { decision: 'accept', note: `${name} has moved.` };
  expect((await app.rest('POST', `/v1/jobs/${id}/review`, { body: review })).status).toBe(200);
  const items = (await app.rest('GET', `/v1/jobs/${id}/evidence`, { key: owner })).body;
  const media = new URL(items[0].media_url);
  await app.services.relay.drain();
  return {
    id,
    name,
    needles: [name, ...marks],
    media: media.pathname + media.search,
  };
}

describe.each(apis)('erasing a job over $name', (api) => {
  let job: Erasable;
  let before: Awaited<ReturnType<typeof stored>>;
  let inHand: { json: string; pdf: Buffer };
  let answer: Awaited<ReturnType<typeof api.call>>;
  beforeAll(async () => {
    job = await completed();
    const { body } = await app.rest('GET', `/v1/jobs/${job.id}/report`, { key: owner });
    const headers = { 'x-api-key': owner };
    const pdf = await app.fetch(`/v1/jobs/${job.id}/report.pdf`, { headers });
    inHand = { json: JSON.stringify(body), pdf: Buffer.from(await pdf.arrayBuffer()) };
    before = await stored(app, job.id);
    // Ensures that the data to erase exists.
    const traces = await tracesOf(app, job.needles);
    const places = ['jobs', 'events', 'report_bodies', 'pdfs.chunks'].map(
      (at) => `${at}: ${job.name}`,
    );
    expect(traces).toEqual(expect.arrayContaining(['evidence.chunks: photo', ...places]));
    answer = await api.call(app, 'eraseJob', { id: job.id, key: owner });
  });

  it('returns the blanked job', () => {
    expect(answer.body).toMatchObject({
      job_id: job.id,
      status: 'completed',
      objective: '[erased]',
      address: '[erased]',
      notes: '[erased]',
      status_reason: '[erased]',
      reference_photos: [],
      latitude: 52,
      longitude: 13,
      evidence_count: before.evidence.length,
      report: { status: 'withdrawn', version_count: 1 },
      feedback: { count: 1, last_rating: 2 },
    });
  });

  it('leaves no trace of it in any collection, file, outbox or index', async () => {
    await app.services.relay.drain();
    expect(await tracesOf(app, job.needles)).toEqual([]);
    expect(await indexesThatDisagree(app)).toEqual([]);
  });

  it('keeps ids, hashes, times and check results, and records that the erasure is complete', async () => {
    const after = await stored(app, job.id);
    expect(after).not.toHaveProperty('erasePending');
    expect(after.erasedAt).toEqual(after.updatedAt);
    expect(after.evidence).toEqual(
      before.evidence.map((item) => ({
        ...item,
        fileName: null,
        notes: null,
        latitude: null,
        longitude: null,
        inputSha256: null,
      })),
    );
    expect(after.reports).toEqual(
      before.reports.map((version) => ({ ...version, changeSummaryText: null })),
    );
    expect(after.tokens.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    expect((await eventsOf(app, job.id)).at(-1)).toBe('job.erased');
    expect(await app.db.collection('report_pending').countDocuments()).toBe(0);
  });

  it("still identifies a copy of the report as the service's own", async () => {
    const { body } = await app.rest('GET', '/.well-known/jwks.json', { key: null });
    const files = [
      { name: 'report.json', bytes: Buffer.from(inHand.json) },
      { name: 'report.pdf', bytes: inHand.pdf },
    ];
    const verdict = await verifyReports(files, await readKeySet(body));
    expect([...verdict.errors, ...verdict.files.flatMap(({ errors }) => errors)]).toEqual([]);
    const [header] = (await stored(app, job.id)).reports;
    const { integrity } = JSON.parse(inHand.json) as Json;
    expect(header).toMatchObject({
      contentSha256: integrity.content_sha256,
      pdf: { sha256: integrity.pdf.sha256, signature: integrity.pdf.signature },
    });
  });

  it('rejects later reads and changes with 410', async () => {
    const headers = { 'x-api-key': owner };
    const path = `/v1/jobs/${job.id}`;
    for (const gone of [job.media, `${path}/evidence`, `${path}/report.pdf`]) {
      const response = await app.fetch(gone, { headers });
      expect([gone, response.status, (await response.json()).code]).toEqual([gone, 410, 'erased']);
    }
    const call = { id: job.id, key: owner };
    const rejected = async (operation: string, input = {}, key = owner) => {
      const { code } = await api.call(app, operation, { ...call, key, input });
      return [operation, code];
    };
    const calls: Parameters<typeof rejected>[] = [
      ['report'],
      ['createRealityReport'],
      ['openJob'],
      ['cancelJob', { reason: 'Late.' }],
      ['submitRequesterFeedback', { comment: 'Once more: Konrad Zuse.' }],
    ];
    const still_ = still(await stored(app, job.id));
    for (const given of calls) expect(await rejected(...given)).toEqual([given[0], 'erased']);
    const review = { decision: 'more', note: 'Konrad Zuse' };
    for (const [operation, input] of [
      ['assignJob', { assignee_name: 'Konrad Zuse' }],
      ['reviewJob', review],
    ] as const) {
      const { code } = await api.call(app, operation, { id: job.id, input });
      expect([operation, code]).toEqual([operation, 'erased']);
    }
    expect(still(await stored(app, job.id))).toEqual(still_);
  });

  it('has no effect the second time', async () => {
    const once = still(await stored(app, job.id));
    const again = await api.call(app, 'eraseJob', { id: job.id, key: owner });
    expect(again.body).toEqual(answer.body);
    expect(still(await stored(app, job.id))).toEqual(once);
    expect((await eventsOf(app, job.id)).filter((type) => type === 'job.erased')).toHaveLength(1);
  });
});

it('shows the kept evidence data of an erased job in GraphQL', async () => {
  const { id } = await completed();
  await app.rest('POST', `/v1/jobs/${id}/erase`, { key: owner });
  const { data, errors } = await app.graphql(
    'query($id: ID!) { job(id: $id) { erasedAt evidence { mediaSha256 latitude longitude notes } } }',
    { id },
    { key: owner },
  );
  expect(errors).toBeUndefined();
  expect(data.job.erasedAt).toBe((await stored(app, id)).erasedAt?.toISOString());
  const [item] = (await stored(app, id)).evidence;
  expect(data.job.evidence[0]).toEqual({
    mediaSha256: item?.mediaSha256,
    latitude: null,
    longitude: null,
    notes: null,
  });
});

describe.each(apis)('over $name a job is not erased', (api) => {
  const states = ['created', 'open', 'assigned'] as const;
  it.each(states)('while it is %s', async (state) => {
    const id = await createJob(
      app,
      { ...personal(newName()), auto_open: state !== 'created' },
      owner,
    );
    if (state === 'assigned') await assign(app, id);
    const before = still(await stored(app, id));
    const { code } = await api.call(app, 'eraseJob', { id, key: owner });
    expect(code).toBe('invalid_transition');
    expect(still(await stored(app, id))).toEqual(before);
  });

  it('by anyone but its owner and operators', async () => {
    const id = await createJob(app, { auto_open: false }, owner);
    await app.rest('POST', `/v1/jobs/${id}/cancel`, { key: owner });
    const before = still(await stored(app, id));
    expect((await api.call(app, 'eraseJob', { id, key: other })).code).toBe('job_not_found');
    expect((await api.call(app, 'eraseJob', { id, key: null })).code).toBe('api_key_missing');
    expect((await api.call(app, 'eraseJob', { id: 'none', key: owner })).code).toBe(
      'job_not_found',
    );
    expect(still(await stored(app, id))).toEqual(before);
  });

  it('without the site check that it serves', async () => {
    const { id, jobId, token } = await siteCheck.request(app);
    await api.call(app, 'cancelSiteCheck', { id, token });
    const before = await siteCheck.both(app, { id, jobId });
    expect(before.job).toMatchObject({ status: 'cancelled' });
    expect((await api.call(app, 'eraseJob', { id: jobId })).code).toBe('invalid_transition');
    expect(await siteCheck.both(app, { id, jobId })).toEqual(before);
  });
});

describe('an erasure whose process was killed', () => {
  let job: Erasable;
  beforeEach(async () => {
    job = await completed();
    // Simulates a kill immediately after the single write.
    await app.services.jobs.blank(job.id, {});
    expect(await stored(app, job.id)).toMatchObject({ erasePending: true });
    expect(await tracesOf(app, job.needles)).not.toEqual([]);
  });

  it('is completed by the sweep', async () => {
    await sweepErasures(app.services);
    expect(await tracesOf(app, job.needles)).toEqual([]);
    expect(await stored(app, job.id)).not.toHaveProperty('erasePending');
  });
});
