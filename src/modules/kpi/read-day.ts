import type { EventLog, LoggedEvent } from '../../aggregate/event-log.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { JobPlace } from '../job/job.js';
import type { Jobs } from '../job/jobs.js';
import { DayFigures } from './day-figures.js';
import { dateAfter, globalScope, type KpiScope, scopeName, startOf } from './kpi.js';
import { scopesOf } from './scopes.js';

const submissionsBatch = 100;

/** The sources of the figures. */
export interface KpiSources {
  events: EventLog;
  jobs: Pick<Jobs, 'listPlaces' | 'workingPlaces' | 'settleDue'>;
  catalogue: Catalogue;
  /** Returns the promised hours of jobs by their ids. */
  turnaroundHoursOf: (jobs: readonly JobPlace[]) => Promise<Map<string, number>>;
}

/** The figures of every scope with events on a day, and of the global one. */
export interface DayOfFigures {
  /** By the name of the scope. */
  scopes: Map<string, { scope: KpiScope; figures: DayFigures }>;
  /** `seq` of the newest event of the day; 0 without one. */
  lastSeq: number;
}

const jobIdOf = ({ data }: LoggedEvent): string | null =>
  typeof data['job_id'] === 'string' ? data['job_id'] : null;

/** Returns a cache of the jobs of a day's events; each is read once. */
function createPlaces({ jobs }: Pick<KpiSources, 'jobs'>) {
  const known = new Map<string, JobPlace | null>();
  return {
    get: (id: string | null) => (id === null ? null : (known.get(id) ?? null)),
    async learn(batch: readonly LoggedEvent[]): Promise<void> {
      const ids = new Set(batch.flatMap((event) => jobIdOf(event) ?? []));
      const fresh = [...ids].filter((id) => !known.has(id));
      for (const id of fresh) known.set(id, null);
      if (fresh.length === 0) return;
      for (const place of await jobs.listPlaces(fresh)) known.set(place._id, place);
    },
  };
}

/** Returns when each job was last opened before each of its submissions, by the id of the submission. */
async function openingsBefore(
  events: EventLog,
  submitted: readonly LoggedEvent[],
): Promise<Map<string, Date>> {
  const ids = new Set(submitted.map(({ _id }) => _id));
  const jobIds = new Set(submitted.flatMap((event) => jobIdOf(event) ?? []));
  const opened = new Map<string | null, Date>();
  const openings = new Map<string, Date>();
  for (const event of await events.listAboutAll([...jobIds])) {
    const jobId = jobIdOf(event);
    if (event.type === 'job.opened') opened.set(jobId, event.timestamp);
    const at = opened.get(jobId);
    if (at && ids.has(event._id)) openings.set(event._id, at);
  }
  return openings;
}

/** Reads the events of a UTC day in batches, with their jobs, and counts them by scope. */
export async function readDay(sources: KpiSources, date: string): Promise<DayOfFigures> {
  const { events, catalogue } = sources;
  const scopes: DayOfFigures['scopes'] = new Map();
  const figuresOf = (scope: KpiScope): DayFigures => {
    const name = scopeName(scope);
    const entry = scopes.get(name) ?? { scope, figures: new DayFigures() };
    scopes.set(name, entry);
    return entry.figures;
  };
  const places = createPlaces(sources);
  const among = (place: JobPlace | null) => (place ? scopesOf(catalogue, place) : [globalScope]);
  const submitted: LoggedEvent[] = [];
  let lastSeq = 0;
  figuresOf(globalScope);
  for await (const batch of events.inSpan(startOf(date), startOf(dateAfter(date, 1)))) {
    await places.learn(batch);
    for (const event of batch) {
      lastSeq = Math.max(lastSeq, event.seq);
      for (const scope of among(places.get(jobIdOf(event)))) figuresOf(scope).add(event);
      if (event.type === 'job.submitted') submitted.push(event);
    }
  }
  for (let from = 0; from < submitted.length; from += submissionsBatch) {
    const batch = submitted.slice(from, from + submissionsBatch);
    const openings = await openingsBefore(events, batch);
    const jobs = batch.flatMap((event) => places.get(jobIdOf(event)) ?? []);
    const turnarounds = await sources.turnaroundHoursOf(jobs);
    for (const event of batch) {
      const opened = openings.get(event._id);
      const place = places.get(jobIdOf(event));
      const turnaroundHours = turnarounds.get(place?._id ?? '');
      if (!opened || turnaroundHours === undefined) continue;
      const milliseconds = event.timestamp.getTime() - opened.getTime();
      for (const scope of among(place)) {
        figuresOf(scope).addSubmission({ milliseconds, turnaroundHours });
      }
    }
  }
  return { scopes, lastSeq };
}

/** Counts the stored open jobs by the name of the scope. */
export async function countWorking({
  jobs,
  catalogue,
}: Pick<KpiSources, 'jobs' | 'catalogue'>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const place of jobs.workingPlaces()) {
    for (const scope of scopesOf(catalogue, place)) {
      const name = scopeName(scope);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}
