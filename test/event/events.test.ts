import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRelay } from '../../src/aggregate/relay.js';
import { days, jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('listener', ['jobs:read', 'jobs:write']);
});
afterAll(() => app.stop());

const query = `query($after: String, $first: Int!, $types: [EventType!]) {
  events(after: $after, first: $first, types: $types) {
    nodes { id seq type timestamp data revision } pageInfo { hasNextPage endCursor }
  }
}`;
const ask = async (variables: object, as = key) => {
  await app.services.relay.drain();
  return app.graphql(query, { first: 50, ...variables }, { key: as });
};

it('emits every state change of a job, in order, with its revision', async () => {
  const { body: job } = await app.rest('POST', '/v1/jobs', { key, body: jobBody() });
  await app.rest('POST', `/v1/jobs/${job.job_id}/cancel`, { key, body: { reason: 'Sold.' } });
  const { data } = await ask({});
  expect(data.events.nodes).toMatchObject([
    {
      type: 'JOB_CREATED',
      revision: 1,
      data: { job_id: job.job_id, status: 'created', previous_status: null },
    },
    { type: 'JOB_OPENED', revision: 1, data: { status: 'open', previous_status: 'created' } },
    {
      type: 'JOB_CANCELLED',
      revision: 2,
      data: { status: 'cancelled', previous_status: 'open', reason: 'Sold.' },
    },
  ]);
  const stored = await app.db.collection<{ _id: string }>('jobs').findOne({ _id: job.job_id });
  expect(stored).toMatchObject({ outbox: [], revision: 2 });
});

it('shows an integrator its own events, an operator all, and paginates by seq', async () => {
  await app.rest('POST', '/v1/jobs', { body: jobBody() });
  const own = (await ask({})).data.events.nodes;
  const pilot = (await app.graphql(query, { first: 50 })).data.events.nodes;
  expect(pilot.length).toBe(own.length + 2);
  expect(pilot.map((event: { seq: number }) => event.seq)).toEqual(
    pilot.map((_: unknown, i: number) => i + 1),
  );
  const page = (await app.graphql(query, { first: 2 })).data.events;
  expect(page.pageInfo).toEqual({ hasNextPage: true, endCursor: '2' });
  const rest = (await app.graphql(query, { first: 50, after: '2' })).data.events.nodes;
  expect(rest).toEqual(pilot.slice(2));
  const opened = (await app.graphql(query, { first: 50, types: ['JOB_OPENED'] })).data.events.nodes;
  expect(new Set(opened.map((event: { type: string }) => event.type))).toEqual(
    new Set(['JOB_OPENED']),
  );
});

it('applies due changes before it responds', async () => {
  const { body: job } = await app.rest('POST', '/v1/jobs', { key, body: jobBody() });
  app.advance(days(31));
  const { data } = await app.graphql(query, { first: 200, types: ['JOB_EXPIRED'] }, { key });
  const ids = data.events.nodes.map((event: { data: { job_id: string } }) => event.data.job_id);
  expect(ids).toContain(job.job_id);
});

it("states the job's status before and after in every event", async () => {
  const { body: job } = await app.rest('POST', '/v1/jobs', { key, body: jobBody() });
  const body = { rating: 5 };
  await app.rest('POST', `/v1/jobs/${job.job_id}/requester-feedback`, { key, body });
  const { data } = await ask({ first: 200, types: ['FEEDBACK_RECEIVED'] });
  expect(data.events.nodes.at(-1)).toMatchObject({
    data: { job_id: job.job_id, status: 'open', previous_status: 'open', rating: 5 },
  });
});

it('rejects a cursor that is not a number', async () => {
  expect((await ask({ after: 'x' })).errors?.[0]?.extensions['code']).toBe('BAD_CURSOR');
});

it('numbers each event once with several concurrent relays', async () => {
  const jobs = app.jobs;
  const relays = Array.from({ length: 4 }, () =>
    createRelay({
      // Each one believes that it holds the lease, as after a long pause.
      events: { ...app.services.events, takeLease: async () => 'taken' as const },
      sources: [jobs as never],
      log: app.services.log,
    }),
  );
  const made = Promise.all(
    Array.from({ length: 60 }, () => app.rest('POST', '/v1/jobs', { key, body: jobBody() })),
  );
  await Promise.all(relays.map((relay) => relay.drain()));
  await made;
  await Promise.all(relays.map((relay) => relay.drain()));
  await app.services.relay.drain();
  const events = await app.db.collection('events').find().sort({ seq: 1 }).toArray();
  expect(events.map((event) => event['seq'])).toEqual(events.map((_, i) => i + 1));
  const opened = events.filter((event) => event['type'] === 'job.opened');
  expect(opened).toHaveLength(await jobs.countDocuments());
});

it('continues after a relay was killed between storing and emptying the outbox', async () => {
  const { body: job } = await app.rest('POST', '/v1/jobs', { key, body: jobBody() });
  await app.services.relay.drain();
  const jobs = app.jobs;
  const events = await app.db.collection('events').find({ 'data.job_id': job.job_id }).toArray();
  const outbox = events.map(({ _id, type, timestamp, data, revision }) => ({
    id: _id,
    type,
    timestamp,
    data,
    revision,
  }));
  await jobs.updateOne({ _id: job.job_id }, { $set: { outbox: outbox as never } });
  await app.services.relay.drain();
  expect(await app.db.collection('events').countDocuments({ 'data.job_id': job.job_id })).toBe(2);
  expect((await jobs.findOne({ _id: job.job_id }))?.outbox).toEqual([]);
});

it('returns the events of several types in one order', async () => {
  const types = ['JOB_OPENED', 'JOB_CREATED'];
  const { data } = await app.graphql(query, { first: 200, types }, { key });
  const seqs = data.events.nodes.map((event: { seq: number }) => event.seq);
  expect(seqs.length).toBeGreaterThan(101);
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  expect(new Set(data.events.nodes.map((event: { type: string }) => event.type))).toEqual(
    new Set(types),
  );
});
