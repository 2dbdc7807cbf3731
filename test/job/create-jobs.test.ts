import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('batches', ['jobs:read', 'jobs:write']);
});
afterAll(() => app.stop());

const overRest = async (jobs: unknown, as: string | null = key) =>
  app.rest('POST', '/v1/jobs/batch', { key: as, body: { jobs } });

const document = `mutation($input: CreateJobsInput!) {
  createJobs(input: $input) { results { status job { jobId nonce } error } } }`;
async function overGraphql(jobs: unknown, as: string | null = key) {
  const { data, errors } = await app.graphql(document, { input: { jobs } }, { key: as });
  return { results: data?.createJobs?.results as Json[], code: errors?.[0]?.extensions['code'] };
}

const stored = () => app.jobs.countDocuments({ nonce: { $ne: 'none' } });
const statusesOf = (results: Json[]) => results.map(({ status }) => status);

describe('POST /v1/jobs/batch', () => {
  it('creates, replays and rejects each item independently, in order', async () => {
    const [first, second] = [jobBody(), jobBody({ metadata: { shop: '0042' } })];
    const before = await stored();
    const answer = await overRest([
      first,
      { ...second, objective: 'x' },
      second,
      first,
      { ...first, objective: 'Is the other shop open?' },
    ]);
    expect(answer.status).toBe(200);
    const { results } = answer.body;
    expect(statusesOf(results)).toEqual(['created', 'rejected', 'created', 'replayed', 'rejected']);
    expect(results[0].job).toMatchObject({ nonce: first['nonce'], status: 'open' });
    expect(results[2].job.metadata).toEqual({ shop: '0042' });
    expect(results[3].job.job_id).toBe(results[0].job.job_id);
    expect(results[1]).toMatchObject({
      job: null,
      error: { detail: [{ loc: ['body', 'objective'] }] },
    });
    expect(results[4]).toMatchObject({ job: null, error: { code: 'nonce_conflict', status: 409 } });
    expect(await stored()).toBe(before + 2);
    expect(await app.jobs.findOne({ _id: results[2].job.job_id })).toMatchObject({
      objective: second['objective'],
      revision: 1,
    });
  });

  it('rejects an item with the errors that it gets alone', async () => {
    const invalid = [
      {},
      jobBody({ objective: 'x', latitude: 'north' }),
      jobBody({ questions: [{ question_key: 'a b', label: 'Which?', kind: 'text' }] }),
      jobBody({ questions_required: 'perhaps' }),
      jobBody({ metadata: { 'a b': 'c' } }),
    ];
    const { body } = await overRest(invalid);
    for (const [i, item] of invalid.entries()) {
      const alone = await app.rest('POST', '/v1/jobs', { key, body: item });
      expect(alone.status).toBe(422);
      expect(body.results[i].error).toEqual(alone.body);
    }
  });

  it('creates nothing twice when it is repeated, and completes one that ended half way', async () => {
    const items = Array.from({ length: 12 }, () => jobBody());
    const half = await overRest(items.slice(0, 5));
    const whole = await overRest(items);
    expect(statusesOf(whole.body.results)).toEqual([
      ...Array(5).fill('replayed'),
      ...Array(7).fill('created'),
    ]);
    const before = await stored();
    const again = await overGraphql(items);
    expect(statusesOf(again.results)).toEqual(Array(12).fill('REPLAYED'));
    expect(again.results.map(({ job }) => job.jobId)).toEqual(
      whole.body.results.map((one: Json) => one.job.job_id),
    );
    expect(half.body.results[0].job.job_id).toBe(whole.body.results[0].job.job_id);
    expect(await stored()).toBe(before);
  });

  it('creates each job once when batches run concurrently', async () => {
    const items = Array.from({ length: 6 }, () => jobBody());
    const before = await stored();
    const answers = await Promise.all([overRest(items), overRest(items.toReversed())]);
    const ids = answers.flatMap(({ body }) => body.results.map((one: Json) => one.job.job_id));
    expect(new Set(ids).size).toBe(6);
    expect(await stored()).toBe(before + 6);
  });

  it.each([
    ['no items', []],
    ['more than 200 items', Array.from({ length: 201 }, () => ({}))],
    ['an item that is no object', ['x']],
    ['no list', 'x'],
  ])('rejects a batch with %s', async (_, jobs) => {
    const before = await stored();
    const answer = await overRest(jobs);
    expect([answer.status, answer.body.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', 'jobs']]);
    expect((await overGraphql(jobs)).code).toBe('BAD_USER_INPUT');
    expect(await stored()).toBe(before);
  });

  it('rejects a body above the size limit', async () => {
    const items = Array.from({ length: 200 }, () => jobBody({ notes: 'é'.repeat(1_000) }));
    expect((await overRest(items)).status).toBe(413);
  });

  it('needs a key with the write scope', async () => {
    const reader = await app.keyFor('batch reader', ['jobs:read']);
    expect((await overRest([jobBody()], null)).status).toBe(401);
    expect((await overRest([jobBody()], reader)).status).toBe(403);
    expect((await overGraphql([jobBody()], null)).code).toBe('API_KEY_MISSING');
    expect((await overGraphql([jobBody()], reader)).code).toBe('SCOPE_MISSING');
  });
});

describe('createJobs', () => {
  it('takes the same items and returns the same results', async () => {
    const item = jobBody();
    const { results } = await overGraphql([item, { ...item, address: 'x' }]);
    expect(results).toEqual([
      { status: 'CREATED', job: { jobId: expect.any(String), nonce: item['nonce'] }, error: null },
      {
        status: 'REJECTED',
        job: null,
        error: { detail: [expect.objectContaining({ loc: ['body', 'address'] })] },
      },
    ]);
  });

  it('costs as much as its items', async () => {
    const items = Array.from({ length: 200 }, () => ({}));
    const selections = 'job { jobId steps { stepName } report { status } feedback { count } }';
    const query = (input: string) => `mutation($input: CreateJobsInput!) {
      createJobs(input: ${input}) { results { ${selections} } } }`;
    const costly = await app.graphql(query('$input'), { input: { jobs: items } }, { key });
    expect(costly.errors?.[0]?.extensions['code']).toBe('QUERY_TOO_EXPENSIVE');
    const few = { jobs: items.slice(0, 20) };
    expect((await app.graphql(query('$input'), { input: few }, { key })).errors).toBeUndefined();
  });
});

describe('rate limits', () => {
  it('count a write for every ten items, over both APIs', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' });
    try {
      const own = await limited.keyFor('limited', ['jobs:write']);
      const remaining = async (jobs: object[]) => {
        const { headers } = await limited.rest('POST', '/v1/jobs/batch', {
          key: own,
          body: { jobs },
        });
        return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
      };
      const first = await remaining([{}]);
      expect(await remaining(Array(25).fill({}))).toBe(first - 3);
      await limited.graphql(document, { input: { jobs: Array(31).fill({}) } }, { key: own });
      expect(await remaining([{}])).toBe(first - 3 - 4 - 1);
    } finally {
      await limited.stop();
    }
  });
});
