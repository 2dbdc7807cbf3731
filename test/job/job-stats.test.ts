import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import type { Answer } from '../../src/modules/job/answer.js';
import type { Feedback, Job } from '../../src/modules/job/job.js';
import { answerIndexOf } from '../../src/modules/job/job-answers.js';
import { random, seed } from '../embedded/random.js';
import { days, hours, jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

const jobCount = 300;
const queryCount = 30;

const next = random(seed);
const chance = (share: number) => next() < share;
const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;

const cities = { berlin: [52.52, 13.405], london: [51.5074, -0.1278], paris: [48.8566, 2.3522] };
type City = keyof typeof cities;
const services = ['storefront_open', 'sign_in_place', null];
const shops = ['0042', '0043', ''];
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

/** Returns openings, a completion and feedback of a job, each independent of its status. */
function randomProgress(createdAt: Date) {
  const later = (count: number) =>
    new Date(createdAt.getTime() + Math.floor(next() * hours(count)));
  const firstOpenedAt = later(10);
  const feedback = Array.from(
    { length: Math.floor(next() * 3) },
    (): Feedback => ({
      feedbackId: newId(),
      rating: one([null, 1, 2, 3, 4, 5]),
      verdict: one([null, 'accepted', 'disputed']),
      comment: null,
      stepNames: [],
      reportVersion: null,
      nonce: null,
      createdAt,
    }),
  );
  const openedAt = chance(0.8) ? firstOpenedAt : later(20);
  const completedAt = chance(0.6)
    ? new Date(openedAt.getTime() + Math.floor(next() * hours(60)))
    : null;
  return {
    openedAt,
    // Jobs of earlier releases have no first opening.
    ...(chance(0.8) && { firstOpenedAt }),
    deadlineAt: chance(0.2) && completedAt ? completedAt : later(60),
    completedAt,
    feedback,
    ...(chance(0.7) && { metadata: [{ key: 'shop', value: one(shops) }] }),
  };
}

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
    const { firstOpenedAt: _, ...template } = (await app.jobs.findOne({
      _id: body.job_id,
    })) as Job;
    templates.push(template);
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
      ...randomProgress(createdAt),
    };
    const answers = randomAnswers(job);
    const { attention: _, ...index } = answerIndexOf({ ...job, answers });
    jobs.push({ ...job, ...(answers.length > 0 && { answers, ...index }), city });
  }
  await app.jobs.insertMany(jobs.map(({ city: _, ...job }) => job));
});
afterAll(() => app.stop());

interface Query {
  withFigures: boolean;
  groupBy: string[];
  questionKey?: string;
  metadataKey?: string;
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

/** Nearest rank: the smallest of the values that at least this share of all does not exceed. */
function rank(numbers: number[], share: number): number | null {
  const enough = numbers.filter(
    (value) => numbers.filter((other) => other <= value).length >= share * numbers.length,
  );
  return enough.length > 0 ? Math.min(...enough) : null;
}

function figuresOf(counted: Job[]) {
  const done = counted.filter(({ completedAt }) => completedAt !== null);
  const share = (part: Job[]) => (done.length > 0 ? part.length / done.length : null);
  const times = done.map(
    (job) => (Number(job.completedAt) - Number(job.firstOpenedAt ?? job.openedAt)) / 1000,
  );
  const ratings = counted.flatMap((job) => job.feedback.flatMap(({ rating }) => rating ?? []));
  return {
    completedCount: done.length,
    onTimeRate: share(done.filter((job) => Number(job.completedAt) <= Number(job.deadlineAt))),
    medianTurnaroundSeconds: rank(times, 0.5),
    p90TurnaroundSeconds: rank(times, 0.9),
    disputeRate: share(
      done.filter((job) => job.feedback.some(({ verdict }) => verdict === 'disputed')),
    ),
    meanRating:
      ratings.length > 0 ? ratings.reduce((sum, each) => sum + each, 0) / ratings.length : null,
  };
}

/** Counts without the service: one line per group. */
function recount(counted: (Job & { city: City })[], query: Query) {
  const groups = new Map<string, { flaggedCount: number | null; jobs: Job[] }>();
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
          if (by === 'METADATA') return shopOf(job, query);
          return by === 'MARKET_CITY' ? job.city : String(text);
        });
        const [key = null, secondKey = null] = keys;
        const answered = answer?.questionKey ?? null;
        const name = JSON.stringify([key, secondKey, answered, bucketOf(job, query)]);
        const group = groups.get(name) ?? { flaggedCount: isByQuestion ? 0 : null, jobs: [] };
        groups.set(name, group);
        total.add(job._id);
        group.jobs.push(job);
        if (answer?.flagged) group.flaggedCount = (group.flaggedCount ?? 0) + 1;
      }
    }
  }
  const counts = [...groups].map(([name, { flaggedCount, jobs: members }]) => [
    name,
    { count: members.length, flaggedCount, ...(query.withFigures && figuresOf(members)) },
  ]);
  return { total: total.size, groups: Object.fromEntries(counts) };
}

const shopOf = ({ metadata }: Job, { metadataKey }: Query) =>
  metadata?.find(({ key }) => key === metadataKey)?.value ?? null;

