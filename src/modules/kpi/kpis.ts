import type { Relay } from '../../aggregate/relay.js';
import { ApiError, englishText } from '../../errors.js';
import type { Clock } from '../../lib/clock.js';
import { DayFigures } from './day-figures.js';
import {
  dateAfter,
  dateOf,
  daysBetween,
  globalScope,
  type KpiScope,
  type KpiSnapshot,
  namedScope,
  scopeName,
  startOf,
} from './kpi.js';
import type { KpiStore } from './kpi.store.js';
import { countWorking, type KpiSources, readDay } from './read-day.js';
import { knownScope } from './scopes.js';

/** Number of days before today whose missing figures are computed later. */
const madeUpDays = 31;
/** Maximum number of days in a list. */
export const listDaysMax = 400;
const timesBatch = 1_000;

interface NamedScope {
  scopeType: string;
  scopeKey: string;
}

export type Kpis = ReturnType<typeof createKpis>;

/** Returns the error of a range of days; null if it can be listed. */
export function spanComplaint(from: string, to: string): string | null {
  if (from > to) return 'from must not be after to';
  if (daysBetween(from, to) >= listDaysMax) return `at most ${listDaysMax} days can be listed`;
  return null;
}

/** The figures of days by scope: the stored ones, and their computation from events. */
export function createKpis(
  services: KpiSources & { store: KpiStore; relay: Pick<Relay, 'drain'>; clock: Clock },
) {
  const { store, events, jobs, relay, clock, catalogue } = services;

  /**
   * Computes the figures of a day for every scope with events, and for the requested one. The global ones are stored
   * last: they indicate that the day is complete.
   */
  async function computeDay(date: string, requested: KpiScope = globalScope): Promise<KpiSnapshot> {
    const now = clock.now();
    const { scopes, lastSeq } = await readDay(services, date);
    const working = await countWorking(services);
    const put = async (scope: KpiScope): Promise<KpiSnapshot> => {
      const name = scopeName(scope);
      const figures = scopes.get(name)?.figures ?? new DayFigures();
      const metrics = {
        ...figures.metrics(scope.scopeType === 'global'),
        jobs_open: working.get(name) ?? 0,
        final: date < dateOf(now),
        computed_at: now.toISOString(),
        last_seq: lastSeq,
      };
      return store.put(scope, date, metrics, now);
    };
    const names = new Set([...scopes.keys(), scopeName(requested)]);
    names.delete(scopeName(globalScope));
    const stored = new Map<string, KpiSnapshot>();
    for (const name of names) stored.set(name, await put(namedScope(name)));
    const global = await put(globalScope);
    return stored.get(scopeName(requested)) ?? global;
  }

  /** Settles due work and relays events, so that everything that fell due is in the log. */
  async function settle(): Promise<void> {
    await jobs.settleDue({});
    await relay.drain();
  }

  /** Returns the days before today with events that arrived after their figures were computed. */
  async function lateDates(upTo: number): Promise<Set<string>> {
    const today = dateOf(clock.now());
    const seen = new Map<string, number>();
    const late = new Set<string>();
    for (let seq = await store.lookedThrough(); seq < upTo; ) {
      const batch = await events.listTimes(seq, timesBatch);
      if (batch.length === 0) return late;
      for (const event of batch) {
        const date = dateOf(event.timestamp);
        if (date >= today) continue;
        if (!seen.has(date)) {
          const snapshot = await store.find(globalScope, date);
          seen.set(date, snapshot?.metrics.last_seq ?? Number.POSITIVE_INFINITY);
        }
        if (event.seq > (seen.get(date) ?? 0)) late.add(date);
        seq = event.seq;
      }
      seq = batch.at(-1)?.seq ?? upTo;
    }
    return late;
  }

  /** Returns the days before today, at most 31 and none before the first event, without final figures. */
  async function missingDates(): Promise<string[]> {
    const first = await events.firstTime();
    if (!first) return [];
    const yesterday = dateAfter(dateOf(clock.now()), -1);
    const earliest = dateAfter(yesterday, 1 - madeUpDays);
    const from = dateOf(first) > earliest ? dateOf(first) : earliest;
    const final = await store.finalDates(from, yesterday);
    const missing: string[] = [];
    for (let date = from; date <= yesterday; date = dateAfter(date, 1)) {
      if (!final.has(date)) missing.push(date);
    }
    return missing;
  }

  return {
    /** Returns whether a snapshot with this id exists. */
    exists: store.exists,

    /**
     * Returns the figures of a scope on a UTC day; null if none are stored.
     * @throws ApiError `scope_unknown`
     */
    find: async (scopeType: string, scopeKey: string, date: string): Promise<KpiSnapshot | null> =>
      store.find(knownScope(catalogue, { scopeType, scopeKey }), date),

    /**
     * Returns the figures of a scope between two UTC days, inclusive, earliest first.
     * @throws ApiError `scope_unknown`
     */
    list: async (scope: NamedScope, from: string, to: string): Promise<KpiSnapshot[]> =>
      store.list(knownScope(catalogue, scope), from, to),

    /**
     * Computes the figures of a UTC day from its events, and stores those of every scope with events, and of the
     * requested one.
     *
     * @throws ApiError `scope_unknown`, `bad_user_input` for a future day
     */
    async compute(date: string, scopeType: string, scopeKey: string): Promise<KpiSnapshot> {
      const scope = knownScope(catalogue, { scopeType, scopeKey });
      if (startOf(date) > clock.now()) throw dayToCome(date);
      await settle();
      return computeDay(date, scope);
    },

    /**
     * Computes missing figures of the last 31 days, and computes days with late events again.
     * @param signal stops it between two days
     */
    async catchUp(signal: AbortSignal): Promise<void> {
      await settle();
      const upTo = await events.lastSeq();
      const dates = new Set([...(await missingDates()), ...(await lateDates(upTo))]);
      for (const date of [...dates].sort()) {
        signal.throwIfAborted();
        await computeDay(date);
      }
      await store.noteLookedThrough(upTo);
    },
  };
}

function dayToCome(date: string): ApiError {
  const message = 'the day is to come';
  return new ApiError('bad_user_input', englishText(`${date} is to come.`), {
    members: { issues: [{ path: ['input', 'snapshotDate'], message, input: date }] },
  });
}
