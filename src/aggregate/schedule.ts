import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { newId } from '../lib/ids.js';
import { day, hour, minute, second } from '../lib/units.js';

/** Interval at which this process checks the known due times against the clock. */
const lookMilliseconds = 5 * second;
/**
 * Interval at which the store is queried without known due work: another process can have done or abandoned the
 * work.
 */
const askMilliseconds = minute;
/** Duration of the claim on a run after its process has stopped renewing the lease. */
const leaseMilliseconds = 30 * second;
const renewMilliseconds = 10 * second;
/** Delay before a failed run is retried. */
const retryMilliseconds = 30 * second;
/** A run that is overdue by more is reported as late. */
const lateMilliseconds = 10 * minute;

const never = new Date(0);

/** Work that runs at scheduled times in one of several processes. */
export interface Schedule {
  /** Key in the store; never change it. */
  name: string;
  /** Returns the time of the next run after one that began at `last`. */
  nextAfter(last: Date): Date;
  /**
   * Does the work. One run makes up for all missed runs, so it must cover everything since `last`. It can be
   * repeated, because a killed process leaves an incomplete run.
   *
   * @param run.last end of the last complete run; null before the first
   * @param run.signal aborted when the process stops or another one takes over
   * @throws to be retried after 30 s
   */
  run(run: { last: Date | null; signal: AbortSignal }): Promise<unknown>;
}

/** State of a schedule. */
export interface ScheduleStatus {
  name: string;
  /** End of the last complete run; null before the first. */
  lastRunAt: Date | null;
  /** Seconds since `lastRunAt` by the app's clock; null before the first run. */
  ageSeconds: number | null;
  /**
   * `late`: overdue by more than 10 minutes, and no process is running it. `failing`: the last attempt
   * failed.
   */
  status: 'ok' | 'late' | 'failing';
}

interface StoredSchedule {
  _id: string;
  /** By the app's clock, like `lastAt`. */
  dueAt: Date;
  lastAt: Date | null;
  /** Failed attempts since the last complete run. */
  failures: number;
  /** Id of the attempt that holds the lease. */
  holder: string;
  /** End of the lease, or the earliest retry after a failure; by the machine's clock. */
  leaseUntil: Date;
}

export type Schedules = ReturnType<typeof createSchedules>;

/** Runs every `milliseconds`, counted from the beginning of the last run. */
export const every =
  (milliseconds: number) =>
  (last: Date): Date =>
    new Date(last.getTime() + milliseconds);

/** Runs daily at this hour UTC. */
export const dailyAt =
  (utcHour: number) =>
  (last: Date): Date => {
    const at = Math.floor(last.getTime() / day) * day + utcHour * hour;
    return new Date(at > last.getTime() ? at : at + day);
  };

/**
 * The schedules of this process, stored in `schedules`. A run is claimed by one write, and its lease is
 * renewed while it lasts. A new schedule is due immediately, and one run makes up for those missed while no
 * process ran. A process first queries the store one minute after its start.
 */
export function createSchedules({ db, clock, log }: { db: Db; clock: Clock; log: Logger }) {
  const stored: Collection<StoredSchedule> = db.collection('schedules');
  const schedules = new Map<string, Schedule>();
  const running = new Map<string, Promise<void>>();
  /** Abort controllers of the current runs of this process. */
  const endings = new Set<AbortController>();
  let stopping = false;
  let nextAt: Date | null = null;
  /** Earliest end of a lease on a due run, held or retried later; by the machine's clock. */
  let freeAt = Number.POSITIVE_INFINITY;
  let requestedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  async function read(): Promise<StoredSchedule[]> {
    const _id = { $in: [...schedules.keys()] };
    return stored.find({ _id }).toArray();
  }

  /** @returns the schedule claimed by `holder`; null if it is not due or claimed by another */
  async function claim(name: string, holder: string): Promise<StoredSchedule | null> {
    const now = Date.now();
    const free = { _id: name, dueAt: { $lte: clock.now() }, leaseUntil: { $lte: new Date(now) } };
    const leaseUntil = new Date(now + leaseMilliseconds);
    return stored.findOneAndUpdate(free, { $set: { holder, leaseUntil } });
  }

  /**
   * Renews a lease until `release` is called. `signal` is aborted when the lease is lost or the process
   * stops.
   */
  function keep(name: string, holder: string) {
    const ending = new AbortController();
    endings.add(ending);
    if (stopping) ending.abort();
    const renew = async () => {
      const set = { leaseUntil: new Date(Date.now() + leaseMilliseconds) };
      const { matchedCount } = await stored.updateOne({ _id: name, holder }, { $set: set });
      if (matchedCount === 0) ending.abort();
    };
    // If the database is unavailable for longer than the lease, another process takes over.
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
        // The next due time is in the store now.
        requestedAt = Number.NEGATIVE_INFINITY;
      });
    running.set(schedule.name, run);
  }

  /** Begins all due runs. */
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
    /** Adds a schedule. Call it before `start`. */
    add(schedule: Schedule): void {
      schedules.set(schedule.name, schedule);
    },

    /** Runs all due schedules that no other process has claimed; resolves when they are done. */
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
      const checkLogged = () =>
        void look().catch((error) => log.warn({ err: error }, 'schedules: failed, retrying'));
      timer = setInterval(checkLogged, lookMilliseconds);
      timer.unref();
    },

    /** Aborts the current runs and waits for them. Another process makes up for incomplete ones. */
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping = true;
      for (const ending of endings) ending.abort();
      await Promise.all(running.values());
    },
  };
}
