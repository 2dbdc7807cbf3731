import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { newId } from '../lib/ids.js';
import { day, hour, minute, second } from '../lib/units.js';

/** How often this process compares what it knows to be due with the clock. */
const lookMilliseconds = 5 * second;
/** How often the store is asked unless something is due: another process may have done it, or left it. */
const askMilliseconds = minute;
/** How long a run is held by a process that has stopped renewing. */
const leaseMilliseconds = 30 * second;
const renewMilliseconds = 10 * second;
/** How long nobody tries again after a failure. */
const retryMilliseconds = 30 * second;
/** A run that is this much overdue is reported. */
const lateMilliseconds = 10 * minute;

const never = new Date(0);

/** Work that is done at planned times by one process of several. */
export interface Schedule {
  /** Key in the store, so never changed. */
  name: string;
  /** The time of the next run after one that began at `last`. */
  nextAfter(last: Date): Date;
  /**
   * Does the work. Runs that were missed are made up by one run, so it does all that has come up since
   * `last`. It may be repeated: a killed process leaves half a run.
   *
   * @param run.last when the last complete run ended; null for the first
   * @param run.signal aborted when the process stops, or another one has taken over
   * @throws to be run again in 30 s
   */
  run(run: { last: Date | null; signal: AbortSignal }): Promise<unknown>;
}

/** How a schedule is kept. */
export interface ScheduleStatus {
  name: string;
  /** When the last complete run ended; null before the first. */
  lastRunAt: Date | null;
  /** Since then, by the app's clock; null before the first run. */
  ageSeconds: number | null;
  /** `late`: 10 minutes overdue, and no process does it; `failing`: the last attempt failed. */
  status: 'ok' | 'late' | 'failing';
}

interface StoredSchedule {
  _id: string;
  /** By the app's clock, as `lastAt` is. */
  dueAt: Date;
  lastAt: Date | null;
  /** Failed attempts since the last complete run. */
  failures: number;
  /** The attempt that holds the lease, and until when by the machine's clock. */
  holder: string;
  leaseUntil: Date;
}

export type Schedules = ReturnType<typeof createSchedules>;

/** Every `milliseconds` after the last run began. */
export const every =
  (milliseconds: number) =>
  (last: Date): Date =>
    new Date(last.getTime() + milliseconds);

/** Once a UTC day at this hour. */
export const dailyAt =
  (utcHour: number) =>
  (last: Date): Date => {
    const at = Math.floor(last.getTime() / day) * day + utcHour * hour;
    return new Date(at > last.getTime() ? at : at + day);
  };

/**
 * The schedules of this process, kept in `schedules`: a run is claimed by one write, and its lease is
 * renewed while it lasts. A schedule that never ran is due at once; times that passed while nothing ran
 * are made up by one run. A process looks for the first time a minute after its start.
 */
