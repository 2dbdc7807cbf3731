import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import type { Answer } from '../../src/modules/job/answer.js';
import type { Job } from '../../src/modules/job/job.js';
import { answerIndexOf } from '../../src/modules/job/job-answers.js';
import { random, seed } from '../embedded/random.js';
import { jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

const jobCount = 300;
const queryCount = 30;

const next = random(seed);
const chance = (share: number) => next() < share;
const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;

const cities = { berlin: [52.52, 13.405], london: [51.5074, -0.1278], paris: [48.8566, 2.3522] };
type City = keyof typeof cities;
const services = ['storefront_open', 'sign_in_place', null];
const statuses: Job['status'][] = ['open', 'in_progress', 'completed', 'disputed'];
const timeZones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu'];
const questions = [
  { question_key: 'lit', label: 'Is it lit?', kind: 'yes_no', flag_when: ['no', 'cannot_tell'] },
  {
    question_key: 'since',
    label: 'Since when?',
    kind: 'choice',
    options: ['may', 'june'].map((key) => ({ key, label: key })),
    show_when: { question_key: 'lit', values: ['no'] },
  },
  {
    question_key: 'colours',
    label: 'Which colours?',
    kind: 'choices',
    options: ['red', 'blue', 'green'].map((key) => ({ key, label: key })),
  },
  { question_key: 'cars', label: 'How many cars?', kind: 'number', flag_when: { above: 2 } },
];
const values: Record<string, () => string | number | string[]> = {
  objective: () => one(['yes', 'no']),
  lit: () => one(['yes', 'no']),
  since: () => one(['may', 'june']),
  colours: () => one([['red'], ['blue', 'green'], ['red', 'blue', 'green']]),
  cars: () => Math.floor(next() * 5),
};

let app: TestApp;
let integratorKey: string;
let integratorId: string | undefined;
/** The stored jobs, with the city that each was placed in. */
const jobs: (Job & { city: City })[] = [];

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
  flagged:
    (questionKey === 'lit' && value !== 'yes') ||
    (questionKey === 'cars' && typeof value === 'number' && value > 2),
});

const randomAnswers = (job: Job): Answer[] =>
  Object.entries(values)
    .filter(() => chance(0.7))
    .map(([questionKey, value]) => answerTo(job, questionKey, chance(0.15) ? null : value()));

beforeAll(async () => {
  app = await startTestApp();
  integratorKey = await app.keyFor('counted', ['jobs:read', 'jobs:write']);
  const templates: Job[] = [];
  for (const key of [pilotKey, integratorKey]) {
    const { body } = await app.rest('POST', '/v1/jobs', { key, body: jobBody({ questions }) });
    await app.services.relay.drain();
    templates.push((await app.jobs.findOne({ _id: body.job_id })) as Job);
  }
  integratorId = templates[1]?.integratorId;
  await app.jobs.deleteMany({ _id: { $in: templates.map(({ _id }) => _id) } });
  for (let i = 0; i < jobCount; i++) {
    const city = one(Object.keys(cities) as City[]);
    const [latitude = 0, longitude = 0] = cities[city].map((at) => at + next() / 10);
    const createdAt = new Date(app.now().getTime() - Math.floor(next() * 80 * 86_400_000));
    const job: Job = {
      ...one(templates),
      _id: newId(),
      nonce: newId(),
      status: one(statuses),
      serviceKey: one(services),
      latitude,
      longitude,
      createdAt,
    };
    const answers = randomAnswers(job);
    const { attention: _, ...index } = answerIndexOf({ ...job, answers });
    jobs.push({ ...job, ...(answers.length > 0 && { answers, ...index }), city });
  }
  await app.jobs.insertMany(jobs.map(({ city: _, ...job }) => job));
});
afterAll(() => app.stop());

interface Query {
  groupBy: string[];
  questionKey?: string;
  bucket?: string;
  timeZone: string;
  filter: {
    status?: string;
    serviceKey?: string | null;
    createdAfter?: Date;
    createdBefore?: Date;
    flagged?: boolean;
  };
}

const dayIn = (time: Date, timeZone: string) => time.toLocaleDateString('sv-SE', { timeZone });

