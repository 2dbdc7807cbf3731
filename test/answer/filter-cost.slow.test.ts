import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import type { Answer } from '../../src/modules/job/answer.js';
import type { Job } from '../../src/modules/job/job.js';
import { answerIndexOf } from '../../src/modules/job/job-answers.js';
import { random, seed } from '../embedded/random.js';
import { jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { type Explained, explain } from '../support/query-plans/plans.js';
import { type Search, searchesOf } from '../support/query-plans/searches.js';

const jobCount = 10_000;
const length = 5;
const batchSize = 200;

const next = random(seed);
const chance = (share: number) => next() < share;
const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;

const statuses: Job['status'][] = ['in_progress', 'submitted', 'completed', 'disputed'];
const services = ['storefront_open', 'sign_in_place', null];
const questions = [
  {
    question_key: 'colours',
    label: 'Which colours?',
    kind: 'choices',
    options: ['red', 'blue'].map((key) => ({ key, label: key })),
  },
  { question_key: 'cars', label: 'How many cars?', kind: 'number', flag_when: { above: 3 } },
  { question_key: 'note', label: 'What else?', kind: 'text' },
];
const longText = 'on the square '.repeat(10);
const values: Record<string, () => Answer['value']> = {
  objective: () => one(['yes', 'no', null]),
  colours: () => one([['red'], ['blue'], ['red', 'blue']]),
  cars: () => Math.floor(next() * 8),
  note: () => one(['None.', longText]),
};

let app: TestApp;
let key: string;
let integratorId: string | undefined;
/** The stored jobs, oldest first. */
const jobs: Job[] = [];

const answerTo = (job: Job, questionKey: string, value: Answer['value']): Answer => ({
  questionKey,
  revision: 1,
  value,
  cannotTell: value === null,
  reason: value === null ? 'It is dark.' : null,
  comment: null,
  evidenceIds: [],
  answeredBy: 'verifier',
  answeredAt: job.createdAt,
  receivedAt: job.createdAt,
  flagged: questionKey === 'cars' && typeof value === 'number' && value > 3,
});

beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('answers', ['jobs:read', 'jobs:write']);
  const templates: Job[] = [];
  for (const owner of [pilotKey, key]) {
    const { body } = await app.rest('POST', '/v1/jobs', {
      key: owner,
      body: jobBody({ questions }),
    });
    await app.services.relay.drain();
    const { dueAt: _, ...job } = (await app.jobs.findOne({ _id: body.job_id })) as Job;
    templates.push(job);
  }
  await app.jobs.deleteMany({});
  integratorId = templates[1]?.integratorId;
  const start = app.now().getTime() - jobCount * 60_000;
  const changedAt = Array.from({ length: jobCount }, (_, i) => start + i * 60_000).sort(
    () => next() - 0.5,
  );
  for (let i = 0; i < jobCount; i++) {
    const job: Job = {
      ...one(templates),
      _id: newId(),
      nonce: newId(),
      status: one(statuses),
      serviceKey: one(services),
      createdAt: new Date(start + i * 60_000),
      updatedAt: new Date(changedAt[i] ?? start),
    };
    const answers = Object.entries(values)
      .filter(() => chance(0.8))
      .map(([questionKey, value]) => answerTo(job, questionKey, value()));
    const { attention: _, ...index } = answerIndexOf({ ...job, answers });
    jobs.push({ ...job, ...(answers.length > 0 && { answers, ...index }) });
  }
  for (let from = 0; from < jobCount; from += batchSize) {
    await app.jobs.insertMany(jobs.slice(from, from + batchSize), { ordered: false });
  }
}, 300_000);
afterAll(() => app.stop());

interface Filter {
  status?: string;
  serviceKey?: string;
  createdAfter?: Date;
  createdBefore?: Date;
  answers?: { questionKey: string; value?: string | number; cannotTell?: true; flagged?: true }[];
  flagged?: boolean;
}

function hasAnswer({ answers = [] }: Job, condition: NonNullable<Filter['answers']>[number]) {
  const answer = answers.find(({ questionKey }) => questionKey === condition.questionKey);
  if (!answer) return false;
  if (condition.value !== undefined) {
    return [answer.value].flat().some((value) => value === condition.value);
  }
  return condition.cannotTell ? answer.cannotTell : answer.flagged;
}

const matches = (job: Job, { status, serviceKey, answers = [], flagged, ...created }: Filter) =>
  (status === undefined || job.status === status.toLowerCase()) &&
  (serviceKey === undefined || job.serviceKey === serviceKey) &&
  (created.createdAfter === undefined || job.createdAt >= created.createdAfter) &&
  (created.createdBefore === undefined || job.createdAt < created.createdBefore) &&
  answers.every((condition) => hasAnswer(job, condition)) &&
  (flagged === undefined ||
    (job.answers !== undefined && job.answers.some((answer) => answer.flagged) === flagged));

