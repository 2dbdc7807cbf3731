import { jobStates } from '../../../messages/console.en.js';
import type { VariablesOf } from '../../parts/graphql.js';
import type { overviewJobs, overviewStats } from './queries.js';

export type JobFilter = NonNullable<VariablesOf<typeof overviewJobs>['filter']>;
export type Bucket = VariablesOf<typeof overviewStats>['bucket'];

/** The view as its URL states it. Names are those of GET /v1/jobs where the meaning is the same. */
export interface OverviewState {
  /** In lower case. */
  statuses: string[];
  serviceKey: string;
  marketCityKey: string;
  /** First and last day of creation, in the reader's time zone, as `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** As typed: `shop=0042, region=east`. */
  metadata: string;
  /** Words of the objective and the address. */
  search: string;
  scheduleId: string;
  overdue: boolean;
  bucket: Bucket;
  /** Ids of the columns of the table; empty for the usual ones. */
  columns: string[];
}

const buckets: readonly Bucket[] = ['DAY', 'WEEK', 'MONTH'];
const listed = (text: string | null) => (text ? text.split(',').filter(Boolean) : []);
const day = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');

export function stateOf(search: string): OverviewState {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) ?? '';
  return {
    statuses: listed(query.get('status')).filter((status) => status in jobStates),
    serviceKey: text('service_key'),
    marketCityKey: text('market_city_key'),
    from: day(query.get('from')),
    to: day(query.get('to')),
    metadata: text('metadata'),
    search: text('q'),
    scheduleId: text('schedule_id').trim(),
    overdue: query.get('overdue') === 'true',
    bucket: buckets.find((bucket) => bucket.toLowerCase() === query.get('bucket')) ?? 'WEEK',
    columns: listed(query.get('columns')),
  };
}

/** Returns the query of a URL, without what is usual. */
export function searchOf(state: OverviewState): string {
  const stated = {
    status: state.statuses.join(','),
    service_key: state.serviceKey,
    market_city_key: state.marketCityKey,
    from: state.from,
    to: state.to,
    metadata: state.metadata,
    q: state.search,
    schedule_id: state.scheduleId,
    overdue: state.overdue ? 'true' : '',
    bucket: state.bucket === 'WEEK' ? '' : state.bucket.toLowerCase(),
    columns: state.columns.join(','),
  };
  return new URLSearchParams(Object.entries(stated).filter(([, value]) => value !== '')).toString();
}

/** Parses `shop=0042, region=east`. @returns null if a part has no key */
export function metadataOf(typed: string): Record<string, string> | null {
  const parts = typed.split(',').filter((part) => part.trim() !== '');
  const entries = parts.map((part) => {
    const [, key = '', value = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    return [key, value] as const;
  });
  return entries.every(([key]) => key !== '') ? Object.fromEntries(entries) : null;
}

/** Returns the start of a day in the reader's time zone. @param later days after it */
function startOf(date: string, later = 0): string {
  const start = new Date(`${date}T00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

/** Returns the filter of the API. */
export function filterOf(state: OverviewState): JobFilter {
  const metadata = metadataOf(state.metadata) ?? {};
  return {
    ...(state.statuses.length > 0 && {
      statuses: state.statuses.map((status) => status.toUpperCase()) as NonNullable<
        JobFilter['statuses']
      >,
    }),
    ...(state.serviceKey && { serviceKey: state.serviceKey }),
    ...(state.marketCityKey && { marketCityKey: state.marketCityKey }),
    ...(state.from && { createdAfter: startOf(state.from) }),
    ...(state.to && { createdBefore: startOf(state.to, 1) }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(state.search && { q: state.search }),
    ...(state.scheduleId && { scheduleId: state.scheduleId }),
    ...(state.overdue && { overdue: true }),
  };
}
