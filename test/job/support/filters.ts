import { distanceMetres } from '../../../src/lib/geo.js';
import { newId } from '../../../src/lib/ids.js';
import { loadCatalogue } from '../../../src/modules/catalogue/catalogue.js';
import { nearestMarketCity } from '../../../src/modules/catalogue/serviceability.js';
import type { Answer } from '../../../src/modules/job/answer.js';
import type { Feedback, Job } from '../../../src/modules/job/job.js';
import { answerIndexOf } from '../../../src/modules/job/job-answers.js';
import { newVersion } from '../../../src/modules/job/report-version.js';
import { searchIndexOf } from '../../../src/modules/job/search-tags.js';
import { random, seed } from '../../embedded/random.js';
import { jobBody, type TestApp } from '../../support/app.js';

const catalogue = loadCatalogue(undefined);
const next = random(seed);
const chance = (share: number) => next() < share;
const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;

const hour = 3_600_000;
/** Time of the newest random job, before the present of every test. */
const newest = Date.UTC(2026, 5, 1);
const step = hour;

const statuses: Job['status'][] = [
  'created',
  'open',
  'assigned',
  'in_progress',
  'submitted',
  'completed',
  'disputed',
  'failed',
  'cancelled',
];
const services = ['storefront_open', 'sign_in_place', null];
const objectives = [
  'Is the café open?',
  'Is the sign in place?',
  'Open on Sunday?',
  'Ist es groß?',
];
const streets = ['Straße des 17. Juni', 'Rue de l’Église', 'Opernplatz', 'Main Street'];
const shops = ['0042', '0043', '0044'];
const scheduleIds = [newId(), newId()];

export interface RandomFilter {
  statuses?: string[];
  serviceKeys?: string[];
  marketCityKey?: string;
  createdAfter?: string;
  createdBefore?: string;
  updatedAfter?: string;
  updatedBefore?: string;
  completedAfter?: string;
  completedBefore?: string;
  expiresAfter?: string;
  expiresBefore?: string;
  metadata?: Record<string, string>;
  answers?: { questionKey: string; value: string }[];
  flagged?: boolean;
  disputed?: boolean;
  overdue?: boolean;
  hasReport?: boolean;
  scheduleId?: string;
  box?: { west: number; south: number; east: number; north: number };
  near?: { latitude: number; longitude: number; radiusMetres: number };
  q?: string;
}

const feedbackOf = (verdict: Feedback['verdict'], at: Date): Feedback => ({
  feedbackId: newId(),
  rating: null,
  verdict,
  comment: null,
  stepNames: [],
  reportVersion: null,
  nonce: null,
  createdAt: at,
});

function randomJob(template: Job, i: number, count: number): Job {
  // Few, so that jobs are in each of them whatever the seed.
  const cities = catalogue.market_cities.slice(0, 5);
  const createdAt = new Date(newest - (count - i) * step);
  const later = (hours: number) =>
    new Date(createdAt.getTime() + Math.floor(next() * hours) * hour);
  const status = one(statuses);
  const isDone = status === 'completed' || status === 'disputed';
  const city = one(cities);
  // Some are on both sides of the antimeridian.
  const place = chance(0.2)
    ? { latitude: -17 + next(), longitude: chance(0.5) ? 179 + next() : -180 + next() }
    : {
        latitude: city.latitude + (next() - 0.5) / 5,
        longitude: city.longitude + (next() - 0.5) / 5,
      };
  const openedAt = status === 'created' ? null : later(48);
  const answers = chance(0.5)
    ? [
        {
          questionKey: 'objective',
          revision: 1,
          value: one(['yes', 'no']),
          cannotTell: false,
          reason: null,
          comment: null,
          evidenceIds: [],
          answeredBy: 'verifier',
          answeredAt: createdAt,
          receivedAt: createdAt,
          flagged: chance(0.3),
        } satisfies Answer,
      ]
    : [];
  const version = newVersion({
    versionNumber: 1,
    bodyId: newId(),
    generatedAt: createdAt,
    contentSha256: 'a'.repeat(64),
    previousSha256: null,
    changeSummaryText: null,
  });
  const job: Job = {
    ...template,
    ...place,
    _id: newId(),
    nonce: newId(),
    status,
    serviceKey: one(services),
    objective: one(objectives),
    address: `${one(streets)} ${1 + Math.floor(next() * 20)}, ${city.name}`,
    createdAt,
    updatedAt: later(count),
    openedAt,
    completedAt: isDone ? later(200) : null,
    expiresAt:
      openedAt && !isDone ? new Date(Date.UTC(2030, 0, 1 + Math.floor(next() * 30))) : null,
    ...(openedAt && { deadlineAt: later(9_000) }),
    feedback: [
      ...(chance(0.3) ? [feedbackOf('accepted', createdAt)] : []),
      ...(status === 'disputed' || chance(0.1) ? [feedbackOf('disputed', createdAt)] : []),
    ],
    reports:
      isDone && chance(0.8) ? [{ ...version, withdrawnAt: chance(0.2) ? createdAt : null }] : [],
    ...(chance(0.7) && { metadata: [{ key: 'shop', value: one(shops) }] }),
    ...(chance(0.4) && { scheduleId: one(scheduleIds) }),
  };
  const { attention: _, ...byAnswer } = answerIndexOf({ ...job, answers });
  return {
    ...job,
    ...(answers.length > 0 && { answers, ...byAnswer }),
    ...searchIndexOf(catalogue, job),
  };
}