/** Returns the first day of a bucket; steps back day by day to Monday. */
function bucketOf({ createdAt }: Job, { bucket, timeZone }: Query): string | null {
  const day = dayIn(createdAt, timeZone);
  if (bucket === 'MONTH') return `${day.slice(0, 8)}01`;
  if (bucket !== 'WEEK') return bucket ? day : null;
  const noon = new Date(`${day}T12:00:00Z`);
  while (noon.toUTCString().slice(0, 3) !== 'Mon') noon.setTime(noon.getTime() - 86_400_000);
  return noon.toISOString().slice(0, 10);
}

/** Returns the answers to questions that are asked. */
const currentAnswers = ({ answers = [] }: Job) =>
  answers.filter(
    ({ questionKey }) =>
      questionKey !== 'since' ||
      answers.some((each) => each.questionKey === 'lit' && each.value === 'no'),
  );

/** Counts without the service: one line per group. */
function recount(counted: (Job & { city: City })[], query: Query) {
  const groups = new Map<string, { count: number; flaggedCount: number | null }>();
  const total = new Set<string>();
  const isByQuestion = query.groupBy.includes('QUESTION');
  for (const job of counted) {
    const answers = isByQuestion
      ? currentAnswers(job).filter(
          ({ questionKey }) => !query.questionKey || questionKey === query.questionKey,
        )
      : [null];
    for (const answer of answers) {
      const texts = answer ? (answer.cannotTell ? ['cannot_tell'] : [answer.value].flat()) : [null];
      for (const text of texts) {
        const keys = query.groupBy.map((by) => {
          if (by === 'STATUS') return job.status;
          if (by === 'SERVICE_KEY') return job.serviceKey;
          return by === 'MARKET_CITY' ? job.city : String(text);
        });
        const [key = null, secondKey = null] = keys;
        const name = [key, secondKey, answer?.questionKey ?? null, bucketOf(job, query)].join('|');
        const group = groups.get(name) ?? { count: 0, flaggedCount: isByQuestion ? 0 : null };
        groups.set(name, group);
        total.add(job._id);
        group.count += 1;
        if (answer?.flagged) group.flaggedCount = (group.flaggedCount ?? 0) + 1;
      }
    }
  }
  return { total: total.size, groups: Object.fromEntries(groups) };
}

const matches = (job: Job, { filter }: Query) =>
  (filter.status === undefined || job.status === filter.status.toLowerCase()) &&
  (filter.serviceKey === undefined || job.serviceKey === filter.serviceKey) &&
  (filter.createdAfter === undefined || job.createdAt >= filter.createdAfter) &&
  (filter.createdBefore === undefined || job.createdAt < filter.createdBefore) &&
  (filter.flagged === undefined ||
    (currentAnswers(job).length > 0 &&
      currentAnswers(job).some(({ flagged }) => flagged) === filter.flagged));

function randomQuery(): Query {
  const groupings = ['STATUS', 'SERVICE_KEY', 'MARKET_CITY', 'QUESTION', 'QUESTION'];
  const groupBy = [...new Set([one(groupings), one(groupings)])].slice(Math.floor(next() * 3));
  const isNarrowed = groupBy.includes('QUESTION') && chance(0.6);
  return {
    groupBy,
    ...(isNarrowed && { questionKey: one([...Object.keys(values), 'unknown']) }),
    ...(chance(0.7) && { bucket: one(['DAY', 'WEEK', 'MONTH']) }),
    timeZone: one(timeZones),
    filter: {
      ...(chance(0.3) && { status: one(statuses).toUpperCase() }),
      ...(chance(0.3) && { serviceKey: 'sign_in_place' }),
      ...(chance(0.3) && { createdAfter: one(jobs).createdAt }),
      ...(chance(0.3) && { createdBefore: one(jobs).createdAt }),
      ...(chance(0.2) && { flagged: chance(0.5) }),
    },
  };
}

const document = `query($groupBy: [JobGrouping!], $questionKey: String, $bucket: TimeBucket, $timeZone: String, $filter: JobFilter) {
  jobStats(groupBy: $groupBy, questionKey: $questionKey, bucket: $bucket, timeZone: $timeZone, filter: $filter) {
    total groups { key secondKey questionKey bucket count flaggedCount }
  }
}`;
const ask = (variables: object, key = pilotKey) => app.graphql(document, { ...variables }, { key });

