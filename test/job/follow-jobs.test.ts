import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { followedJobsMax } from '../../src/modules/job/follow-jobs.js';
import { subscribe } from '../event/support/sse.js';
import { createJob } from '../evidence/support/scene.js';
import { type Json, pilotKey, startTestApp, type TestApp } from '../support/app.js';

const query = `subscription($filter: JobFilter, $after: String) {
  jobsChanged(filter: $filter, after: $after) { move cursor job { jobId status } }
}`;

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('follower', ['jobs:read', 'jobs:write']);
});
afterAll(() => app.stop());

type Stream = Awaited<ReturnType<typeof subscribe>>;
const streams: Stream[] = [];
afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.close()));
  await expect.poll(() => app.services.openStreams.size).toBe(0);
});

async function follow(
  filter: Json | null,
  { after, as = key }: { after?: string; as?: string | null } = {},
) {
  const stream = await subscribe(app, query, { filter, after: after ?? null }, { key: as });
  streams.push(stream);
  return stream;
}
const nextOf = async (stream: Stream) => (await stream.next()).data.jobsChanged;
const tagged = (jobId: string, metadata: Json) =>
  app.rest('PATCH', `/v1/jobs/${jobId}`, { key, body: { metadata } });
const cancel = (jobId: string) =>
  app.rest('POST', `/v1/jobs/${jobId}/cancel`, { key, body: { reason: 'Sold.' } });
const newestSeq = async () => {
  const { data } = await app.graphql('{ events(last: 1) { nodes { seq } } }', {}, { key });
  return String(data.events.nodes[0].seq);
};

it('sends jobs that enter a filter, change within it and leave it, and no others', async () => {
  const inside = await createJob(app, { metadata: { shop: 'a' } }, key);
  const outside = await createJob(app, { metadata: { shop: 'b' } }, key);
  const stream = await follow({ metadata: { shop: 'a' } });

  await tagged(outside, { campaign: 'x' });
  await tagged(inside, { campaign: 'x' });
  expect(await nextOf(stream)).toMatchObject({
    move: 'CHANGED',
    job: { jobId: inside, status: 'OPEN' },
  });
  await tagged(outside, { shop: 'a' });
  expect(await nextOf(stream)).toMatchObject({ move: 'ENTERED', job: { jobId: outside } });
  await tagged(inside, { shop: 'b' });
  expect(await nextOf(stream)).toMatchObject({ move: 'LEFT', job: { jobId: inside } });
  const created = await createJob(app, { metadata: { shop: 'a' } }, key);
  expect(await nextOf(stream)).toMatchObject({ move: 'ENTERED', job: { jobId: created } });
  await cancel(outside);
  expect(await nextOf(stream)).toMatchObject({
    move: 'CHANGED',
    job: { jobId: outside, status: 'CANCELLED' },
  });
});

it('follows the status, and sends a job that has left only once', async () => {
  const jobId = await createJob(app, {}, key);
  const stream = await follow({ status: 'OPEN' });
  await cancel(jobId);
  expect(await nextOf(stream)).toMatchObject({ move: 'LEFT', job: { jobId, status: 'CANCELLED' } });
  await tagged(jobId, { campaign: 'y' });
  const next = await createJob(app, {}, key);
  expect(await nextOf(stream)).toMatchObject({ move: 'ENTERED', job: { jobId: next } });
});

it('sends every job without a filter, and none of another integrator', async () => {
  const other = await app.keyFor('other follower', ['jobs:read', 'jobs:write']);
  const [own, all] = [await follow(null), await follow(null, { as: pilotKey })];
  const foreign = await createJob(app, {}, other);
  const mine = await createJob(app, {}, key);
  expect(await nextOf(own)).toMatchObject({ move: 'ENTERED', job: { jobId: mine } });
  await cancel(mine);
  expect(await nextOf(own)).toMatchObject({ move: 'CHANGED', job: { jobId: mine } });
  expect(await nextOf(all)).toMatchObject({ move: 'ENTERED', job: { jobId: foreign } });
});

it('resumes after a cursor: what matches now has entered, what does not has left', async () => {
  const filter = { metadata: { line: '1' } };
  const [kept, lost] = [
    await createJob(app, { metadata: { line: '1' } }, key),
    await createJob(app, { metadata: { line: '1' } }, key),
  ];
  const first = await follow(filter);
  await tagged(kept, { campaign: 'x' });
  const { cursor } = await nextOf(first);
  await first.close();
  await tagged(lost, { line: '2' });
  const entered = await createJob(app, { metadata: { line: '1' } }, key);
  const second = await follow(filter, { after: cursor });
  expect([await nextOf(second), await nextOf(second)]).toMatchObject([
    { move: 'LEFT', job: { jobId: lost } },
    { move: 'ENTERED', job: { jobId: entered } },
  ]);
  await tagged(kept, { campaign: 'z' });
  expect(await nextOf(second)).toMatchObject({ move: 'CHANGED', job: { jobId: kept } });
});

it('keeps a list that was read after the newest event up to date', async () => {
  const filter = { metadata: { wall: '1' } };
  const after = await newestSeq();
  const jobId = await createJob(app, { metadata: { wall: '1' } }, key);
  const stream = await follow(filter, { after });
  expect(await nextOf(stream)).toMatchObject({ move: 'ENTERED', job: { jobId } });
});

it.each([
  ['BAD_CURSOR', { after: 'x' }],
  ['API_KEY_MISSING', { as: null }],
])('rejects with %s like any operation', async (code, options) => {
  const stream = await follow(null, options);
  expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code } }] });
});

it('rejects a filter that too many jobs match', async () => {
  const many = await app.keyFor('many followed', ['jobs:read', 'jobs:write']);
  const job = await app.jobs.findOne({ _id: await createJob(app, {}, many) });
  const copies = Array.from({ length: followedJobsMax }, (_, i) => ({
    _id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    integratorId: job?.integratorId,
    nonce: `copy ${i}`,
    status: 'open',
    createdAt: new Date(),
    updatedAt: new Date(),
    searchTags: [],
    outbox: [],
  }));
  for (let at = 0; at < copies.length; at += 1_000) {
    await app.jobs.insertMany(copies.slice(at, at + 1_000) as never);
  }
  const stream = await follow({ status: 'OPEN' }, { as: many });
  expect(await stream.next()).toMatchObject({
    errors: [{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }],
  });
});