const byAnswer: Filter[] = [
  { answers: [{ questionKey: 'objective', value: 'no' }] },
  { answers: [{ questionKey: 'objective', cannotTell: true }] },
  { answers: [{ questionKey: 'colours', value: 'red' }] },
  { answers: [{ questionKey: 'cars', value: 6 }] },
  { answers: [{ questionKey: 'note', value: longText }] },
];
const byFlag: Filter[] = [
  { answers: [{ questionKey: 'cars', flagged: true }] },
  { flagged: true },
  { flagged: false },
  { answers: [{ questionKey: 'objective', value: 'no' }], flagged: true },
  { answers: [{ questionKey: 'objective', value: 'no' }], flagged: false },
];
const others: Filter[] = [
  {},
  { status: 'COMPLETED' },
  { serviceKey: 'storefront_open' },
  { status: 'COMPLETED', serviceKey: 'storefront_open' },
];
const filters = [...byAnswer, ...byFlag].flatMap((filter) =>
  others.map((other) => ({ ...filter, ...other })),
);
const period = (): Filter => ({
  createdAfter: jobs[2_000]?.createdAt as Date,
  createdBefore: jobs[8_000]?.createdAt as Date,
});

/** Runs a request, and explains the searches for jobs that it made. DocumentDB returns plans of PostgreSQL: none there. */
async function explained<T>(run: () => Promise<T>): Promise<[result: T, plans: Explained[]]> {
  const searches: Search[] = [];
  const watch = ({ command }: CommandStartedEvent) => {
    const isJobs = command['find'] === 'jobs';
    if (isJobs && !inject('isDocumentDb')) searches.push(...searchesOf(command));
  };
  app.services.client.on('commandStarted', watch);
  const result = await run().finally(() => app.services.client.off('commandStarted', watch));
  return [result, await Promise.all(searches.map((search) => explain(app.db, search)))];
}

/**
 * Asserts that a page was read from an index in order. The search reads a document to know whether more follow, and, as
 * times can be equal, the one at the cursor; another search looks for due jobs.
 */
function expectToReadThePage(plans: Explained[], shown: number): void {
  if (inject('isDocumentDb')) return;
  for (const { stages } of plans) {
    expect(stages).not.toContain('SORT');
    expect(stages).not.toContain('COLLSCAN');
  }
  const examined = plans.reduce((sum, plan) => sum + plan.examined, 0);
  expect(examined).toBeGreaterThanOrEqual(shown);
  expect(examined).toBeLessThanOrEqual(shown + 2);
}

const document = `query($filter: JobFilter, $orderBy: JobOrder, $first: Int, $after: String, $last: Int, $before: String) {
  jobs(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    nodes { jobId } pageInfo { startCursor endCursor } } }`;

describe.each([
  ['CREATED_AT_DESC', 'createdAt', -1],
  ['CREATED_AT_ASC', 'createdAt', 1],
  ['UPDATED_AT_DESC', 'updatedAt', -1],
] as const)('jobs(filter: {answers}) of 10,000 jobs by %s', (orderBy, field, direction) => {
  const ordered = (filter: Filter, reader: string) =>
    jobs
      .filter(
        (job) => matches(job, filter) && (reader === pilotKey || job.integratorId === integratorId),
      )
      .sort((a, b) => direction * (a[field].getTime() - b[field].getTime()))
      .map(({ _id }) => _id);

  async function expectPages(filter: Filter, reader: string): Promise<void> {
    const expected = ordered(filter, reader);
    expect(expected.length).toBeGreaterThan(2 * length);
    const page = async (range: object) => {
      const [{ data, errors }, plans] = await explained(() =>
        app.graphql(document, { filter, orderBy, ...range }, { key: reader }),
      );
      expect(errors).toBeUndefined();
      const { nodes, pageInfo } = data.jobs;
      expectToReadThePage(plans, nodes.length);
      return { ids: nodes.map((job: { jobId: string }) => job.jobId), ...pageInfo };
    };
    const first = await page({ first: length });
    expect(first.ids).toEqual(expected.slice(0, length));
    const second = await page({ first: length, after: first.endCursor });
    expect(second.ids).toEqual(expected.slice(length, 2 * length));
    const back = await page({ first: null, last: length, before: second.startCursor });
    expect(back.ids).toEqual(first.ids);
    const end = await page({ first: null, last: length });
    expect(end.ids).toEqual(expected.slice(-length));
  }

  it.each(filters)('reads the page only with %j', async (filter) => {
    for (const reader of [pilotKey, key]) await expectPages(filter, reader);
  });

  // No index has a range of one time in the order of another.
  it.skipIf(field === 'updatedAt')('reads the page only with a period too', async () => {
    for (const filter of byAnswer) await expectPages({ ...filter, ...period() }, key);
  });
});

describe('GET /v1/jobs of 10,000 jobs', () => {
  it.each<[string, Filter]>([
    ['answer=objective:no', { answers: [{ questionKey: 'objective', value: 'no' }] }],
    [
      'answer=objective:no&flagged=true',
      { answers: [{ questionKey: 'objective', value: 'no' }], flagged: true },
    ],
    ['flagged=true', { flagged: true }],
    ['flagged=true&status=completed', { flagged: true, status: 'completed' }],
    [
      'answer=objective:cannot_tell&status=disputed',
      { answers: [{ questionKey: 'objective', cannotTell: true }], status: 'disputed' },
    ],
  ])('reads the page only with %s', async (query, filter) => {
    const expected = jobs.filter((job) => matches(job, filter)).toReversed();
    let path = `/v1/jobs?${query}&limit=${length}`;
    for (let page = 0; page < 3; page++) {
      const [{ body, headers }, plans] = await explained(() => app.rest('GET', path));
      expect(body.map((job: { job_id: string }) => job.job_id)).toEqual(
        expected.slice(page * length, (page + 1) * length).map(({ _id }) => _id),
      );
      expectToReadThePage(plans, length);
      path = /<http:\/\/service\.test([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }
  });
});
