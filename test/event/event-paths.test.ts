import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJob } from '../evidence/support/scene.js';
import { apis } from '../support/apis.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';
import { openEvents } from './support/event-stream.js';

let app: TestApp;
let key: string;
let other: string;
const jobs: string[] = [];
beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('reader of events', ['jobs:read', 'jobs:write']);
  other = await app.keyFor('another', ['jobs:read']);
  for (let i = 0; i < 3; i += 1) jobs.push(await createJob(app, {}, key));
  await app.services.relay.drain();
});
afterAll(() => app.stop());

const list = (query: string, as = key) => app.rest('GET', `/v1/events${query}`, { key: as });
const seqs = (events: Json[]) => events.map(({ seq }) => seq);

describe('GET /v1/events', () => {
  it('returns pages of events, each with exactly its envelope', async () => {
    const first = await list('?limit=4');
    expect(first.body).toHaveLength(4);
    expect(first.body[0]).toEqual({
      id: expect.any(String),
      seq: expect.any(Number),
      type: 'job.created',
      timestamp: expect.any(String),
      data: expect.objectContaining({ job_id: jobs[0] }),
      revision: 1,
    });
    const [, next] = /<http:\/\/service\.test([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await app.rest('GET', next ?? '', { key });
    expect(second.body).toHaveLength(2);
    expect(second.headers.get('link')).toBeNull();
    expect(seqs(second.body)[0]).toBeGreaterThan(seqs(first.body)[3]);
  });

  it('filters by type and job; an unknown type finds nothing', async () => {
    const types = '?types=job.opened,job.nothing';
    expect((await list(types)).body.map(({ type }: Json) => type)).toEqual(
      Array(3).fill('job.opened'),
    );
    expect((await list('?types=job.nothing')).body).toEqual([]);
    const { body } = await list(`?job_id=${jobs[1]}`);
    expect(body.map(({ data }: Json) => data.job_id)).toEqual([jobs[1], jobs[1]]);
    const { data } = await app.graphql(
      'query($id: String) { events(jobId: $id) { nodes { seq } } }',
      { id: jobs[1] },
      { key },
    );
    expect(data.events.nodes).toEqual(seqs(body).map((seq) => ({ seq })));
  });

  it('rejects values out of bounds, and shows no events of others', async () => {
    for (const query of ['?limit=0', '?limit=201', '?after=-1', '?after=x'])
      expect([query, (await list(query)).status]).toEqual([query, 422]);
    expect((await list('', other)).body).toEqual([]);
    expect((await app.rest('GET', '/v1/events', { key: null })).status).toBe(401);
  });
});

describe.each(apis)('event over $name', (api) => {
  it('is returned only to its integrator and to operators', async () => {
    const [event] = (await list('')).body;
    expect((await api.call(app, 'event', { id: event.id, key })).body).toEqual(event);
    expect((await api.call(app, 'event', { id: event.id })).body).toEqual(event);
    const rejected = await api.call(app, 'event', { id: event.id, key: other });
    expect(rejected.code).toBe('event_not_found');
    expect((await api.call(app, 'event', { id: 'none', key })).code).toBe('event_not_found');
  });
});

describe('GET /v1/events as an event stream', () => {
  it('resumes after Last-Event-ID rather than after the parameter, then continues live', async () => {
    const all = (await list('')).body;
    const lastEventId = String(all[3].seq);
    const stream = await openEvents(app, '?after=0', { key, lastEventId });
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    for (const event of all.slice(4)) {
      expect(await stream.next()).toEqual({
        id: String(event.seq),
        event: event.type,
        data: event,
      });
    }
    const job = await createJob(app, { auto_open: false }, key);
    expect(await stream.next()).toMatchObject({
      event: 'job.created',
      data: { data: { job_id: job } },
    });
    await stream.close();
    await expect.poll(() => app.services.openStreams.size).toBe(0);
  });

  it('resumes without the reasons of an erased job, even if another stream received them', async () => {
    const open = await openEvents(app, '', { key });
    const job = await createJob(app, {}, key);
    const created = await open.next();
    await app.rest('POST', `/v1/jobs/${job}/cancel`, { key, body: { reason: 'Moved to Rome.' } });
    for (let emitted = ''; emitted !== 'job.cancelled'; )
      emitted = (await open.next())?.event ?? '';
    expect((await app.rest('POST', `/v1/jobs/${job}/erase`, { key })).status).toBe(200);
    const again = await openEvents(app, `?types=job.cancelled&job_id=${job}`, {
      key,
      lastEventId: created?.id ?? '',
    });
    const [listed] = (await list(`?types=job.cancelled&job_id=${job}`)).body;
    expect(listed.data.reason).toBe('[erased]');
    expect((await again.next())?.data).toEqual(listed);
    await Promise.all([open.close(), again.close()]);
  });

  it('sends no reasons of a job that was erased in the meantime to a slow reader', async () => {
    const stream = await openEvents(app, '', { key });
    const job = await createJob(app, {}, key);
    // One event is read ahead, and no other until it is consumed.
    expect((await stream.next())?.event).toBe('job.created');
    await app.rest('POST', `/v1/jobs/${job}/cancel`, { key, body: { reason: 'Moved to Rome.' } });
    expect((await app.rest('POST', `/v1/jobs/${job}/erase`, { key })).status).toBe(200);
    expect((await stream.next())?.event).toBe('job.opened');
    const [listed] = (await list(`?types=job.cancelled&job_id=${job}`)).body;
    expect(listed.data.reason).toBe('[erased]');
    expect((await stream.next())?.data).toEqual(listed);
    await stream.close();
  });

  it('starts with new events without a cursor, filtered by types and job', async () => {
    const stream = await openEvents(app, `?types=job.cancelled&job_id=${jobs[2]}`, { key });
    for (const job of [jobs[1], jobs[2]]) {
      await app.rest('POST', `/v1/jobs/${job}/cancel`, { key, body: { reason: 'Sold.' } });
    }
    expect(await stream.next()).toMatchObject({
      event: 'job.cancelled',
      data: { data: { job_id: jobs[2] } },
    });
    await stream.close();
  });

  it('ends with problem details when its key is revoked', async () => {
    const lost = await app.keyFor('reader of events', ['jobs:read']);
    const stream = await openEvents(app, '', { key: lost });
    const { data } = await app.graphql('{ viewer { apiKey { id } } }', {}, { key: lost });
    const revoke = 'mutation($id: ID!) { revokeApiKey(id: $id) { id } }';
    await app.graphql(revoke, { id: data.viewer.apiKey.id });
    await createJob(app, {}, key);
    expect(await stream.next()).toMatchObject({
      event: 'error',
      data: { code: 'api_key_invalid', status: 401, instance: '/v1/events' },
    });
    expect(await stream.next()).toBeNull();
    await expect.poll(() => app.services.openStreams.size).toBe(0);
  });

  it('is cached separately from pages', async () => {
    const page = await list('?limit=1');
    const etag = page.headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    const unchanged = await app.rest('GET', '/v1/events?limit=1', { key, headers });
    expect(unchanged.status).toBe(304);
    const { response, close } = await openEvents(app, '', { key });
    await close();
    const rejected = await openEvents(app, '', { key, lastEventId: 'x' });
    for (const answer of [page, unchanged, response, rejected.response]) {
      expect(answer.headers.get('vary')?.split(', ')).toContain('Accept');
    }
  });

  it('is rejected like any path, and not kept open for a HEAD', async () => {
    const ask = (lastEventId: string) => openEvents(app, '', { key, lastEventId });
    expect((await ask('x')).response.status).toBe(400);
    const head = await app.fetch('/v1/events', {
      method: 'HEAD',
      headers: { accept: 'text/event-stream', 'x-api-key': key },
    });
    expect(head.headers.get('content-type')).toBe('text/event-stream');
    expect(app.services.openStreams.size).toBe(0);
  });
});
