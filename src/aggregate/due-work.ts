import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { createLoop, type Loop } from './loop.js';

const batchSize = 100;
/** Pause between two batches, so that work that cannot be rescheduled does not keep the process busy. */
const backlogMilliseconds = 100;
/** Longest wait while work is planned, because the app's clock can be moved. */
const plannedMilliseconds = 3_000;
/** Interval of checks for work that another process planned before it was killed. */
const othersMilliseconds = 30_000;

/** A document with work due at `at`. */
export interface Due {
  id: string;
  at: Date;
}

/**
 * Runs the work that documents schedule for a time: a retry, a mail, a deadline. The store wakes the loop
 * when it schedules work. Otherwise the loop queries the store when the earliest work is due, and every 30 s.
 *
 * @param earliest returns at most `limit` documents with scheduled work, the earliest first
 * @param work does the work of a document and stores its next time, or none. It is called once per round for
 *   each due document, and again in the next round if it stored neither. It throws only if the database is
 *   unavailable
 * @param atOnce number of documents worked on concurrently; 1 by default
 */
export function createDueWork(options: {
  name: string;
  earliest: (limit: number) => Promise<Due[]>;
  work: (id: string) => Promise<void>;
  atOnce?: number;
  clock: Clock;
  log: Logger;
}): Loop {
  const { name, earliest, work, atOnce = 1, clock, log } = options;

  async function doAll(due: readonly Due[]): Promise<void> {
    const left = [...due];
    const worker = async () => {
      for (let one = left.shift(); one; one = left.shift()) await work(one.id);
    };
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  }
  /** Time of the next due work, if known. */
  let nextAt: Date | null = null;
  let requestedAt = Number.NEGATIVE_INFINITY;

  const forget = () => {
    requestedAt = Number.NEGATIVE_INFINITY;
  };

  async function ask(): Promise<number> {
    const planned = await earliest(batchSize);
    const due = planned.filter(({ at }) => at <= clock.now());
    await doAll(due);
    nextAt = planned[due.length]?.at ?? null;
    if (due.length === 0) return wait();
    // The work just done can have been rescheduled.
    forget();
    return due.length === batchSize ? backlogMilliseconds : plannedMilliseconds;
  }

  function wait(): number {
    const others = requestedAt + othersMilliseconds - performance.now();
    if (!nextAt) return others;
    return Math.min(nextAt.getTime() - clock.now().getTime(), plannedMilliseconds, others);
  }

  async function round(): Promise<number> {
    const known = performance.now() - requestedAt < othersMilliseconds;
    if (known && !(nextAt && nextAt <= clock.now())) return wait();
    // Set before the query: work scheduled during the query is found by the next one.
    requestedAt = performance.now();
    try {
      return await ask();
    } catch (error) {
      forget();
      throw error;
    }
  }

  const loop = createLoop({ name, round, batchMilliseconds: 20, log });
  return {
    ...loop,
    wake() {
      forget();
      loop.wake();
    },
    run() {
      forget();
      return loop.run();
    },
  };
}