/** Stores random jobs of a key's integrator, and returns them, oldest first. */
export async function jobsOf(
  app: TestApp,
  { key, count }: { key: string; count: number },
): Promise<Job[]> {
  const { body } = await app.rest('POST', '/v1/jobs', { key, body: jobBody() });
  await app.services.relay.drain();
  const {
    dueAt: _,
    deadlineAt: __,
    ...template
  } = (await app.jobs.findOne({
    _id: body.job_id,
  })) as Job;
  await app.jobs.deleteOne({ _id: body.job_id });
  const jobs = Array.from({ length: count }, (_, i) => randomJob(template, i, count));
  for (let from = 0; from < count; from += 25) {
    await app.jobs.insertMany(jobs.slice(from, from + 25), { ordered: false });
  }
  return jobs;
}

const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .split(/[^a-z0-9]+/);

const within = (at: Date | null, from: string | undefined, before: string | undefined): boolean =>
  (from === undefined && before === undefined) ||
  (at !== null &&
    (from === undefined || at >= new Date(from)) &&
    (before === undefined || at < new Date(before)));

const isAs = (required: boolean | undefined, value: boolean) =>
  required === undefined || required === value;

function isInBox({ latitude, longitude }: Job, box: NonNullable<RandomFilter['box']>): boolean {
  const { west, south, east, north } = box;
  const isBetween =
    west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBetween && latitude >= south && latitude <= north;
}

/** Evaluates a filter without any index. */
export function matches(job: Job, filter: RandomFilter, now: Date): boolean {
  const known = plainWords(`${job.objective} ${job.address}`);
  const isOverdue =
    job.deadlineAt !== undefined &&
    job.deadlineAt <= now &&
    !['completed', 'cancelled', 'failed', 'expired'].includes(job.status);
  const isFlagged = job.answers?.some(({ flagged }) => flagged) ?? false;
  return (
    (!filter.statuses || filter.statuses.includes(job.status.toUpperCase())) &&
    (!filter.serviceKeys || filter.serviceKeys.includes(job.serviceKey ?? '')) &&
    (!filter.marketCityKey || nearestMarketCity(catalogue, job)?.key === filter.marketCityKey) &&
    within(job.createdAt, filter.createdAfter, filter.createdBefore) &&
    within(job.updatedAt, filter.updatedAfter, filter.updatedBefore) &&
    within(job.completedAt, filter.completedAfter, filter.completedBefore) &&
    within(job.expiresAt, filter.expiresAfter, filter.expiresBefore) &&
    Object.entries(filter.metadata ?? {}).every(([key, value]) =>
      job.metadata?.some((entry) => entry.key === key && entry.value === value),
    ) &&
    (filter.answers ?? []).every(({ questionKey, value }) =>
      job.answers?.some((answer) => answer.questionKey === questionKey && answer.value === value),
    ) &&
    (filter.flagged === undefined || (job.answers !== undefined && isFlagged === filter.flagged)) &&
    isAs(
      filter.disputed,
      job.feedback.some(({ verdict }) => verdict === 'disputed'),
    ) &&
    isAs(filter.overdue, isOverdue) &&
    isAs(
      filter.hasReport,
      job.reports.some(({ withdrawnAt }) => withdrawnAt === null),
    ) &&
    (filter.scheduleId === undefined || job.scheduleId === filter.scheduleId) &&
    (!filter.box || isInBox(job, filter.box)) &&
    (!filter.near || distanceMetres(filter.near, job) <= filter.near.radiusMetres) &&
    plainWords(filter.q ?? '').every(
      (wanted) => wanted === '' || known.some((word) => word.startsWith(wanted)),
    )
  );
}

const at = (days: number) => new Date(newest - days * 24 * hour).toISOString();

/** Filters with one condition each, which some random jobs meet, and some do not. */
export function filterCases(): RandomFilter[] {
  const [city] = catalogue.market_cities;
  if (!city) throw new Error('the catalogue has no city');
  const { key, latitude, longitude } = city;
  return [
    { statuses: ['OPEN', 'COMPLETED', 'DISPUTED'] },
    { serviceKeys: ['storefront_open', 'sign_in_place'] },
    { marketCityKey: key },
    { createdAfter: at(10), createdBefore: at(2) },
    { updatedAfter: at(8) },
    { completedBefore: at(3) },
    { expiresAfter: '2030-01-10T00:00:00.000Z' },
    { metadata: { shop: '0042' } },
    { answers: [{ questionKey: 'objective', value: 'no' }] },
    { flagged: false },
    { disputed: true },
    { disputed: false },
    { overdue: true },
    { overdue: false },
    { hasReport: true },
    { hasReport: false },
    { scheduleId: scheduleIds[0] ?? '' },
    { box: { west: 179.2, south: -18, east: -179.3, north: -16.1 } },
    { box: { west: longitude - 3, south: latitude - 2, east: longitude + 4, north: latitude + 3 } },
    { near: { latitude, longitude, radiusMetres: 300_000 } },
    { near: { latitude: -16.5, longitude: 180, radiusMetres: 60_000 } },
    { q: 'OPEN cafe' },
    { q: 'STRASSE 1' },
    { q: 'eglise' },
  ];
}

/** Returns a filter as query parameters. */
export function restQueryOf(filter: RandomFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (name === 'statuses') query.set('status', String(value).toLowerCase());
    else if (name === 'serviceKeys') query.set('service_key', String(value));
    else if (name === 'box' || name === 'near') query.set(name, Object.values(value).join());
    else if (name === 'answers') {
      const [answer] = value as NonNullable<RandomFilter['answers']>;
      query.set('answer', `${answer?.questionKey}:${answer?.value}`);
    } else if (name === 'metadata') {
      for (const [key, text] of Object.entries(value)) query.set(`metadata[${key}]`, String(text));
    } else query.set(wire, String(value));
  }
  return query;
}
