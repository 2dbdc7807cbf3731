import { messages } from '../../../messages/overview.en.js';
import { graphql, print, type ResultOf, type TypedQuery } from '../../parts/graphql.js';
import { ask, type Json } from '../api.js';

export const overviewJobs = graphql(`query($filter: JobFilter, $first: Int!, $after: String) {
  jobs(filter: $filter, first: $first, after: $after) {
    nodes {
      jobId status objective address latitude longitude serviceKey metadata
      createdAt updatedAt completedAt expiresAt
      report { versionNumber }
    }
    pageInfo { hasNextPage endCursor }
  }
}`);

export const overviewStats =
  graphql(`query($filter: JobFilter, $bucket: TimeBucket!, $timeZone: String!) {
  byStatus: jobStats(groupBy: [STATUS], filter: $filter) { total groups { key count } }
  byCity: jobStats(groupBy: [MARKET_CITY], filter: $filter) { groups { key count } }
  byTime: jobStats(bucket: $bucket, timeZone: $timeZone, filter: $filter) {
    groups { bucket count onTimeRate disputeRate medianTurnaroundSeconds p90TurnaroundSeconds }
  }
  answers: jobStats(groupBy: [QUESTION], filter: $filter) {
    groups { questionKey key count flaggedCount }
  }
}`);

/** Reads the texts of the questions of a few jobs, because counts have only their keys. */
export const overviewQuestions = graphql(`query($filter: JobFilter, $first: Int!) {
  jobs(filter: $filter, first: $first) {
    nodes { questions { questionKey label options { key label } } }
  }
}`);

/** Reads the position from which a subscription continues the lists that are read after it. */
export const latestEvent = graphql('{ events(last: 1) { nodes { seq } } }');

/** Maximum number of jobs that `jobsChanged` follows. */
export const followedMax = 5000;
export const changesOfFilter =
  'subscription($filter: JobFilter, $after: String) { jobsChanged(filter: $filter, after: $after) { cursor } }';
/** Follows every job, for a filter that matches too many. */
export const changesOfJobs = 'subscription($after: String) { jobEvents(after: $after) { seq } }';

type JobPage = NonNullable<ResultOf<typeof overviewJobs>['jobs']>;
export type OverviewJob = JobPage['nodes'][number];
export type OverviewStats = ResultOf<typeof overviewStats>;
export type OverviewQuestion = NonNullable<
  ResultOf<typeof overviewQuestions>['jobs']
>['nodes'][number]['questions'][number];

/** The response to a query, and the message of its first error. */
export interface Answered<Data> {
  data: Partial<Data>;
  problem: string | null;
}

function problemOf(error: Json): string {
  const { code, issues } = error?.extensions ?? {};
  if (code === 'QUERY_TOO_EXPENSIVE') return messages.tooExpensive;
  if (!Array.isArray(issues)) return error?.message ?? messages.notRead;
  return issues.map(({ path, message }: Json) => `${path.at(-1)}: ${message}.`).join(' ');
}

/** Runs a query; the parts that failed are absent. */
export async function read<Data, Variables>(
  key: string,
  text: TypedQuery<Data, Variables>,
  variables: Variables,
): Promise<Answered<Data>> {
  const { status, ok, answer } = await ask(key, print(text), variables);
  const data: Partial<Data> = answer?.data ?? {};
  if (ok) return { data, problem: null };
  return { data, problem: status === 0 ? messages.noConnection : problemOf(answer?.errors?.[0]) };
}
