import type { Collection, Document, Filter } from 'mongodb';
import { ApiError, errorText } from '../../errors.js';
import type { Keyset } from '../../lib/cursor.js';
import { type Found, findPage } from '../../lib/find-page.js';
import { distanceMetres } from '../../lib/geo.js';
import { behind } from '../../lib/keyset.js';
import type { Job, JobScope } from './job.js';
import {
  type IndexedConditions,
  type JobFilter,
  jobConditions,
  type OrderField,
  orderedConditions,
  selectiveConditions,
} from './job-conditions.js';

/** Maximum number of jobs with one condition that are read to find those that meet the others too. */
export const selectedMax = 1_000;
/** Maximum number of jobs that are read in order to find those that meet all conditions. */
export const siftedMax = 4_000;
/** Maximum number of conditions that are tried. */
const triedMax = 3;

/** A job without its content. */
type Mark = Pick<Job, '_id' | 'latitude' | 'longitude' | OrderField>;
const markProjection: Document = { latitude: 1, longitude: 1, createdAt: 1, updatedAt: 1 };

/** What to search: the jobs of a scope that meet a filter at a moment. */
export interface Wanted {
  scope: JobScope;
  filter: JobFilter;
  now: Date;
}

/** Returns the error for a filter that would read more jobs than allowed. */
export const tooMany = (max: number) =>
  new ApiError('query_too_expensive', errorText('error.jobs_read', { max }), {
    hint: errorText('error.hint_jobs_read'),
  });

const isNear =
  ({ near }: JobFilter) =>
  (place: Pick<Job, 'latitude' | 'longitude'>): boolean =>
    !near || distanceMetres(near, place) <= near.radiusMetres;

/** Returns the ids of the jobs with one of the conditions; null if there are more than `max`. */
async function findFew(
  jobs: Collection<Job>,
  { hint, any }: IndexedConditions,
  max: number,
): Promise<string[] | null> {
  const ids = new Set<string>();
  for (const filter of any) {
    const limit = max + 1 - ids.size;
    const found = await jobs
      .find(filter as Filter<Job>, { projection: { _id: 1 }, hint, limit })
      .toArray();
    for (const { _id } of found) ids.add(_id);
    if (ids.size > max) return null;
  }
  return [...ids];
}

/** Returns the ids of few jobs among which all matching ones are; null if no condition is met by at most `max`. */
async function findCandidates(
  jobs: Collection<Job>,
  conditions: readonly IndexedConditions[],
  max: number,
): Promise<string[] | null> {
  for (const one of conditions.slice(0, triedMax)) {
    const ids = await findFew(jobs, one, max);
    if (ids) return ids;
  }
  return null;
}

interface Range {
  field: OrderField;
  direction: 1 | -1;
  cursor: Keyset | null;
  limit: number;
}

/** Marks in order; `reached` is where the search ended before the end of the list. */
interface Marked {
  marks: Mark[];
  reached: Keyset | null;
}

/** Returns the condition that excludes jobs behind a place of the list, unlike the one at that place. */
const notBehind = (field: OrderField, direction: 1 | -1, { at, id }: Keyset): Document => ({
  $or: [
    { [field]: { [direction === -1 ? '$gt' : '$lt']: at } },
    { [field]: at, _id: { [direction === -1 ? '$gte' : '$lte']: id } },
  ],
  [field]: { [direction === -1 ? '$gte' : '$lte']: at },
});

function all(...conditions: (Document | null)[]): Filter<Job> {
  return { $and: conditions.filter((one) => one !== null) } as Filter<Job>;
}

async function markCandidates(
  jobs: Collection<Job>,
  { scope, filter, now }: Wanted,
  ids: readonly string[],
  { field, direction, cursor }: Range,
): Promise<Marked> {
  const rest = all(
    { _id: { $in: [...ids] } },
    jobConditions(scope, filter, now),
    cursor && behind(field, direction, cursor),
  );
  const found = (await jobs
    .find(rest, { projection: markProjection, hint: { _id: 1 } })
    .toArray()) as Mark[];
  const marks = found
    .filter(isNear(filter))
    .sort(
      (a, b) => direction * (a[field].getTime() - b[field].getTime() || (a._id < b._id ? -1 : 1)),
    );
  return { marks, reached: null };
}

