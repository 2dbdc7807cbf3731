import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoggedEvent } from '../../src/aggregate/event-log.js';
import type { Job } from '../../src/modules/job/job.js';
import { JobChange } from '../../src/modules/job/job-change.js';
import { random, seed } from '../embedded/random.js';
import { hours, jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

const tenantCount = 10;
const jobsOfTenant = 5;
const stepsOfJob = 12;

const next = random(seed);
const chance = (share: number) => next() < share;
const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;

const cities = { berlin: [52.52, 13.405], london: [51.5074, -0.1278], paris: [48.8566, 2.3522] };
type City = keyof typeof cities;

interface Tenant {
  name: string;
  key: string;
  integratorId: string;
}

/** Properties of a job that the test set. */
interface Known {
  id: string;
  tenant: Tenant;
  city: City;
  serviceKey: string;
  /** The last answer to the tenant's question; absent before the first. */
  answer?: string;
}

let app: TestApp;
const tenants: Tenant[] = [];
const known: Known[] = [];
const eventsOf = new Map<string, LoggedEvent[]>();

async function create(tenant: Tenant): Promise<Known> {
  const city = one(Object.keys(cities) as City[]);
  const [latitude = 0, longitude = 0] = cities[city];
  const serviceKey = `service-of-${tenant.name}`;
  const question = {
    question_key: `asked_by_${tenant.name}`,
    label: 'Which colour?',
    kind: 'text',
    required: false,
  };
  const body = jobBody({
    latitude,
    longitude,
    service_key: serviceKey,
    auto_open: chance(0.8),
    questions: [question],
    ...(chance(0.8) && { metadata: { shop: `shop-${one([1, 2])}-of-${tenant.name}` } }),
  });
  const answer = await app.rest('POST', '/v1/jobs', { key: tenant.key, body });
  expect(answer.status).toBe(201);
  return { id: answer.body.job_id, tenant, city, serviceKey };
}

/** Makes a random change that the status of the job allows. */
async function change(job: Known): Promise<void> {
  const { id, tenant } = job;
  const { integratorId } = tenant;
  const post = async (action: string, body: object, key = tenant.key) => {
    const { status, body: answer } = await app.rest('POST', `/v1/jobs/${id}/${action}`, {
      key,
      body,
    });
    expect([action, status < 300, answer]).toEqual([action, true, answer]);
  };
  const move = (to: Job['status']) =>
    app.services.jobs.change(id, { integratorId }, (found) =>
      new JobChange(found, app.now()).move(to),
    );
  const open = () => post('open', {});
  const assign = () => post('assign', { assignee_name: 'Ada', expires_in_hours: 24 }, pilotKey);
  const cancel = () => post('cancel', {});
  const answer = async () => {
    const value = `${one(['red', 'blue'])}-for-${tenant.name}`;
    await post('answers', { answers: [{ question_key: `asked_by_${tenant.name}`, value }] });
    job.answer = value;
  };
  const review = (decision: string) => post('review', { decision }, pilotKey);
  const respond = (verdict?: string) =>
    post('requester-feedback', {
      ...(verdict && { verdict }),
      ...((!verdict || chance(0.6)) && { rating: one([1, 2, 3, 4, 5]) }),
    });
  const tag = async () => {
    const body = { metadata: { shop: chance(0.2) ? null : `shop-3-of-${tenant.name}` } };
    await app.rest('PATCH', `/v1/jobs/${id}`, { key: tenant.key, body });
  };
  const possible: Record<Job['status'], (() => Promise<unknown>)[]> = {
    created: [open, open, cancel],
    open: [assign, assign, assign, answer],
    assigned: [() => move('in_progress'), answer, answer, () => review('fail')],
    in_progress: [() => move('submitted'), () => move('submitted'), answer],
    submitted: [...Array(4).fill(() => review('accept')), () => review('more'), answer],
    completed: [
      () => respond('disputed'),
      () => respond('accepted'),
      () => respond('needs_more'),
      () => respond(),
      tag,
    ],
    disputed: [
      () => review('accept'),
      () => respond('accepted'),
      () => respond('needs_more'),
      ...(chance(0.3) ? [cancel] : []),
    ],
    failed: [open, tag],
    expired: [open, tag],
    cancelled: [tag],
  };
  const { status } = await app.services.jobs.get(id, {});
  await one(possible[status])();
}

beforeAll(async () => {
  app = await startTestApp({}, { frozenAt: new Date('2026-03-20T09:00:00Z') });
  for (let i = 0; i < tenantCount; i++) {
    const name = `tenant${i}`;
    const key = await app.keyFor(name, ['jobs:read', 'jobs:write']);
    const integrator = await app.db.collection('integrators').findOne({ name });
    tenants.push({ name, key, integratorId: String(integrator?._id) });
  }
  for (const tenant of tenants) {
    for (let i = 0; i < jobsOfTenant; i++) known.push(await create(tenant));
    app.advance(hours(5 + 20 * next()));
  }
  for (let step = 0; step < stepsOfJob; step++) {
    for (const job of known) {
      await change(job);
      app.advance(next() * hours(0.5));
    }
    // Some jobs pass their deadline, lose their assignee, or expire.
    const passed = one([1, 1, 6, 6, 30, 100, 24 * 31]);
    app.advance(hours(passed));
    await app.services.jobs.settleDue({});
  }
  await app.services.relay.drain();
  const events = await app.db.collection<LoggedEvent>('events').find().sort({ seq: 1 }).toArray();
  for (const event of events) {
    const id = String(event.data['job_id']);
    eventsOf.set(id, [...(eventsOf.get(id) ?? []), event]);
  }
}, 300_000);
afterAll(() => app.stop());

/** A job as its events describe it. */
interface Recounted extends Known {
  status: string;
  shop: string | null;
  createdAt: Date;
  firstOpening: Date | null;
  deadline: Date | null;
  completion: Date | null;
  disputed: boolean;
  ratings: number[];
}

function recount(job: Known): Recounted {
  const events = eventsOf.get(job.id) ?? [];
  const [first] = events;
  if (first?.type !== 'job.created') throw new Error(`${job.id} was not created`);
  const shopOf = ({ metadata }: LoggedEvent) =>
    metadata?.find(({ key }) => key === 'shop')?.value ?? null;
  const found: Recounted = {
    ...job,
    status: 'created',
    shop: null,
    createdAt: first.timestamp,
    firstOpening: null,
    deadline: null,
    completion: null,
    disputed: false,
    ratings: [],
  };
  for (const event of events) {
    const { type, timestamp, data } = event;
    const previous = data['previous_status'];
    found.status = String(data['status']);
    found.shop = shopOf(event);
    if (type === 'job.opened') {
      found.firstOpening ??= timestamp;
      if (previous !== 'assigned') found.deadline = new Date(timestamp.getTime() + hours(72));
      if (previous !== 'assigned') found.completion = null;
    }
    if (type === 'job.in_progress') found.completion = null;
    if (type === 'job.completed') found.completion = timestamp;
    if (type !== 'feedback.received') continue;
    found.disputed ||= data['verdict'] === 'disputed';
    if (typeof data['rating'] === 'number') found.ratings.push(data['rating']);
  }
  return found;
}

/** Nearest rank: the smallest of the values that at least this share of all does not exceed. */
function rank(values: number[], share: number): number | null {
  const enough = values.filter(
    (value) => values.filter((other) => other <= value).length >= share * values.length,
  );
  return enough.length > 0 ? Math.min(...enough) : null;
}

function figures(jobs: Recounted[]) {
  const done = jobs.filter(({ completion }) => completion);
  const share = (part: number) => (done.length > 0 ? part / done.length : null);
  const times = done.map(
    ({ completion, firstOpening }) => (Number(completion) - Number(firstOpening)) / 1000,
  );
  const ratings = jobs.flatMap((job) => job.ratings);
  return {
    count: jobs.length,
    completedCount: done.length,
    onTimeRate: share(done.filter((job) => Number(job.completion) <= Number(job.deadline)).length),
    medianTurnaroundSeconds: rank(times, 0.5),
    p90TurnaroundSeconds: rank(times, 0.9),
    disputeRate: share(done.filter(({ disputed }) => disputed).length),
    meanRating:
      ratings.length > 0 ? ratings.reduce((sum, each) => sum + each, 0) / ratings.length : null,
  };
}

const keyOf: Record<string, (job: Recounted) => string | null> = {
  STATUS: ({ status }) => status,
  SERVICE_KEY: ({ serviceKey }) => serviceKey,
  MARKET_CITY: ({ city }) => city,
  METADATA: ({ shop }) => shop,
  QUESTION: ({ answer }) => answer ?? null,
};
const groupings = Object.keys(keyOf);
const pairs = groupings.flatMap((a) => groupings.filter((b) => b !== a).map((b) => [a, b]));

interface Query {
  groupBy: string[];
  bucket?: string;
  timeZone: string;
  filter?: object;
}

function bucketOf({ createdAt }: Recounted, { bucket, timeZone }: Query): string | null {
  if (!bucket) return null;
  const day = createdAt.toLocaleDateString('sv-SE', { timeZone });
  return bucket === 'MONTH' ? `${day.slice(0, 8)}01` : day;
}

function expected(jobs: Recounted[], query: Query): Record<string, object> {
  const groups = new Map<string, Recounted[]>();
  for (const job of jobs) {
    if (query.groupBy.includes('QUESTION') && job.answer === undefined) continue;
    const [key = null, second = null] = query.groupBy.map((by) => keyOf[by]?.(job) ?? null);
    const name = JSON.stringify([key, second, bucketOf(job, query)]);
    groups.set(name, [...(groups.get(name) ?? []), job]);
  }
  return Object.fromEntries([...groups].map(([name, members]) => [name, figures(members)]));
}

const document = `query($groupBy: [JobGrouping!], $metadataKey: String, $bucket: TimeBucket, $timeZone: String, $filter: JobFilter) {
  jobStats(groupBy: $groupBy, metadataKey: $metadataKey, bucket: $bucket, timeZone: $timeZone, filter: $filter) {
    total groups { key secondKey bucket count completedCount onTimeRate medianTurnaroundSeconds p90TurnaroundSeconds disputeRate meanRating } } }`;

async function ask(query: Query, key: string) {
  const metadataKey = query.groupBy.includes('METADATA') ? 'shop' : null;
  const { data, errors } = await app.graphql(document, { ...query, metadataKey }, { key });
  expect(errors).toBeUndefined();
  type Group = { key: string | null; secondKey: string | null; bucket: string | null };
  const groups: Group[] = data.jobStats.groups;
  const named = groups.map(({ key: first, secondKey, bucket, ...others }) => [
    JSON.stringify([first, secondKey, bucket]),
    others,
  ]);
  return { groups: Object.fromEntries(named), length: groups.length, text: JSON.stringify(groups) };
}

const queries: Query[] = [
  { groupBy: [], timeZone: 'UTC' },
  { groupBy: [], timeZone: 'UTC', filter: { disputed: true } },
  ...groupings.map((by) => ({ groupBy: [by], timeZone: 'UTC' })),
  ...pairs.map((groupBy, i) => ({
    groupBy,
    timeZone: i % 2 > 0 ? 'Asia/Kathmandu' : 'America/Los_Angeles',
    ...(i % 3 > 0 && { bucket: i % 3 > 1 ? 'DAY' : 'MONTH' }),
  })),
];

describe('the figures of jobStats', () => {
  it('equal a recount of the events of random histories', async () => {
    const jobs = known.map(recount);
    const completed = jobs.filter(({ completion }) => completion);
    // Otherwise the histories would prove little.
    expect(completed.length, `SEED=${seed}`).toBeGreaterThan(5);
    expect(
      completed.some(({ disputed }) => disputed),
      `SEED=${seed}`,
    ).toBe(true);
    for (const query of queries) {
      const one = query.filter ? jobs.filter(({ disputed }) => disputed) : jobs;
      const answer = await ask(query, pilotKey);
      const groups = expected(one, query);
      expect(answer.groups, `SEED=${seed} ${JSON.stringify(query)}`).toEqual(groups);
      expect(answer.length).toBe(Object.keys(groups).length);
    }
  }, 120_000);

  it('of ten tenants contain no key and no number of another one', async () => {
    const jobs = known.map(recount);
    for (const tenant of tenants) {
      const own = jobs.filter((job) => job.tenant === tenant);
      for (const query of queries.filter(({ filter }) => !filter)) {
        const { groups, text } = await ask(query, tenant.key);
        expect(groups, `SEED=${seed} ${JSON.stringify(query)}`).toEqual(expected(own, query));
        for (const { name } of tenants) {
          if (name !== tenant.name) expect(text).not.toContain(name);
        }
      }
    }
  }, 120_000);

  it('are the same after the content of the jobs is erased', async () => {
    const query = { groupBy: ['STATUS'], timeZone: 'UTC' };
    const before = await ask(query, pilotKey);
    const final = await app.jobs
      .find({ status: { $in: ['completed', 'cancelled', 'failed', 'expired'] } })
      .toArray();
    for (const { _id } of final) {
      const { status } = await app.rest('POST', `/v1/jobs/${_id}/erase`, { body: {} });
      expect(status).toBe(200);
    }
    expect(final.length).toBeGreaterThan(0);
    expect((await ask(query, pilotKey)).groups).toEqual(before.groups);
  });
});
