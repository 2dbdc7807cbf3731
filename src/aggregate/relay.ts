import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Filter } from 'mongodb';
import type { Logger } from 'pino';
import { madeAt, newId } from '../lib/ids.js';
import { isDuplicateKey } from '../lib/mongo.js';
import type { Aggregate, OutboxEvent } from './change.js';
import type { EventLog, LoggedEvent } from './event-log.js';
import { createLoop } from './loop.js';
import { createWrittenHere, type Outbox, type Written } from './written-here.js';

const leaseName = 'relay';
const leaseMilliseconds = 3_000;
const batchMilliseconds = 5;
/**
 * While this relay holds the lease, it looks for what other processes write; a reader there looks as often
 * (`event-feed.ts`), and both together take less than half a second.
 */
const pollMilliseconds = 200;
/** While another relay holds the lease and something waits here. */
const waitMilliseconds = 500;
/** While nothing is written: for what a process that was killed has left. */
const idleMilliseconds = 5_000;
const batchSize = 500;
/** How long `catchUp` waits for the relay of another process, and how often it looks. */
const catchUpMilliseconds = 5_000;
const catchUpPauseMilliseconds = 50;

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
  /**
   * Says that something was written; events reach the collection shortly after.
   * @param written what it was; left out, the documents are looked at
   */
  wake(written?: Written): void;
  /** Says what waits in a document that was read: what another process has told is moved before what follows from it. */
  notice(waiting: readonly OutboxEvent[]): void;
  /** Moves everything that waits now; resolves when it is in the collection. */
  drain(): Promise<void>;
  /**
   * Waits until every event emitted before the call is in the collection, also when the relay of another
   * process has the lease.
   * @returns false if events are still waiting after 5 s
   */
  catchUp(): Promise<boolean>;
  /** How many documents wait. */
  countWaiting(): Promise<number>;
  /** Age of the oldest event that waits, in milliseconds of the machine's clock; 0: none waits. */
  lag(): Promise<number>;
  /** Called after events were appended: with them, in order, or with null where only some may have been. */
  onAppend(listener: (batch: readonly LoggedEvent[] | null) => void): () => void;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Brings the events of several documents into one order: the earliest first, at the same moment the
 * one whose id was made first, but each document's own in the order in which it emitted them.
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
 * What waits in all sources at once, of at most 500 documents of each, is numbered in the order of
 * its timestamps, each document's own in the order in which it was emitted, so that an effect in one
 * document comes behind its cause in another. What this process wrote itself is not looked for: the
 * documents are asked five times a second for what others have written, as long as this relay has the lease.
 *
 * Numbers are given by one relay at a time (the lease), one after the other, from the highest
 * number stored; an event is readable before the next is numbered. So who has seen n has seen
 * everything below n. A second relay, after a pause longer than its lease, collides on the unique
 * `seq` or id, and starts again from what is stored. An event leaves its outbox only after it is
 * stored, and is recognised by its id when the relay was killed between the two.
 *
 * A batch costs one append and one write for each source that had something: the last number is kept
 * as long as no other relay has had the lease, and what is stored is only looked at after a collision.
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
  const written = createWrittenHere();
  let leasedUntil = 0;
  /** Until when another relay is left alone, which has the lease. */
  let leftUntil = 0;
  /** When the documents of all sources were last looked at. */
  let lookedAt = 0;
  /** Highest number stored, as far as known; null: to be read. */
  let lastSeq: number | null = null;
  /** Whether the last append collided, so that what is stored has to be looked at. */
  let collided = true;
  /** Which source is looked at when nothing is written, in turn. */
  let turn = 0;

  async function look(): Promise<Outbox[]> {
    lookedAt = Date.now();
    const found = await Promise.all(
      sources.map(async (source) => {
        const documents = await source
          .find(waiting, { projection: { outbox: 1, integratorId: 1 } })
          .limit(batchSize)
          .toArray();
        // More may wait.
        if (documents.length === batchSize) written.miss();
        return documents.map(({ _id, integratorId, outbox }): Outbox => {
          const one = { source, _id, integratorId, events: outbox };
          written.found(one);
          return one;
        });
      }),
    );
    return found.flat();
  }

  /** @returns whether this relay has the lease; `taken` where another may have had it meanwhile */
  async function holdLease(): Promise<'kept' | 'taken' | null> {
    // The lease is between machines, so it runs on their clocks, not on the app's.
    const now = Date.now();
    if (leasedUntil - now > leaseMilliseconds / 2) return 'kept';
    const until = now + leaseMilliseconds;
    // Others were free to take it until now.
    if (leasedUntil <= now) lookedAt = now;
    const held = await events.takeLease(leaseName, holder, new Date(now), new Date(until));
    if (held !== 'kept') lastSeq = null;
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
      const appended = collided ? null : batch;
      if (batch.length > 0) for (const listener of listeners) listener(appended);
    }
  }

  /** Takes what is stored out of the outboxes, by one write for each source. */
  async function empty(outboxes: readonly Outbox[]): Promise<void> {
    const bySource = new Map<Collection<Aggregate>, Outbox[]>();
    for (const outbox of outboxes) {
      const others = bySource.get(outbox.source);
      if (others) others.push(outbox);
      else bySource.set(outbox.source, [outbox]);
    }
    await Promise.all(
      [...bySource].map(([source, of]) => {
        const ids = of.flatMap(({ events: told }) => told.map(({ id }) => id));
        const filter = { _id: { $in: of.map(({ _id }) => _id) } };
        return source.updateMany(filter, { $pull: { outbox: { id: { $in: ids } } } } as never);
      }),
    );
  }

  /** Whether anything waits; documents are read by who has the lease. */
  async function isWaiting(here: readonly Outbox[] | null): Promise<boolean> {
    if (here && here.length > 0) return true;
    const inTurn = sources[turn++ % Math.max(sources.length, 1)];
    const looked = here === null ? sources : inTurn ? [inTurn] : [];
    for (const source of looked) {
      if (await source.findOne(waiting, { projection: { _id: 1 } })) return true;
    }
    return false;
  }

  /** @returns milliseconds until something may have to be done unwoken */
  async function move(): Promise<number> {
    const here = written.take();
    const leased = leasedUntil > Date.now();
    // Null: not known before the documents are read.
    let outboxes: Outbox[] | null = here;
    if (leased) {
      const pollIsDue = Date.now() - lookedAt >= pollMilliseconds;
      if (here === null || pollIsDue) outboxes = await look();
      if (outboxes?.length === 0) return pollMilliseconds;
    } else {
      if (!(await isWaiting(here))) return idleMilliseconds;
      if (here?.length === 0) outboxes = null;
    }
    const lease = await holdLease();
    if (lease === null) {
      written.miss();
      leftUntil = Date.now() + waitMilliseconds;
      return waitMilliseconds;
    }
    // Another relay may have moved what was written here; cause and effect may wait in different sources.
    if (outboxes === null || lease === 'taken') {
      written.take();
      outboxes = await look();
      if (outboxes.length === 0) return pollMilliseconds;
    }
    await append(
      merge(
        outboxes.map(({ integratorId, events: told }) =>
          told.map(({ id: _id, type, timestamp, data, revision }) => {
            return { _id, integratorId, type, timestamp, data, revision };
          }),
        ),
      ),
    );
    await empty(outboxes);
    return pollMilliseconds;
  }

  async function round(): Promise<number> {
    const left = leftUntil - Date.now();
    if (left > 0) return left;
    for (;;) {
      try {
        const wait = await move();
        if (written.isComplete() || leftUntil > Date.now()) return wait;
      } catch (error) {
        written.miss();
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  /** Ids of the events in the outboxes, of at most 500 documents of each source. */
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
    written.miss();
    leftUntil = 0;
    return loop.run();
  }

  const loop = createLoop({ name: 'relay', round, batchMilliseconds, log });

  return {
    addSource: (collection) => void sources.push(collection),
    wake(one) {
      if (one) written.add(one);
      else written.miss();
      loop.wake();
    },
    notice: written.notice,
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
      written.miss();
      await events.dropLease(leaseName, holder).catch(() => {});
    },
  };
}