async function markInOrder(
  jobs: Collection<Job>,
  { scope, filter, now }: Wanted,
  { field, direction, cursor, limit }: Range,
): Promise<Marked> {
  const { hint, any } = orderedConditions(scope, filter, field);
  const sort = { [field]: direction, _id: direction } as const;
  const from = cursor && behind(field, direction, cursor);
  const last = await jobs.findOne(all(...any, from), {
    projection: { [field]: 1 },
    hint,
    sort,
    skip: siftedMax - 1,
  });
  const reached = last && { at: last[field], id: last._id };
  const rest = all(
    jobConditions(scope, filter, now),
    from,
    reached && notBehind(field, direction, reached),
  );
  const options = { projection: markProjection, hint, sort };
  // The distance is not computed by the database.
  const found = (await jobs
    .find(rest, filter.near ? options : { ...options, limit: limit + 1 })
    .toArray()) as Mark[];
  return { marks: found.filter(isNear(filter)), reached };
}

/**
 * Returns matching jobs of a range of a list. Reads a bounded number of jobs: those with the first condition that at
 * most `selectedMax` jobs meet or, without such a condition, the next `siftedMax` in order. Then it can return fewer
 * than `limit` jobs, and where it ended.
 */
export async function searchPage(
  jobs: Collection<Job>,
  wanted: Wanted,
  { projection, ...range }: Range & { projection: Document },
): Promise<Found<Job>> {
  const { field, direction, limit } = range;
  const conditions = selectiveConditions(wanted.scope, wanted.filter, field);
  const ids = await findCandidates(jobs, conditions, selectedMax);
  const { marks, reached } = ids
    ? await markCandidates(jobs, wanted, ids, range)
    : await markInOrder(jobs, wanted, range);
  const page = marks.slice(0, limit);
  const isCut = marks.length > page.length;
  const found = await findPage(
    jobs,
    all(
      { _id: { $in: page.map(({ _id }) => _id) } },
      jobConditions(wanted.scope, wanted.filter, wanted.now),
    ),
    { projection, sort: { [field]: direction, _id: direction }, hint: { _id: 1 }, limit },
  );
  const more = found.more || isCut || reached !== null;
  return found.more || isCut ? { ...found, more } : { ...found, more, reached };
}

/** Returns those of the given ids whose jobs match. */
export async function findMatching(
  jobs: Collection<Job>,
  { scope, filter, now }: Wanted,
  ids: readonly string[],
): Promise<string[]> {
  const found = await jobs
    .find(all({ _id: { $in: [...ids] } }, jobConditions(scope, filter, now)), {
      projection: { latitude: 1, longitude: 1 },
      hint: { _id: 1 },
    })
    .toArray();
  return found.filter(isNear(filter)).map(({ _id }) => _id);
}

/**
 * Returns the matching jobs, if at most `max` jobs meet one of the conditions that an index serves.
 *
 * @throws ApiError `query_too_expensive` if more do
 */
export async function findAll<T extends Pick<Job, 'latitude' | 'longitude'>>(
  jobs: Collection<Job>,
  { scope, filter, now }: Wanted,
  { max, projection }: { max: number; projection: Document },
): Promise<T[]> {
  const ids =
    (await findCandidates(jobs, selectiveConditions(scope, filter, null), max)) ??
    (await findFew(jobs, orderedConditions(scope, filter, 'createdAt'), max));
  if (!ids) throw tooMany(max);
  const found = jobs.find(all({ _id: { $in: ids } }, jobConditions(scope, filter, now)), {
    projection: { ...projection, latitude: 1, longitude: 1 },
    hint: { _id: 1 },
  });
  return ((await found.toArray()) as unknown[] as T[]).filter(isNear(filter));
}
