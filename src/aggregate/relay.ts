import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Filter } from 'mongodb';
import type { Logger } from 'pino';
import { madeAt, newId } from '../lib/ids.js';
import { isDuplicateKey } from '../lib/mongo.js';
import type { Aggregate, OutboxEvent } from './change.js';
import type { EventLog, LoggedEvent } from './event-log.js';
import { createLoop } from './loop.js';

const leaseName = 'relay';
const leaseMilliseconds = 3_000;
/** Delay between a wake and the round, so that a burst of writes costs one round. */
const batchMilliseconds = 50;
/** Polling interval for events of other processes while this relay holds the lease. */
const pollMilliseconds = 200;
/** Delay before the next attempt while another relay holds the lease. */
const waitMilliseconds = 500;
/** Polling interval while idle, for events that a killed process left behind. */
const idleMilliseconds = 5_000;
const batchSize = 500;
/** Timeout of `catchUp` for the relay of another process, and its polling interval. */
const catchUpMilliseconds = 5_000;
const catchUpPauseMilliseconds = 50;

/** A backlog older than this is reported; a working relay moves events within a second. */
export const relayLagMilliseconds = 10_000;

/** Events waiting in the outbox of one document, in the order they were emitted. */
interface Outbox {
  source: Collection<Aggregate>;
  _id: string;
  integratorId: string;
  events: readonly OutboxEvent[];
}

/**
 * Matches documents with events in their outbox. The range lets the sparse index serve it, which returns the
 * document of the oldest event first. A sort by time would sort the whole backlog for each batch, because a
 * multikey index has no order of documents.
 */
const waiting = { 'outbox.timestamp': { $gt: new Date(0) } } as Filter<Aggregate>;