const matches = (job: Job, { filter }: Query) =>
  (filter.status === undefined || job.status === filter.status.toLowerCase()) &&
  (filter.serviceKey === undefined || job.serviceKey === filter.serviceKey) &&
  (filter.createdAfter === undefined || job.createdAt >= filter.createdAfter) &&
  (filter.createdBefore === undefined || job.createdAt < filter.createdBefore) &&
  (filter.flagged === undefined ||
    (currentAnswers(job).length > 0 &&
      currentAnswers(job).some(({ flagged }) => flagged) === filter.flagged));

function randomQuery(): Query {
  const groupings = [
    'STATUS',
    'SERVICE_KEY',
    'MARKET_CITY',
    'METADATA',
    'METADATA',
    'QUESTION',
    'QUESTION',
  ];
  const groupBy = [...new Set([one(groupings), one(groupings)])].slice(Math.floor(next() * 3));
  const isNarrowed = groupBy.includes('QUESTION') && chance(0.6);
  return {
    withFigures: chance(0.7),
    groupBy,
    ...(groupBy.includes('METADATA') && { metadataKey: chance(0.9) ? 'shop' : 'unknown' }),
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

const figureNames = Object.keys(figuresOf([]));
const documentOf = (
  fields: readonly string[],
) => `query($groupBy: [JobGrouping!], $questionKey: String, $metadataKey: String, $bucket: TimeBucket, $timeZone: String, $filter: JobFilter) {
  jobStats(groupBy: $groupBy, questionKey: $questionKey, metadataKey: $metadataKey, bucket: $bucket, timeZone: $timeZone, filter: $filter) {
    total groups { key secondKey questionKey bucket count flaggedCount ${fields.join(' ')} }
  }
}`;
const ask = (
  { withFigures, ...variables }: Partial<Omit<Query, 'filter'>> & { filter?: object },
  key: string | null = pilotKey,
) => app.graphql(documentOf(withFigures ? figureNames : []), variables, { key });

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
        const counted = groups.map(({ key, secondKey, questionKey, bucket, ...others }) => [
          JSON.stringify([key, secondKey, questionKey, bucket]),
          others,
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

  it('returns figures and counts without a limit from one document', async () => {
    const { data } = await app.graphql(`{
      counts: jobStats(groupBy: STATUS) { groups { key count } }
      figures: jobStats(groupBy: STATUS) { groups { key ...figures } }
    }
    fragment figures on JobStatsGroup { count completedCount }`);
    const completedIn = (key: string) =>
      jobs.filter(({ status, completedAt }) => status === key && completedAt).length;
    const { counts, figures } = data;
    expect(counts.groups).toHaveLength(statuses.length);
    expect(figures.groups).toEqual(
      counts.groups.map((group: { key: string }) => ({
        ...group,
        completedCount: completedIn(group.key),
      })),
    );
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
    ['metadata without its key', { groupBy: ['METADATA'] }],
    ['a key of metadata without its grouping', { groupBy: ['STATUS'], metadataKey: 'shop' }],
    ['a malformed key of metadata', { groupBy: ['METADATA'], metadataKey: 'the shop' }],
    ['a key of metadata that is too long', { groupBy: ['METADATA'], metadataKey: 'k'.repeat(41) }],
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
      const { errors } = await ask({}, key);
      expect(errors?.[0]?.extensions['code']).toBe(code);
    }
  });
});

describe('the first opening of a job', () => {
  const create = async (fields = {}) =>
    (await app.rest('POST', '/v1/jobs', { body: jobBody(fields) })).body.job_id as string;
  const openingsOf = async (id: string) => {
    const { firstOpenedAt, openedAt } = (await app.jobs.findOne({ _id: id })) as Job;
    return { firstOpenedAt, openedAt };
  };
  /** Lets a job expire, and opens it again. */
  const reopen = async (id: string) => {
    app.advance(days(31));
    expect((await app.rest('POST', `/v1/jobs/${id}/open`)).status).toBe(200);
  };

  it('is stored, and kept when the job is opened again', async () => {
    const id = await create();
    const { firstOpenedAt, openedAt } = await openingsOf(id);
    expect(firstOpenedAt).toBeInstanceOf(Date);
    expect(openedAt).toEqual(firstOpenedAt);
    await reopen(id);
    const again = await openingsOf(id);
    expect(again.firstOpenedAt).toEqual(firstOpenedAt);
    expect(Number(again.openedAt)).toBeGreaterThan(Number(firstOpenedAt));
  });

  it('is absent before', async () => {
    const opened = await openingsOf(await create({ auto_open: false }));
    expect(opened).toEqual({ firstOpenedAt: undefined, openedAt: null });
  });

  it('is the last one before the upgrade for a job of an earlier release', async () => {
    const id = await create();
    const { firstOpenedAt } = await openingsOf(id);
    await app.jobs.updateOne({ _id: id }, { $unset: { firstOpenedAt: '' } });
    await reopen(id);
    expect((await openingsOf(id)).firstOpenedAt).toEqual(firstOpenedAt);
  });
});
