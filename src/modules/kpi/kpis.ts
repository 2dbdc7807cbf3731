import type { Relay } from '../../aggregate/relay.js';
import { ApiError } from '../../errors.js';
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

/** Days before today that are made up where their figures are missing. */
const madeUpDays = 31;
/** Days of a list at most. */
export const listDaysMax = 400;
const timesBatch = 1_000;

interface NamedScope {
  scopeType: string;
  scopeKey: string;
}

export type Kpis = ReturnType<typeof createKpis>;

/** What is wrong with a span of days; null for one that can be listed. */
export function spanComplaint(from: string, to: string): string | null {
  if (from > to) return 'from must not be after to';
  if (daysBetween(from, to) >= listDaysMax) return `at most ${listDaysMax} days can be listed`;
  return null;
}

/** The figures of days by scope: what is stored, and how it is computed from the events. */
export function createKpis(
  services: KpiSources & { store: KpiStore; relay: Pick<Relay, 'drain'>; clock: Clock },
) {
  const { store, events, jobs, relay, clock, catalogue } = services;

  /**
   * Computes the figures of a day for every scope in which something happened, and for one that is asked
   * for. The global ones are stored last: they say that the day is done.
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

  /** Everything that fell due is an event, and every event is in the log. */
  async function settle(): Promise<void> {
    await jobs.settleDue({});
    await relay.drain();
  }

  /** The days before today with events that came after their figures were computed. */
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

  /** The days before today, 31 at most and none before the first event, without final figures. */
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
    /** Whether a snapshot has this id. */
    exists: store.exists,

    /**
     * The figures of a scope on a UTC day; null where none are stored.
     * @throws ApiError `scope_unknown`
     */
    find: async (scopeType: string, scopeKey: string, date: string): Promise<KpiSnapshot | null> =>
      store.find(knownScope(catalogue, { scopeType, scopeKey }), date),

    /**
     * The figures of a scope from one UTC day to another, both included, the earliest first.
     * @throws ApiError `scope_unknown`
     */
    list: async (scope: NamedScope, from: string, to: string): Promise<KpiSnapshot[]> =>
      store.list(knownScope(catalogue, scope), from, to),

    /**
     * Computes the figures of a UTC day from its events, and stores those of every scope in which something
     * happened, and of the one that is asked for.
     *
     * @throws ApiError `scope_unknown`, `bad_user_input` for a day to come
     */
    async compute(date: string, scopeType: string, scopeKey: string): Promise<KpiSnapshot> {
      const scope = knownScope(catalogue, { scopeType, scopeKey });
      if (startOf(date) > clock.now()) throw dayToCome(date);
      await settle();
      return computeDay(date, scope);
    },

    /**
     * Computes what is missing of the last 31 days, and again the days whose events came late.
     * @param signal ends it between two days
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
  return new ApiError('bad_user_input', `${date} is to come.`, {
    members: { issues: [{ path: ['input', 'snapshotDate'], message, input: date }] },
  });
}
