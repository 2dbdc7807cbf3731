import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError } from '../../errors.js';
import { oncePer } from '../../lib/once-per.js';
import { choice, list } from '../../lib/schema.js';
import { bucketStartIn, timeBucket, timeZoneText } from '../../lib/time-bucket.js';
import { countCost, operation } from '../../operation.js';
import type { Services } from '../../services.js';
import { jobScope } from '../../viewer.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { cannotTell } from '../question/evaluate.js';
import { questionKeyText } from '../question/question.js';
import type { JobScope } from './job.js';
import type { GroupedJob, IndexedGrouping } from './job.store.js';
import { answeredTag } from './job-answers.js';
import type { JobFilter } from './job-conditions.js';
import { jobFilter } from './job-filter.js';
import { laneOf } from './lane.js';

export const jobGrouping = z.enum(['status', 'service_key', 'market_city', 'question']);
type JobGrouping = z.infer<typeof jobGrouping>;

export interface JobGroup {
  key: string | null;
  secondKey: string | null;
  questionKey: string | null;
  bucket: string | null;
  count: number;
  flaggedCount: number | null;
}

export interface JobStats {
  total: number;
  groups: JobGroup[];
}

/** Maximum number of groups; the smallest are omitted. */
const groupsMax = 1000;
/** Maximum number of jobs that are read to count them; groups that an index counts have no limit. */
export const groupedJobsMax = 10_000;

const args = {
  groupBy: list(choice(jobGrouping), { max: 2 })
    .refine((by) => new Set(by).size === by.length, 'each grouping can be used once')
    .default([])
    .describe('What to group by; empty for all jobs together.'),
  questionKey: questionKeyText()
    .nullish()
    .describe('With the grouping `QUESTION`: only answers to this question; null for all of them.'),
  bucket: choice(timeBucket)
    .nullish()
    .describe('Also group by time of creation; buckets without jobs are omitted.'),
  timeZone: timeZoneText()
    .default('UTC')
    .describe('IANA time zone in which days, weeks and months begin.'),
  filter: jobFilter.nullish().describe('Conditions on the jobs; omitted for all jobs.'),
};
type StatsArgs = z.infer<z.ZodObject<typeof args>>;

const statedIn = (filter: StatsArgs['filter']) =>
  Object.entries(filter ?? {}).filter(([, condition]) => condition != null);

/** Returns the grouping by which an index counts the jobs; null if they have to be read. */
function indexedGrouping({ groupBy, bucket, timeZone, filter }: StatsArgs): IndexedGrouping | null {
  const isByTime = ([name]: [string, unknown]) =>
    name === 'createdAfter' || name === 'createdBefore';
  if (!statedIn(filter).every(isByTime)) return null;
  const [by, second] = groupBy;
  if (bucket) return bucket === 'day' && timeZone === 'UTC' && by === undefined ? 'day' : null;
  return second === undefined && (by === 'status' || by === 'service_key') ? by : null;
}

async function countByIndex(
  { jobs }: Pick<Services, 'jobs'>,
  owned: JobScope,
  filter: JobFilter,
  by: IndexedGrouping,
): Promise<JobStats> {
  const counted = await jobs.groups(owned, filter, by);
  const groups = counted.map(({ key, count }): JobGroup => {
    const [group, bucket] = by === 'day' ? [null, key] : [key, null];
    return { key: group, secondKey: null, questionKey: null, bucket, count, flaggedCount: null };
  });
  return { total: groups.reduce((sum, group) => sum + group.count, 0), groups };
}

/** One combination of keys that a job counts for. */
type Membership = Omit<JobGroup, 'count' | 'flaggedCount'> & { flagged: boolean };

