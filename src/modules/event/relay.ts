import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { Logger } from 'pino';
import { newId } from '../../lib/ids.js';
import { isDuplicateKey } from '../../lib/mongo.js';
import type { EventStore, StoredEvent, Told } from './event.store.js';

const leaseName = 'relay';
const leaseMilliseconds = 3_000;
const pollMilliseconds = 1_000;
const batchSize = 100;

/**
 * Documents with something in their outbox; a range, so that the sparse index serves it. That index gives
 * the document of the oldest event first. Asking for this order would have a backlog sorted for each
 * batch, for an index of an array's elements promises none.
 */
const waiting = { 'outbox.timestamp': { $gt: new Date(0) } } as Filter<Told>;

export interface Relay {
  /** Says that something was written; events reach the collection shortly after. */
  wake(): void;
  /** Moves everything that waits now; resolves when it is in the collection. */
  drain(): Promise<void>;
  /** How many documents wait. */
  countWaiting(): Promise<number>;
  /** Called after events were appended. */
  onAppend(listener: () => void): () => void;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Brings the events of several documents into one order: the earliest first, at the same moment the
 * one whose id was made first, but each document's own in the order in which it told them.
 */
function merge<T extends { _id: string; timestamp: Date }>(outboxes: readonly T[][]): T[] {
  const queues = outboxes.map((outbox) => ({ outbox, next: 0 }));
  const merged: T[] = [];
  for (;;) {
    let first: { outbox: T[]; next: number } | undefined;
    let earliest: T | undefined;
    for (const queue of queues) {
      const event = queue.outbox[queue.next];
      if (event && (!earliest || precedes(event, earliest))) {
        first = queue;
        earliest = event;
      }
    }
    if (!first || !earliest) return merged;
    merged.push(earliest);
    first.next += 1;
  }
}

function precedes(
  a: { _id: string; timestamp: Date },
  b: { _id: string; timestamp: Date },
): boolean {
  const later = a.timestamp.getTime() - b.timestamp.getTime();
  return later < 0 || (later === 0 && a._id < b._id);
}

/**
 * Moves events from the outboxes of documents into the `events` collection and numbers them.
 *
 * What waits in all sources at once, of at most 100 documents of each, is numbered in the order of
 * its timestamps, each document's own in the order in which it was told, so that an effect in one
 * document comes behind its cause in another.
 *
 * Numbers are given by one relay at a time (the lease), one after the other, from the highest
 * number stored; an event is readable before the next is numbered. So who has seen n has seen
 * everything below n. A second relay, after a pause longer than its lease, collides on the unique
 * `seq` or id, and starts again from what is stored. An event leaves its outbox only after it is
 * stored, and is recognised by its id when the relay was killed between the two.
 */
export function createRelay(options: {
  events: EventStore;
  sources: Collection<Told>[];
  log: Logger;
}): Relay {
  const { events, sources, log } = options;
  const holder = newId();
  const listeners = new Set<() => void>();
  let running: Promise<void> | null = null;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;

  async function anyWaiting(): Promise<boolean> {
    for (const source of sources) {
      if (await source.findOne(waiting, { projection: { _id: 1 } })) return true;
    }
    return false;
  }

  /** @returns whether more may wait */
  async function move(): Promise<boolean> {
    const found = await Promise.all(
      sources.map((source) =>
        source
          .find(waiting, { projection: { outbox: 1, integratorId: 1 } })
          .limit(batchSize)
          .toArray(),
      ),
    );
    const documents = found.flat();
    if (documents.length === 0) return false;

    const queue = merge(
      documents.map((document) =>
        document.outbox.map(({ id, ...event }) => ({
          ...event,
          _id: id,
          integratorId: document.integratorId,
        })),
      ),
    );
    const known = await events.known(queue.map((event) => event._id));
    let seq = await events.lastSeq();
    const batch: StoredEvent[] = queue
      .filter((event) => !known.has(event._id))
      .map((event) => ({ ...event, seq: ++seq }));
    if (batch.length > 0) await events.append(batch);

    for (const [index, source] of sources.entries()) {
      for (const document of found[index] ?? []) {
        const ids = document.outbox.map((event) => event.id);
        const update = { $pull: { outbox: { id: { $in: ids } } } } as unknown as UpdateFilter<Told>;
        await source.updateOne({ _id: document._id } as Filter<Told>, update);
      }
    }
    if (batch.length > 0) for (const listener of listeners) listener();
    return found.some((of) => of.length === batchSize);
  }

  async function round(): Promise<void> {
    if (!(await anyWaiting())) return;
    // The lease is between machines, so it runs on their clocks, not on the app's.
    const now = new Date();
    const until = new Date(now.getTime() + leaseMilliseconds);
    if (!(await events.takeLease(leaseName, holder, now, until))) return;
    while (await move());
  }

  function run(): Promise<void> {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        try {
          await round();
        } catch (error) {
          if (isDuplicateKey(error)) again = true;
          else throw error;
        }
      } while (again);
    })().finally(() => {
      running = null;
    });
    return running;
  }

  const runLogged = () => {
    run().catch((error) => log.warn({ err: error }, 'relay: trying again'));
  };

  return {
    wake: () => {
      if (!stopped) runLogged();
    },
    drain: run,
    async countWaiting() {
      const counts = await Promise.all(sources.map((source) => source.countDocuments(waiting)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    onAppend(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      stopped = false;
      timer = setInterval(runLogged, pollMilliseconds);
      timer.unref();
      runLogged();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running?.catch(() => {});
      await events.dropLease(leaseName, holder).catch(() => {});
    },
  };
}
