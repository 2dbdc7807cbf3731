import type { AnyBulkWriteOperation, Collection, Filter } from 'mongodb';
import type { Logger } from 'pino';
import { madeAt, newId } from '../lib/ids.js';
import { isDuplicateKey } from '../lib/mongo.js';
import type { Aggregate } from './change.js';
import type { EventLog, LoggedEvent } from './event-log.js';
import { createLoop } from './loop.js';

const leaseName = 'relay';
const leaseMilliseconds = 3_000;
const batchMilliseconds = 5;
/** While this relay holds the lease, it looks for what other processes write. */
const pollMilliseconds = 1_000;
/** While another relay holds the lease and something waits here. */
const waitMilliseconds = 250;
/** While nothing is written: for what a process that was killed has left. */
const idleMilliseconds = 5_000;
const batchSize = 500;

/** A backlog that is this old is reported; it is seconds where the relay works. */
export const relayLagMilliseconds = 10_000;

/**
 * Documents with something in their outbox; a range, so that the sparse index serves it. That index gives
 * the document of the oldest event first. Asking for this order would have a backlog sorted for each
 * batch, for an index of an array's elements promises none.
 */
const waiting = { 'outbox.timestamp': { $gt: new Date(0) } } as Filter<Aggregate>;

export interface Relay {
  /** Adds a collection whose documents have an outbox. */
  addSource(collection: Collection<Aggregate>): void;
  /** Says that something was written; events reach the collection shortly after. */
  wake(): void;
  /** Moves everything that waits now; resolves when it is in the collection. */
  drain(): Promise<void>;
  /** How many documents wait. */
  countWaiting(): Promise<number>;
  /** Age of the oldest event that waits, in milliseconds of the machine's clock; 0: none waits. */
  lag(): Promise<number>;
  /** Called after events were appended. */
  onAppend(listener: () => void): () => void;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Brings the events of several documents into one order: the earliest first, at the same moment the
 * one whose id was made first, but each document's own in the order in which it emitted them.
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
 * What waits in all sources at once, of at most 500 documents of each, is numbered in the order of
 * its timestamps, each document's own in the order in which it was emitted, so that an effect in one
 * document comes behind its cause in another.
 *
 * Numbers are given by one relay at a time (the lease), one after the other, from the highest
 * number stored; an event is readable before the next is numbered. So who has seen n has seen
 * everything below n. A second relay, after a pause longer than its lease, collides on the unique
 * `seq` or id, and starts again from what is stored. An event leaves its outbox only after it is
 * stored, and is recognised by its id when the relay was killed between the two.
 *
 * A batch costs a query for each source, one append and one write for each source that had something:
 * the last number is kept, and what is stored is only looked at after a collision.
 */
export function createRelay(options: {
  events: EventLog;
  sources?: Collection<Aggregate>[];
  log: Logger;
}): Relay {
  const { events, log } = options;
  const sources = [...(options.sources ?? [])];
  const holder = newId();
  const listeners = new Set<() => void>();
  let leasedUntil = 0;
  /** Highest number stored, as far as known; null: to be read. */
  let lastSeq: number | null = null;
  /** Whether the last append collided, so that what is stored has to be looked at. */
  let collided = true;
  /** Which source is looked at when nothing is written, in turn. */
  let turn = 0;
  let woken = true;

  const look = (source: Collection<Aggregate>) =>
    source
      .find(waiting, { projection: { outbox: 1, integratorId: 1 } })
      .limit(batchSize)
      .toArray();

  async function holdLease(): Promise<boolean> {
    // The lease is between machines, so it runs on their clocks, not on the app's.
    const now = Date.now();
    if (leasedUntil - now > leaseMilliseconds / 2) return true;
    const until = now + leaseMilliseconds;
    const held = await events.takeLease(leaseName, holder, new Date(now), new Date(until));
    // Another relay may have numbered events meanwhile.
    if (!held || leasedUntil <= now) lastSeq = null;
    leasedUntil = held ? until : 0;
    return held;
  }

  /** Numbers and stores what is not stored yet. */
  async function append(queue: Omit<LoggedEvent, 'seq'>[]): Promise<void> {
    const known = collided ? await events.known(queue.map(({ _id }) => _id)) : new Set();
    let seq = collided || lastSeq === null ? await events.lastSeq() : lastSeq;
    const batch = queue
      .filter((event) => !known.has(event._id))
      .map((event): LoggedEvent => ({ ...event, seq: ++seq }));
    try {
      collided = true;
      if (batch.length > 0) await events.append(batch);
      collided = false;
      lastSeq = seq;
    } finally {
      if (batch.length > 0) for (const listener of listeners) listener();
    }
  }

  /** Takes what is stored out of the outboxes, by one write for each source. */
  async function empty(source: Collection<Aggregate>, documents: Aggregate[]): Promise<void> {
    if (documents.length === 0) return;
    const updates = documents.map(({ _id, outbox }) => ({
      updateOne: {
        filter: { _id },
        update: { $pull: { outbox: { id: { $in: outbox.map(({ id }) => id) } } } },
      },
    })) as AnyBulkWriteOperation<Aggregate>[];
    await source.bulkWrite(updates, { ordered: false });
  }

  /** @returns whether something was found, and more may wait */
  async function move(looked: Collection<Aggregate>[]): Promise<'none' | 'all' | 'more' | 'held'> {
    let of = looked;
    let found = await Promise.all(of.map(look));
    if (found.every((documents) => documents.length === 0)) return 'none';
    if (!(await holdLease())) return 'held';
    if (of.length < sources.length) {
      // Cause and effect may wait in different sources.
      of = [...sources];
      found = await Promise.all(of.map(look));
    }
    const queue = merge(
      found.flat().map((document) =>
        document.outbox.map(({ id, ...event }) => ({
          ...event,
          _id: id,
          integratorId: document.integratorId,
        })),
      ),
    );
    await append(queue);
    await Promise.all(of.map((source, index) => empty(source, found[index] ?? [])));
    return found.some((documents) => documents.length === batchSize) ? 'more' : 'all';
  }

  async function round(): Promise<number> {
    const inTurn = sources[turn++ % Math.max(sources.length, 1)];
    const all = woken || leasedUntil > Date.now();
    woken = false;
    for (let looked = all || !inTurn ? [...sources] : [inTurn]; ; looked = [...sources]) {
      try {
        const moved = await move(looked);
        if (moved === 'held') return waitMilliseconds;
        if (moved === 'none' || moved === 'all') break;
      } catch (error) {
        woken = true;
        if (!isDuplicateKey(error)) throw error;
      }
    }
    return leasedUntil > Date.now() ? pollMilliseconds : idleMilliseconds;
  }

  const loop = createLoop({ name: 'relay', round, batchMilliseconds, log });

  return {
    addSource: (collection) => void sources.push(collection),
    wake() {
      woken = true;
      loop.wake();
    },
    drain() {
      woken = true;
      return loop.run();
    },
    async countWaiting() {
      const counts = await Promise.all(sources.map((source) => source.countDocuments(waiting)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async lag() {
      const projection = { 'outbox.id': 1 };
      const oldest = await Promise.all(sources.map((s) => s.findOne(waiting, { projection })));
      const times = oldest.map((document) => madeAt(document?.outbox[0]?.id ?? ''));
      return Math.max(0, ...times.map((time) => (time === null ? 0 : Date.now() - time)));
    },
    onAppend(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: loop.start,
    async stop() {
      await loop.stop();
      leasedUntil = 0;
      await events.dropLease(leaseName, holder).catch(() => {});
    },
  };
}
