import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { createLoop, type Loop } from './loop.js';

const batchSize = 100;
/** Between two batches: what cannot be planned anew must not keep the process busy. */
const backlogMilliseconds = 100;
/** While something is planned: the app's clock may be moved. */
const plannedMilliseconds = 3_000;
/** For what another process has planned and does not do, for it was killed. */
const othersMilliseconds = 30_000;

/** A document with work that is to be done from a moment on. */
export interface Due {
  id: string;
  at: Date;
}

/**
 * Does what documents have planned for a moment: a retry, a sending, a deadline with effects. The store
 * wakes the loop when it plans something; else the store is asked when the earliest moment has come,
 * and once in 30 s.
 *
 * @param earliest at most `limit` documents with something planned, the earliest first
 * @param work does it and plans anew, or plans nothing more; called once a round for each document, again
 *   in the next where neither was stored. It throws only where the store cannot be reached
 * @param atOnce how many are worked on at the same time; 1 where left out
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
  /** When something is due, as far as is known. */
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
    // What was done may have been planned anew.
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
    // Noted before: what is planned while the store answers is asked for again.
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