export interface Relay {
  /** Adds a collection whose documents have an outbox. */
  addSource(collection: Collection<Aggregate>): void;
  /** Announces that events were written to an outbox; the relay moves them shortly after. */
  wake(): void;
  /** Moves every waiting event; resolves when all are in the collection. */
  drain(): Promise<void>;
  /**
   * Waits until every event emitted before the call is in the collection, also when the relay of another
   * process has the lease.
   * @returns false if events are still waiting after 5 s
   */
  catchUp(): Promise<boolean>;
  /** Counts the documents with waiting events. */
  countWaiting(): Promise<number>;
  /** Age of the oldest waiting event in milliseconds of the machine's clock; 0 if none is waiting. */
  lag(): Promise<number>;
  /** Calls the listener after an append with the events in order, or with null if it is unknown which were stored. */
  onAppend(listener: (batch: readonly LoggedEvent[] | null) => void): () => void;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Merges the events of several documents by time, then by id. Events of one document keep the order in which it
 * emitted them.
 */
function merge<T extends { _id: string; timestamp: Date }>(
  outboxes: readonly (readonly T[])[],
): T[] {
  const queues = outboxes.map((outbox) => ({ outbox, next: 0 }));
  const merged: T[] = [];
  for (;;) {
    let first: { outbox: readonly T[]; next: number } | undefined;
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
 * A round reads up to 500 documents of every source and numbers their events by time, so that an effect in one
 * document follows its cause in another.
 *
 * One relay at a time (the lease) assigns numbers, consecutively from the highest stored one, and an event is
 * readable before the next is numbered: a reader that has seen n has seen everything below n. A second relay,
 * after a pause longer than its lease, collides on the unique `seq` or id and reads the stored events. An event
 * leaves its outbox only after it is stored, and is recognised by its id if the relay was killed in between.
 *
 * The last number is kept while no other relay has held the lease; stored events are looked up only after a
 * collision.
 */
export function createRelay(options: {
  events: EventLog;
  sources?: Collection<Aggregate>[];
  log: Logger;
}): Relay {
  const { events, log } = options;
  const sources = [...(options.sources ?? [])];
  const holder = newId();
  const listeners = new Set<(batch: readonly LoggedEvent[] | null) => void>();
  /** End of this relay's lease; 0 without one. */
  let leasedUntil = 0;
  /** Time before which this relay does not ask for the lease again. */
  let leftUntil = 0;
  /** True if this process has written events since the last round began. */
  let woken = false;
  /** Highest stored number if known. */
  let lastSeq: number | null = null;
  /** True after an append whose result is unknown, so that stored events must be looked up. */
  let collided = true;
  /** Index of the source to check next while nothing is written. */
  let nextSource = 0;

  async function readOutboxes(): Promise<{ outboxes: Outbox[]; isFull: boolean }> {
    const found = await Promise.all(
      sources.map(async (source) => {
        const documents = await source
          .find(waiting, { projection: { outbox: 1, integratorId: 1 } })
          .limit(batchSize)
          .toArray();
        return documents.map(({ _id, integratorId, outbox }): Outbox => {
          return { source, _id, integratorId, events: outbox };
        });
      }),
    );
    return { outboxes: found.flat(), isFull: found.some(({ length }) => length === batchSize) };
  }

  /** Takes or renews the lease if necessary. Returns true if this relay holds it. */
  async function holdLease(): Promise<boolean> {
    // The lease is shared by machines, so it uses their clocks, not the app's.
    const now = Date.now();
    if (leasedUntil - now > leaseMilliseconds / 2) return true;
    const until = now + leaseMilliseconds;
    const held = await events.takeLease(leaseName, holder, new Date(now), new Date(until));
    if (held !== 'kept') lastSeq = null;
    leasedUntil = held ? until : 0;
    return held !== null;
  }

  /** Numbers and stores the events that are not stored yet. */
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
      const appended = collided ? null : batch;
      if (batch.length > 0) for (const listener of listeners) listener(appended);
    }
  }

  /** Removes stored events from the outboxes, with one write per source. */
  async function empty(outboxes: readonly Outbox[]): Promise<void> {
    const bySource = new Map<Collection<Aggregate>, Outbox[]>();
    for (const outbox of outboxes) {
      const others = bySource.get(outbox.source);
      if (others) others.push(outbox);
      else bySource.set(outbox.source, [outbox]);
    }
    await Promise.all(
      [...bySource].map(([source, of]) => {
        const ids = of.flatMap((outbox) => outbox.events.map(({ id }) => id));
        const filter = { _id: { $in: of.map(({ _id }) => _id) } };
        return source.updateMany(filter, { $pull: { outbox: { id: { $in: ids } } } } as never);
      }),
    );
  }

  /**
   * Returns true if any events are waiting. While this process writes nothing, checks one source per call, so
   * that an idle process rarely queries its store.
   */
  async function isAnythingWaiting(wasWritten: boolean): Promise<boolean> {
    const next = sources[nextSource++ % Math.max(sources.length, 1)];
    for (const source of wasWritten ? sources : next ? [next] : []) {
      if (await source.findOne(waiting, { projection: { _id: 1 } })) return true;
    }
    return false;
  }

  function leaveToHolder(): number {
    woken = true;
    leftUntil = Date.now() + waitMilliseconds;
    return waitMilliseconds;
  }

  /** @returns milliseconds until the next round without a wake */
  async function move(): Promise<number> {
    const isLeased = leasedUntil > Date.now();
    // Reset first: events written from here on belong to the next round.
    const wasWoken = woken;
    woken = false;
    if (!isLeased && !(await isAnythingWaiting(wasWoken))) return idleMilliseconds;
    if (!isLeased && !(await holdLease())) return leaveToHolder();
    const { outboxes, isFull } = await readOutboxes();
    // Without work the lease is not renewed, and the relay becomes idle.
    if (outboxes.length === 0) return pollMilliseconds;
    if (!(await holdLease())) return leaveToHolder();
    await append(
      merge(
        outboxes.map(({ integratorId, events: emitted }) =>
          emitted.map(({ id: _id, type, timestamp, data, metadata, revision }) => {
            const event = { _id, integratorId, type, timestamp, data, revision };
            return metadata ? { ...event, metadata } : event;
          }),
        ),
      ),
    );
    await empty(outboxes);
    return isFull ? 0 : pollMilliseconds;
  }

  async function round(): Promise<number> {
    const left = leftUntil - Date.now();
    if (left > 0) return left;
    for (;;) {
      try {
        const wait = await move();
        if (wait > 0) return wait;
      } catch (error) {
        woken = true;
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  /** Returns the ids of waiting events in at most 500 documents of each source. */
  async function waitingIds(): Promise<string[]> {
    const found = await Promise.all(
      sources.map((source) =>
        source
          .find(waiting, { projection: { 'outbox.id': 1 } })
          .limit(batchSize)
          .toArray(),
      ),
    );
    return found.flat().flatMap(({ outbox }) => outbox.map(({ id }) => id));
  }

  function drain(): Promise<void> {
    woken = true;
    leftUntil = 0;
    return loop.run();
  }

  const loop = createLoop({ name: 'relay', round, batchMilliseconds, log });

  return {
    addSource: (collection) => void sources.push(collection),
    wake() {
      woken = true;
      loop.wake();
    },
    drain,
    async catchUp() {
      const end = performance.now() + catchUpMilliseconds;
      await drain();
      const ids = await waitingIds();
      while ((await events.known(ids)).size < ids.length) {
        if (performance.now() > end) return false;
        await pause(catchUpPauseMilliseconds);
        await drain();
      }
      return true;
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
