import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportAnswer, signedContentOf } from '../../src/modules/report/report-answer.js';
import { completedJob } from '../report/support/flow.js';
import { assign, capture, paid } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function stored(id: string) {
  const job = await app.db.collection<{ _id: string }>('jobs').findOne({ _id: id });
  return job as unknown as { metadata?: object; revision: number };
}

async function dataOf(jobId: string): Promise<{ type: string; metadata: unknown }[]> {
  await app.services.relay.drain();
  const { body } = await app.rest('GET', `/v1/events?job_id=${jobId}`);
  return body.map(({ type, data }: { type: string; data: { metadata?: object } }) => ({
    type,
    metadata: data.metadata,
  }));
}

const keys = (count: number, value: string | null = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key.${i}`, value]));

describe.each(apis)('metadata over $name', (api) => {
  const create = async (metadata?: object) => {
    const { body, code } = await api.call(app, 'createJob', {
      input: jobBody(metadata && { metadata }),
    });
    expect(code).toBeUndefined();
    return body;
  };
  const update = (id: string, metadata: object | null, more = {}) =>
    api.call(app, 'updateJob', { id, input: { metadata }, ...more });

  it('is stored with a new job in the order of the keys', async () => {
    const metadata = { 'shop.no': '0042', Campaign_1: '', 'a-b': 'é'.repeat(500) };
    const job = await create(metadata);
    expect(job.metadata).toEqual(metadata);
    expect((await stored(job.job_id)).metadata).toEqual([
      { key: 'Campaign_1', value: '' },
      { key: 'a-b', value: 'é'.repeat(500) },
      { key: 'shop.no', value: '0042' },
    ]);
    expect((await api.call(app, 'job', { id: job.job_id })).body.metadata).toEqual(metadata);
  });

  it('is empty by default, and then not stored', async () => {
    for (const job of [await create(), await create({})]) {
      expect(job.metadata).toEqual({});
      expect(await stored(job.job_id)).not.toHaveProperty('metadata');
    }
  });

  it.each([
    ['21 keys', keys(21)],
    ['an empty key', { '': 'x' }],
    ['a key of 41 characters', { ['k'.repeat(41)]: 'x' }],
    ['a key with a space', { 'shop no': 'x' }],
    ['a key with a dollar sign', { $set: 'x' }],
    ['a value of 501 characters', { shop: 'x'.repeat(501) }],
    ['a number', { shop: 42 }],
    ['null', { shop: null }],
    ['a nested object', { shop: { no: '42' } }],
    ['a lone surrogate', { shop: '\ud800' }],
    ['a list', ['shop']],
  ])('rejects a new job with %s', async (_label, metadata) => {
    const input = jobBody({ metadata });
    expect((await api.call(app, 'createJob', { input })).code).toBe('invalid_input');
    expect(await app.db.collection('jobs').countDocuments({ nonce: input.nonce })).toBe(0);
  });

  it('accepts 20 keys of 40 characters', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`${i}`.padStart(40, 'k'), 'x']),
    );
    expect((await create(metadata)).metadata).toEqual(metadata);
  });

  it('is compared when a nonce is repeated, in any order', async () => {
    const input = jobBody({ metadata: { a: '1', b: '2' } });
    await api.call(app, 'createJob', { input });
    const repeat = (metadata: object | null) =>
      api.call(app, 'createJob', { input: { ...input, metadata } });
    expect(await repeat({ b: '2', a: '1' })).toMatchObject({ replayed: true });
    expect((await repeat({ a: '1' })).code).toBe('nonce_conflict');
    expect((await repeat(null)).code).toBe('nonce_conflict');
  });

  it('is replayed as it is now', async () => {
    const input = jobBody({ metadata: { shop: '1' } });
    const { body } = await api.call(app, 'createJob', { input });
    await update(body.job_id, { shop: '2' });
    const again = await api.call(app, 'createJob', { input });
    expect(again).toMatchObject({ replayed: true, body: { metadata: { shop: '2' } } });
  });

  it('is merged by key, and null removes a key', async () => {
    const { job_id: id } = await create({ shop: '0042', campaign: 'May' });
    const { body } = await update(id, { shop: '0043', campaign: null, other: null, team: 'A' });
    expect(body).toMatchObject({ metadata: { shop: '0043', team: 'A' }, revision: 2 });
    expect(await stored(id)).toMatchObject({
      metadata: [
        { key: 'shop', value: '0043' },
        { key: 'team', value: 'A' },
      ],
    });
    await update(id, { shop: null, team: null });
    expect(await stored(id)).not.toHaveProperty('metadata');
  });

  it('emits job.updated, and events keep the metadata of their time', async () => {
    const { job_id: id } = await create({ shop: '1' });
    await update(id, { shop: '2' });
    await update(id, { shop: null });
    expect(await dataOf(id)).toEqual([
      { type: 'job.created', metadata: { shop: '1' } },
      { type: 'job.opened', metadata: { shop: '1' } },
      { type: 'job.updated', metadata: { shop: '2' } },
      { type: 'job.updated', metadata: undefined },
    ]);
  });

  it('changes nothing if every key has its value already', async () => {
    const { job_id: id } = await create({ shop: '1' });
    for (const same of [{ shop: '1' }, { other: null }, {}, null]) {
      expect((await update(id, same)).body).toMatchObject({ revision: 1 });
    }
    expect((await dataOf(id)).map(({ type }) => type)).toEqual(['job.created', 'job.opened']);
  });

  it('has at most 20 keys after the change', async () => {
    const { job_id: id } = await create(keys(20));
    expect((await update(id, { more: 'x' })).code).toBe('invalid_input');
    expect((await update(id, { ...keys(41, null) })).code).toBe('invalid_input');
    expect((await update(id, { shop: 42 })).code).toBe('invalid_input');
    expect(await stored(id)).toMatchObject({ revision: 1 });
    expect((await update(id, { more: 'x', 'key.0': null })).body.metadata).toMatchObject({
      more: 'x',
    });
  });

  it('keeps both of two concurrent changes', async () => {
    const { job_id: id } = await create();
    await Promise.all([update(id, { a: '1' }), update(id, { b: '2' })]);
    expect((await api.call(app, 'job', { id })).body.metadata).toEqual({ a: '1', b: '2' });
  });

  it('can be changed after the end of a job, but not after its erasure', async () => {
    const { job_id: id } = await create({ shop: 'zwmetadatax' });
    await api.call(app, 'cancelJob', { id });
    expect((await update(id, { team: 'zwmetadatax' })).code).toBeUndefined();
    await app.services.relay.drain();
    await restApi.call(app, 'eraseJob', { id });
    expect((await update(id, { team: 'B' })).code).toBe('erased');
    expect(await stored(id)).not.toHaveProperty('metadata');
    expect((await dataOf(id)).filter(({ metadata }) => metadata)).toEqual([]);
    const events = await app.db.collection('events').find({ 'data.job_id': id }).toArray();
    expect(JSON.stringify(events)).not.toContain('zwmetadatax');
  });

  it('is changed only by the integrator of the job, with jobs:write', async () => {
    const { job_id: id } = await create({ shop: '1' });
    const other = await app.keyFor(`other-${api.name}`, ['jobs:write']);
    const reader = await app.keyFor(`reader-${api.name}`, ['jobs:read']);
    expect((await update(id, { shop: '2' }, { key: other })).code).toBe('job_not_found');
    expect((await update(id, { shop: '2' }, { key: reader })).code).toBe('scope_missing');
    expect((await update(id, { shop: '2' }, { key: null })).code).toBe('api_key_missing');
    expect((await update(randomUUID(), { shop: '2' })).code).toBe('job_not_found');
    expect(await stored(id)).toMatchObject({ metadata: [{ key: 'shop', value: '1' }] });
  });

  it('is part of a report version, unsigned, as of its creation', async () => {
    const { jobId } = await completedJob(app, { metadata: { shop: '1' } });
    const made = await api.call(app, 'createRealityReport', { id: jobId });
    expect(made.body.metadata).toEqual({ shop: '1' });
    await update(jobId, { shop: '2' });
    const same = await api.call(app, 'createRealityReport', { id: jobId });
    expect(same.body).toMatchObject({ version_number: 1, created: false, metadata: { shop: '1' } });
    const { body } = await app.rest('GET', `/v1/jobs/${jobId}/report`);
    expect(body.metadata).toEqual({ shop: '1' });
    expect(signedContentOf(reportAnswer.parse(body))).not.toHaveProperty('metadata');
  });
});

describe('the metadata of the job of a site check', () => {
  it('is hidden from its requester', async () => {
    const opened = await paid(app);
    const { jobId: id } = opened;
    await restApi.call(app, 'updateJob', { id, input: { metadata: { shop: 'zwhiddenx' } } });
    await capture(app, id, await assign(app, id));
    const made = await restApi.call(app, 'createRealityReport', { id });
    expect(made.body.metadata).toEqual({ shop: 'zwhiddenx' });
    for (const api of apis) {
      for (const operation of ['siteCheck', 'siteCheckReport']) {
        const { body, code } = await api.call(app, operation, opened);
        expect([operation, code]).toEqual([operation, undefined]);
        expect(JSON.stringify(body)).not.toContain('zwhiddenx');
      }
    }
  });
});