describe('jobStats', () => {
  it('equals a recount, for an operator and for one integrator', async () => {
    for (let i = 0; i < queryCount; i++) {
      const query = randomQuery();
      for (const key of [pilotKey, integratorKey]) {
        const visible = jobs.filter(
          (job) => matches(job, query) && (key === pilotKey || job.integratorId === integratorId),
        );
        const { data, errors } = await ask(query, key);
        expect(errors).toBeUndefined();
        const groups: Record<string, unknown>[] = data.jobStats.groups;
        const counted = groups.map((group) => [
          ['key', 'secondKey', 'questionKey', 'bucket'].map((name) => group[name]).join('|'),
          { count: group['count'], flaggedCount: group['flaggedCount'] },
        ]);
        const expected = recount(visible, query);
        expect(
          { total: data.jobStats.total, groups: Object.fromEntries(counted) },
          `SEED=${seed} ${JSON.stringify(query)}`,
        ).toEqual(expected);
        expect(groups).toHaveLength(Object.keys(expected.groups).length);
      }
    }
  }, 60_000);

  it('orders groups by bucket and question, then by size', async () => {
    const { data } = await ask({ groupBy: ['QUESTION'], bucket: 'MONTH' });
    const groups: { bucket: string; questionKey: string; count: number; key: string }[] =
      data.jobStats.groups;
    const inOrder = groups.toSorted(
      (a, b) =>
        a.bucket.localeCompare(b.bucket) ||
        a.questionKey.localeCompare(b.questionKey) ||
        b.count - a.count ||
        (a.key < b.key ? -1 : 1),
    );
    expect(groups).toEqual(inOrder);
  });

  it('returns at most 1000 groups, without the smallest', async () => {
    const texts = Array.from({ length: 1001 }, (_, i) => `text ${i}`);
    const [{ city: _, ...stored }] = jobs as [Job & { city: City }];
    const copies = [...texts, 'text 1000'].map((value): Job => {
      const answers = [{ ...answerTo(stored, 'wide', 'text'), value }];
      return {
        ...stored,
        answers,
        answerTags: ['wide#'],
        hasFlaggedAnswer: false,
        _id: newId(),
        nonce: newId(),
      };
    });
    await app.jobs.insertMany(copies);
    const { data } = await ask({ groupBy: ['QUESTION'], questionKey: 'wide' });
    await app.jobs.deleteMany({ _id: { $in: copies.map(({ _id }) => _id) } });
    expect(data.jobStats.total).toBe(1002);
    expect(data.jobStats.groups).toHaveLength(1000);
    expect(data.jobStats.groups[0]).toMatchObject({ key: 'text 1000', count: 2 });
  });

  it.each([
    ['three groupings', { groupBy: ['STATUS', 'SERVICE_KEY', 'QUESTION'] }],
    ['a grouping twice', { groupBy: ['STATUS', 'STATUS'] }],
    ['an unknown grouping', { groupBy: ['OWNER'] }],
    ['an unknown bucket', { bucket: 'YEAR' }],
    ['an unknown time zone', { bucket: 'DAY', timeZone: 'Europe/Atlantis' }],
    ['a question without its grouping', { groupBy: ['STATUS'], questionKey: 'lit' }],
    ['a malformed question key', { groupBy: ['QUESTION'], questionKey: 'Lit?' }],
    ['an invalid filter', { filter: { answers: [{ questionKey: 'lit' }] } }],
  ])('rejects %s', async (_, variables) => {
    const { data, errors } = await ask(variables);
    expect(data?.jobStats ?? null).toBeNull();
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });

  it('needs a key with jobs:read', async () => {
    const writer = await app.keyFor('writer', ['jobs:write']);
    for (const [key, code] of [
      [null, 'API_KEY_MISSING'],
      [writer, 'SCOPE_MISSING'],
    ] as const) {
      const { errors } = await app.graphql(document, {}, { key });
      expect(errors?.[0]?.extensions['code']).toBe(code);
    }
  });
});
