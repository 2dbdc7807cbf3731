import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { createLoop, type Loop } from './loop.js';

const batchSize = 100;
/** Between two batches: what cannot be planned anew must not keep the process busy. */
const backlogMilliseconds = 100;
/** While something is planned: the app's clock may be moved. */
const plannedMilliseconds = 3_000;
/** While nothing is planned here: for what another process has planned. */
const idleMilliseconds = 10_000;

/** A document with work that is to be done from a moment on. */
export interface Due {
  id: string;
  at: Date;
}

/**
 * Does what documents have planned for a moment: a retry, a sending, a deadline with effects. The store
 * wakes the loop when it plans something; an idle one asks once in 10 s.
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

  async function round(): Promise<number> {
    const planned = await earliest(batchSize);
    const due = planned.filter(({ at }) => at <= clock.now());
    await doAll(due);
    if (due.length > 0) return due.length === batchSize ? backlogMilliseconds : plannedMilliseconds;
    const next = planned[0];
    if (!next) return idleMilliseconds;
    return Math.min(next.at.getTime() - clock.now().getTime(), plannedMilliseconds);
  }

  return createLoop({ name, round, batchMilliseconds: 20, log });
}