/** Returns the groups that a job counts for; one per answered question, or per chosen key of `choices`. */
function membershipsOf(
  job: GroupedJob,
  { groupBy, questionKey }: StatsArgs,
  { catalogue, bucket }: { catalogue: Catalogue; bucket: string | null },
): Membership[] {
  const keyBy = (by: JobGrouping | undefined, value: string | null): string | null => {
    switch (by) {
      case 'status':
        return job.status;
      case 'service_key':
        return job.serviceKey;
      case 'market_city':
        return laneOf(catalogue, job).marketCityKey;
      case 'question':
        return value;
      case undefined:
        return null;
    }
  };
  const membership = (answered: string | null, value: string | null, flagged: boolean) => ({
    key: keyBy(groupBy[0], value),
    secondKey: keyBy(groupBy[1], value),
    questionKey: answered,
    bucket,
    flagged,
  });
  if (!groupBy.includes('question')) return [membership(null, null, false)];
  // A tag marks current answers; the others are to questions that later answers hide.
  const answers = (job.answers ?? []).filter(
    (one) =>
      job.answerTags?.includes(answeredTag(one.questionKey)) &&
      (questionKey == null || one.questionKey === questionKey),
  );
  return answers.flatMap((answer) =>
    (answer.cannotTell ? [cannotTell] : [answer.value ?? []].flat()).map((value) =>
      membership(answer.questionKey, String(value), answer.flagged),
    ),
  );
}

/** @throws ApiError `query_too_expensive` if too many jobs match */
async function countByReading(
  { jobs, catalogue }: Pick<Services, 'jobs' | 'catalogue'>,
  owned: JobScope,
  filter: JobFilter,
  args: StatsArgs,
): Promise<JobStats> {
  const withAnswers = args.groupBy.includes('question');
  const answered = args.questionKey ?? null;
  const max = groupedJobsMax;
  const found = await jobs.listToGroup(owned, { ...filter, answered }, { withAnswers, max });
  const bucketOf = args.bucket ? bucketStartIn(args.bucket, args.timeZone) : () => null;
  const groups = new Map<string, JobGroup>();
  let total = 0;
  for (const job of found) {
    const members = membershipsOf(job, args, { catalogue, bucket: bucketOf(job.createdAt) });
    total += members.length > 0 ? 1 : 0;
    for (const { flagged, ...keys } of members) {
      const name = JSON.stringify(keys);
      const group = groups.get(name) ?? {
        ...keys,
        count: 0,
        flaggedCount: withAnswers ? 0 : null,
      };
      groups.set(name, group);
      group.count += 1;
      if (group.flaggedCount !== null && flagged) group.flaggedCount += 1;
    }
  }
  return { total, groups: [...groups.values()] };
}

const textOrder = (a: string | null, b: string | null) =>
  a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1;

const bySize = (a: JobGroup, b: JobGroup) =>
  b.count - a.count || textOrder(a.key, b.key) || textOrder(a.secondKey, b.secondKey);

export const jobStats = operation({
  name: 'jobStats',
  kind: 'query',
  description: `Count the viewer's jobs by status, service, market city, or the current answers to their questions, also per day, week or month of creation; an operator's count includes every integrator. Reads at most ${groupedJobsMax} jobs and rejects a count of more; counts by status, service or UTC day alone, with no filter but the time of creation, have no limit.`,
  access: scope('jobs:read'),
  args,
  example: { group_by: ['status'] },
  errors: ['query_too_expensive'],
  cost: countCost,
  run({ services, viewer, notes }, given): Promise<JobStats> {
    const { groupBy, questionKey, bucket, timeZone, filter } = given;
    if (questionKey != null && !groupBy.includes('question')) {
      const message = 'goes with the grouping QUESTION only';
      throw new ApiError('bad_user_input', `questionKey ${message}.`, {
        members: { issues: [{ path: ['questionKey'], message, input: questionKey }] },
      });
    }
    const owned = jobScope(viewer);
    const about = [groupBy, questionKey ?? null, bucket ?? null, timeZone, statedIn(filter)];
    return oncePer(notes, ['jobStats', ...about], async () => {
      const by = indexedGrouping(given);
      const conditions = (filter ?? {}) as JobFilter;
      const { total, groups } = by
        ? await countByIndex(services, owned, conditions, by)
        : await countByReading(services, owned, conditions, given);
      const largest = groups.sort(bySize).slice(0, groupsMax);
      return {
        total,
        groups: largest.sort(
          (a, b) => textOrder(a.bucket, b.bucket) || textOrder(a.questionKey, b.questionKey),
        ),
      };
    });
  },
});
