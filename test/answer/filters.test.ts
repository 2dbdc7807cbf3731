import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignedJob, createJob, stored, upload } from '../evidence/support/scene.js';
import { apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

const questions = [
  {
    question_key: 'colours',
    label: 'Which colours?',
    kind: 'choices',
    required: false,
    options: ['red', 'blue'].map((key) => ({ key, label: key })),
  },
  {
    question_key: 'cars',
    label: 'How many cars?',
    kind: 'number',
    required: false,
    flag_when: { above: 10 },
  },
];

let app: TestApp;
const ids: Record<string, string> = {};
const submit = (id: string, answers: object[]) =>
  app.rest('POST', `/v1/jobs/${id}/answers`, { body: { answers } });

beforeAll(async () => {
  app = await startTestApp();
  const answersOf: Record<string, object[]> = {
    none: [],
    yes: [{ question_key: 'objective', value: 'yes' }],
    no: [
      { question_key: 'objective', value: 'no' },
      { question_key: 'colours', value: ['red', 'blue'] },
    ],
    flagged: [
      { question_key: 'objective', value: 'no' },
      { question_key: 'cars', value: 12 },
    ],
    unknown: [{ question_key: 'objective', cannot_tell: true, reason: 'It is dark.' }],
  };
  for (const [name, answers] of Object.entries(answersOf)) {
    const id = await createJob(app, { questions });
    ids[name] = id;
    if (answers.length > 0) expect((await submit(id, answers)).status).toBe(200);
    app.advance(1000);
  }
}, 60_000);
afterAll(() => app.stop());

const namesOf = (jobs: { job_id?: string; jobId?: string }[]) =>
  jobs.map((job) => {
    const id = job.job_id ?? job.jobId;
    return Object.keys(ids).find((name) => ids[name] === id);
  });

describe('GET /v1/jobs', () => {
  it.each([
    ['answer=objective:yes', ['yes']],
    ['answer=objective:no', ['flagged', 'no']],
    ['answer=objective:no&flagged=true', ['flagged']],
    ['answer=objective:no&flagged=false', ['no']],
    ['answer=objective:no&status=open', []],
    ['answer=objective:cannot_tell', ['unknown']],
    ['answer=colours:blue', ['no']],
    ['answer=cars:12', ['flagged']],
    ['answer=cars:13', []],
    ['flagged=true', ['flagged']],
    ['flagged=false', ['unknown', 'no', 'yes']],
  ])('with %s lists %j', async (query, names) => {
    const { status, body } = await app.rest('GET', `/v1/jobs?${query}`);
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual(names);
  });

  it('pages through a filter, whose cursors fit no other one', async () => {
    const first = await app.rest('GET', '/v1/jobs?answer=objective:no&limit=1');
    const next = /<http:\/\/service\.test([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(namesOf((await app.rest('GET', next)).body)).toEqual(['no']);
    const { status } = await app.rest('GET', next.replace('objective%3Ano', 'objective%3Ayes'));
    expect(status).toBe(400);
  });

  it.each(['answer=objective', 'answer=:no', 'answer=objective:', 'flagged=perhaps'])(
    'rejects %s',
    async (query) => {
      expect((await app.rest('GET', `/v1/jobs?${query}`)).status).toBe(422);
    },
  );

  it('follows a later answer', async () => {
    const id = await createJob(app, { questions });
    ids['changed'] = id;
    await submit(id, [{ question_key: 'cars', value: 77 }]);
    const listed = async (query: string) =>
      namesOf((await app.rest('GET', `/v1/jobs?${query}`)).body);
    expect(await listed('answer=cars:77&flagged=true')).toEqual(['changed']);
    await submit(id, [{ question_key: 'cars', value: 7 }]);
    expect(await listed('answer=cars:77')).toEqual([]);
    expect(await listed('answer=cars:7')).toEqual(['changed']);
    await app.jobs.deleteOne({ _id: id });
  });
});

describe('jobs(filter: {answers})', () => {
  const list = async (answers: object[], orderBy = 'CREATED_AT_DESC') =>
    app.graphql(
      'query($filter: JobFilter, $orderBy: JobOrder) { jobs(filter: $filter, orderBy: $orderBy) { nodes { jobId } totalCount } }',
      { filter: { answers }, orderBy },
    );

  it.each<[object[], string[]]>([
    [[{ questionKey: 'objective', value: 'no' }], ['flagged', 'no']],
    [[{ questionKey: 'objective', cannotTell: true }], ['unknown']],
    [[{ questionKey: 'cars', flagged: true }], ['flagged']],
    [[{ questionKey: 'cars', value: 12 }], ['flagged']],
    [
      [
        { questionKey: 'objective', value: 'no' },
        { questionKey: 'colours', value: 'red' },
      ],
      ['no'],
    ],
  ])('%j lists %j', async (answers, names) => {
    const { data, errors } = await list(answers);
    expect(errors).toBeUndefined();
    expect(namesOf(data.jobs.nodes)).toEqual(names);
    expect(data.jobs.totalCount).toBe(names.length);
    const { data: ascending } = await list(answers, 'CREATED_AT_ASC');
    expect(namesOf(ascending.jobs.nodes)).toEqual(names.toReversed());
  });

  it.each<object>([
    { questionKey: 'objective' },
    { questionKey: 'objective', value: 'no', cannotTell: true },
    { questionKey: 'objective', flagged: false },
  ])('rejects %j', async (condition) => {
    const { errors } = await list([condition]);
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });
});

it('counts submitted answers by value, city and flag', async () => {
  const { data } = await app.graphql(
    '{ jobStats(groupBy: [QUESTION, MARKET_CITY], filter: { flagged: true }) { total groups { questionKey key secondKey count flaggedCount } } }',
  );
  const berlin = { secondKey: 'berlin', count: 1 };
  expect(data.jobStats).toEqual({
    total: 1,
    groups: [
      { questionKey: 'cars', key: '12', ...berlin, flaggedCount: 1 },
      { questionKey: 'objective', key: 'no', ...berlin, flaggedCount: 0 },
    ],
  });
});

describe.each(apis)('the review queue over $name', (api) => {
  it('lists jobs with unconfirmed flagged answers first, then those with cannot_tell', async () => {
    const completed = async (answers: object[]) => {
      const { jobId, token } = await assignedJob(app, { questions });
      for (let step = 0; step < 3; step++) await upload(app, { token });
      await submit(jobId, answers);
      return jobId;
    };
    await completed([{ question_key: 'objective', value: 'yes' }]);
    const unknown = await completed([
      { question_key: 'objective', cannot_tell: true, reason: 'It is dark.' },
    ]);
    const flagged = await completed([{ question_key: 'cars', value: 11 }]);
    const queue = async (): Promise<string[]> =>
      (await api.call(app, 'reviewQueue', {})).body.map((job: { job_id: string }) => job.job_id);
    expect(await queue()).toEqual([flagged, unknown]);
    for (const [id, answer] of [
      [flagged, { question_key: 'cars', value: 11 }],
      [unknown, { question_key: 'objective', cannot_tell: true, reason: 'It is dark.' }],
    ] as const) {
      const input = { decision: 'accept', answers: [answer] };
      expect((await api.call(app, 'reviewJob', { id, input })).code).toBeUndefined();
    }
    expect(await queue()).toEqual([]);
    expect((await stored(app, flagged)).attention).toBeUndefined();
    const key = await app.keyFor(`queue-${api.name}`, ['jobs:read']);
    expect((await api.call(app, 'reviewQueue', { key })).code).toBe('scope_missing');
  });
});