export function createSchedules({ db, clock, log }: { db: Db; clock: Clock; log: Logger }) {
  const stored: Collection<StoredSchedule> = db.collection('schedules');
  const schedules = new Map<string, Schedule>();
  const running = new Map<string, Promise<void>>();
  /** Of the runs of this process. */
  const endings = new Set<AbortController>();
  let stopping = false;
  let nextAt: Date | null = null;
  /** When the first lease ends of what is due and held, or was tried in vain; by the machine's clock. */
  let freeAt = Number.POSITIVE_INFINITY;
  let requestedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  async function read(): Promise<StoredSchedule[]> {
    const _id = { $in: [...schedules.keys()] };
    return stored.find({ _id }).toArray();
  }

  /** @returns the schedule as it was claimed by `holder`; null where it is not due, or held */
  async function claim(name: string, holder: string): Promise<StoredSchedule | null> {
    const now = Date.now();
    const free = { _id: name, dueAt: { $lte: clock.now() }, leaseUntil: { $lte: new Date(now) } };
    const leaseUntil = new Date(now + leaseMilliseconds);
    return stored.findOneAndUpdate(free, { $set: { holder, leaseUntil } });
  }

  /** Renews a lease until `release` is called; `signal` is aborted where it is lost, or at the stop. */
  function keep(name: string, holder: string) {
    const ending = new AbortController();
    endings.add(ending);
    if (stopping) ending.abort();
    const renew = async () => {
      const set = { leaseUntil: new Date(Date.now() + leaseMilliseconds) };
      const { matchedCount } = await stored.updateOne({ _id: name, holder }, { $set: set });
      if (matchedCount === 0) ending.abort();
    };
    // A store that is away for longer than the lease lets another process take over.
    const renewing = setInterval(() => void renew().catch(() => {}), renewMilliseconds);
    renewing.unref();
    return {
      signal: ending.signal,
      release() {
        clearInterval(renewing);
        endings.delete(ending);
      },
    };
  }

  async function attempt({ name, nextAfter, run }: Schedule): Promise<void> {
    const holder = newId();
    const claimed = await claim(name, holder);
    if (!claimed) return;
    const begun = clock.now();
    const { signal, release } = keep(name, holder);
    const end = (set: Partial<StoredSchedule>, failures: object) =>
      stored.updateOne({ _id: name, holder }, { $set: set, ...failures });
    try {
      await run({ last: claimed.lastAt, signal });
      const done = { dueAt: nextAfter(begun), lastAt: clock.now(), failures: 0, leaseUntil: never };
      await end(done, {});
    } catch (error) {
      if (stopping) {
        await end({ leaseUntil: never }, {});
        return;
      }
      log.warn({ err: error, schedule: name }, 'schedule: failed, retrying');
      const leaseUntil = new Date(Date.now() + retryMilliseconds);
      await end({ leaseUntil }, { $inc: { failures: 1 } });
    } finally {
      release();
    }
  }

  function begin(schedule: Schedule): void {
    if (running.has(schedule.name)) return;
    const run = attempt(schedule)
      .catch((error) => log.warn({ err: error, schedule: schedule.name }, 'schedule: failed'))
      .finally(() => {
        running.delete(schedule.name);
        // When it is due next is stored.
        requestedAt = Number.NEGATIVE_INFINITY;
      });
    running.set(schedule.name, run);
  }

  /** Begins all that is due. */
  async function ask(): Promise<void> {
    requestedAt = performance.now();
    const known = new Map((await read()).map((one) => [one._id, one]));
    const now = clock.now();
    nextAt = null;
    freeAt = Number.POSITIVE_INFINITY;
    for (const schedule of schedules.values()) {
      const found = known.get(schedule.name);
      if (!found) {
        const first = { dueAt: never, lastAt: null, failures: 0, holder: '', leaseUntil: never };
        const named = { _id: schedule.name };
        await stored.updateOne(named, { $setOnInsert: first }, { upsert: true });
      }
      const { dueAt = never, leaseUntil = never } = found ?? {};
      if (dueAt > now) {
        if (!nextAt || dueAt < nextAt) nextAt = dueAt;
      } else if (leaseUntil.getTime() <= Date.now()) begin(schedule);
      else freeAt = Math.min(freeAt, leaseUntil.getTime());
    }
  }

  async function look(): Promise<void> {
    const due = (nextAt !== null && nextAt <= clock.now()) || freeAt <= Date.now();
    if (due || performance.now() - requestedAt >= askMilliseconds) await ask();
  }

  return {
    /** Adds a schedule; called at start. */
    add(schedule: Schedule): void {
      schedules.set(schedule.name, schedule);
    },

    /** Does everything that is due and that no process does; resolves when it is done. */
    async runDue(): Promise<void> {
      await ask();
      await Promise.all(running.values());
    },

    async status(): Promise<ScheduleStatus[]> {
      const now = clock.now().getTime();
      const known = new Map((await read()).map((one) => [one._id, one]));
      return [...schedules.keys()].map((name) => {
        const {
          lastAt = null,
          dueAt = clock.now(),
          failures = 0,
          leaseUntil = never,
        } = known.get(name) ?? {};
        const held = leaseUntil.getTime() > Date.now();
        const late = now - dueAt.getTime() > lateMilliseconds && lastAt !== null && !held;
        return {
          name,
          lastRunAt: lastAt,
          ageSeconds: lastAt && Math.max(0, now - lastAt.getTime()) / second,
          status: failures > 0 ? 'failing' : late ? 'late' : 'ok',
        };
      });
    },

    start(): void {
      const looked = () =>
        void look().catch((error) => log.warn({ err: error }, 'schedules: failed, retrying'));
      timer = setInterval(looked, lookMilliseconds);
      timer.unref();
    },

    /** Ends what runs, as far as it can be ended; what is left is made up by another process. */
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping = true;
      for (const ending of endings) ending.abort();
      await Promise.all(running.values());
    },
  };
}
