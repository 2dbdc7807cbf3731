import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, englishText } from '../../errors.js';
import { metadataKeyText } from '../../lib/metadata.js';
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
import { figuresOf, type JobFigures } from './job-figures.js';
import { jobFilter } from './job-filter.js';
import { laneOf } from './lane.js';

export const jobGrouping = z.enum(['status', 'service_key', 'market_city', 'metadata', 'question']);
type JobGrouping = z.infer<typeof jobGrouping>;

export interface JobGroup {
  key: string | null;
  secondKey: string | null;
  questionKey: string | null;
  bucket: string | null;
  count: number;
  flaggedCount: number | null;
  /** Null if none of them is selected. */
  figures: JobFigures | null;
}

/** Names of the figures; if one is selected, the jobs of each group are read. */
const figureNames = Object.keys(figuresOf([]));

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
  metadataKey: metadataKeyText()
    .nullish()
    .describe('Key of metadata; given with the grouping `METADATA`, and only then.'),
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

/** @throws ApiError `bad_user_input` if a key is given without its grouping, or a grouping without its key */
function checkKeys({ groupBy, questionKey, metadataKey }: StatsArgs): void {
  const reject = (path: string, message: string, input: unknown) => {
    throw new ApiError('bad_user_input', englishText(`${path} ${message}.`), {
      members: { issues: [{ path: [path], message, input }] },
    });
  };
  if (questionKey != null && !groupBy.includes('question')) {
    reject('questionKey', 'goes with the grouping QUESTION only', questionKey);
  }
  if (metadataKey != null && !groupBy.includes('metadata')) {
    reject('metadataKey', 'goes with the grouping METADATA only', metadataKey);
  }
  if (metadataKey == null && groupBy.includes('metadata')) {
    reject('metadataKey', 'is required with the grouping METADATA', metadataKey);
  }
}

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
    const others = { secondKey: null, questionKey: null, flaggedCount: null, figures: null };
    return { ...others, key: group, bucket, count };
  });
  return { total: groups.reduce((sum, group) => sum + group.count, 0), groups };
}

/** One combination of keys that a job counts for. */
type Membership = Pick<JobGroup, 'key' | 'secondKey' | 'questionKey' | 'bucket'> & {
  flagged: boolean;
};

/** Returns the groups that a job counts for; one per answered question, or per chosen key of `choices`. */
function membershipsOf(
  job: GroupedJob,
  { groupBy, questionKey, metadataKey }: StatsArgs,
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
      case 'metadata':
        return job.metadata?.find(({ key }) => key === metadataKey)?.value ?? null;
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

/** A group before its jobs are counted. */
type Members = Omit<Membership, 'flagged'> & { jobs: GroupedJob[]; flaggedCount: number };

/** @throws ApiError `query_too_expensive` if too many jobs match */
async function countByReading(
  { jobs, catalogue }: Pick<Services, 'jobs' | 'catalogue'>,
  owned: JobScope,
  filter: JobFilter,
  args: StatsArgs & { withFigures: boolean },
): Promise<JobStats> {
  const { withFigures } = args;
  const withAnswers = args.groupBy.includes('question');
  const answered = args.questionKey ?? null;
  const withMetadata = args.groupBy.includes('metadata');
  const wanted = { withAnswers, withMetadata, withFigures, max: groupedJobsMax };
  const found = await jobs.listToGroup(owned, { ...filter, answered }, wanted);
  const bucketOf = args.bucket ? bucketStartIn(args.bucket, args.timeZone) : () => null;
  const groups = new Map<string, Members>();
  let total = 0;
  for (const job of found) {
    const members = membershipsOf(job, args, { catalogue, bucket: bucketOf(job.createdAt) });
    total += members.length > 0 ? 1 : 0;
    for (const { flagged, ...keys } of members) {
      const name = JSON.stringify(keys);
      const group = groups.get(name) ?? { ...keys, jobs: [], flaggedCount: 0 };
      groups.set(name, group);
      group.jobs.push(job);
      if (flagged) group.flaggedCount += 1;
    }
  }
  return {
    total,
    groups: [...groups.values()].map(({ jobs: members, flaggedCount, ...keys }) => ({
      ...keys,
      count: members.length,
      flaggedCount: withAnswers ? flaggedCount : null,
      figures: withFigures ? figuresOf(members) : null,
    })),
  };
}

const textOrder = (a: string | null, b: string | null) =>
  a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1;

const bySize = (a: JobGroup, b: JobGroup) =>
  b.count - a.count || textOrder(a.key, b.key) || textOrder(a.secondKey, b.secondKey);

export const jobStats = operation({
  name: 'jobStats',
  kind: 'query',
  description: `Count the viewer's jobs by status, service, market city, a key of metadata, or the current answers to their questions, also per day, week or month of creation, with their turnaround, disputes and ratings; an operator's count includes every integrator. Reads at most ${groupedJobsMax} jobs and rejects a query for more: narrow the filter to some of the buckets, and join the groups of several queries. Only \`count\` and \`total\` by status, service or UTC day alone, with no filter but the time of creation, have no limit.`,
  access: scope('jobs:read'),
  args,
  example: { group_by: ['status'] },
  errors: ['query_too_expensive'],
  cost: countCost,
  run({ services, viewer, notes }, given, selects): Promise<JobStats> {
    const { groupBy, questionKey, metadataKey, bucket, timeZone, filter } = given;
    checkKeys(given);
    const owned = jobScope(viewer);
    const withFigures = figureNames.some((name) => selects('groups', name));
    const keys = [questionKey ?? null, metadataKey ?? null];
    const about = [withFigures, groupBy, ...keys, bucket ?? null, timeZone, statedIn(filter)];
    return oncePer(notes, ['jobStats', ...about], async () => {
      const by = withFigures ? null : indexedGrouping(given);
      const conditions = (filter ?? {}) as JobFilter;
      const { total, groups } = by
        ? await countByIndex(services, owned, conditions, by)
        : await countByReading(services, owned, conditions, { ...given, withFigures });
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
