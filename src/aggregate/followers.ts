import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { isUnavailable } from '../lib/mongo.js';
import type { EventLog, LoggedEvent } from './event-log.js';
import { createLoop, type Loop } from './loop.js';
import type { Relay } from './relay.js';

const batchSize = 200;
/** Delay between a wake and the read, so that a burst is read in one batch. */
const batchMilliseconds = 50;
const retryMilliseconds = 30_000;
/** Longest delay before handling an event that another process appended and did not handle. */
const idleMilliseconds = 5_000;
/**
 * Longest time before the position of a follower that has handled events is saved. Events after the saved position
 * are handled again after a kill, or if another process reads the position before it is saved.
 */
const handledMilliseconds = 100;
/** The same for a follower that has only skipped events. */
const passedMilliseconds = 1_000;
/** Longest delay of a retry that another process scheduled. */
const othersRetriesMilliseconds = 120_000;

/** Position of a follower in the event log. */
interface Position {
  _id: string;
  seq: number;
}

/** An event whose handler failed. */
interface Retry {
  _id: string;
  follower: string;
  seq: number;
  at: Date;
}

export interface FollowOptions {
  /**
   * Key of the document that an event is about, for a handler that reads the document: of several events with
   * the same key in a batch, only the last is handled. Null skips the event. By default each event is
   * handled.
   */
  subject?: (event: LoggedEvent) => string | null;
  /** Called before each batch, when all earlier events are stored. */
  before?: () => Promise<void>;
  /** Makes a new follower start at the first stored event. */
  fromFirst?: boolean;
  /** An event whose handler fails blocks the events after it; it is retried every second. */
  inOrder?: boolean;
}

export interface Followers {
  /**
   * Calls `handle` at least once for every event after the follower's position, in order. Events that a
   * killed process did not handle are handled after the next start, or by another process. The handler must
   * be idempotent; give whatever it creates an id from `consequenceId`. If it throws, it is called again with
   * the event after 30 s; later events are handled in the meantime. If the database is unavailable, all
   * events wait.
   *
   * A new follower starts after the newest event, or with `fromFirst` at the first one.
   *
   * @param name key of the stored position; never change it
   */
  followEvents(
    name: string,
    handle: (event: LoggedEvent) => Promise<void>,
    options?: FollowOptions,
  ): void;
  ensureIndexes(): Promise<void>;
  /** Returns the follower's position: the `seq` of its last event, or 0 before its first start. */
  seen(name: string): Promise<number>;
  /**
   * Handles all pending events of a follower in this process now, so that its position is at least `seq`. Do
   * not call it from a follower on which the named one waits.
   */
  reach(name: string, seq: number): Promise<void>;
  /** Handles all stored events and all due retries. */
  catchUp(): Promise<void>;
  /** Resolves when each follower has a stored position. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Follower {
  name: string;
  fromFirst: boolean;
  loop: Loop;
  run(): Promise<void>;
  /** Position known to this process. */
  seq: number;
  /** Stored position known to this process. */
  storedSeq: number;
  /** True if another process can have advanced the position; the next round reads it. */
  isStale: boolean;
}

/**
 * The followers of this process. Positions are stored in `followers`, failed events in `follower_retries`.
 */
export function createFollowers(services: {
  db: Db;
  events: EventLog;
  relay: Pick<Relay, 'onAppend'>;
  clock: Clock;
  log: Logger;
}): Followers {
  const { db, events, relay, clock, log } = services;
  const positions: Collection<Position> = db.collection('followers');
  const retries: Collection<Retry> = db.collection('follower_retries');
  const followers: Follower[] = [];
  let unsubscribe = () => {};
  /** Reads started in this iteration of the event loop, by position. */
  const reads = new Map<number, Promise<readonly LoggedEvent[]>>();

  /**
   * Reads a batch. Followers woken by the same append share one read. It is dropped before the next I/O
   * callback, because a read that is already running can miss an event that is appended then.
   */
  function readAfter(after: number): Promise<readonly LoggedEvent[]> {
    const shared = reads.get(after);
    if (shared) return shared;
    const read = events.list({ after, limit: batchSize });
    reads.set(after, read);
    setImmediate(() => reads.delete(after));
    return read;
  }

  function createFollower(
    name: string,
    handle: (event: LoggedEvent) => Promise<void>,
    { subject = (event) => event._id, before, fromFirst = false, inOrder = false }: FollowOptions,
  ): Follower {
    /** Time of the next retry by the app's clock. */
    let retryAt: Date | null = new Date(0);
    let checkedAt = 0;

    async function attempt(event: LoggedEvent): Promise<boolean> {
      try {
        await handle(event);
        return true;
      } catch (error) {
        if (inOrder || isUnavailable(error)) throw error;
        const { _id, type, seq } = event;
        log.error(
          { err: error, follower: name, event: _id, type },
          'event: handler failed, retrying later',
        );
        const at = new Date(clock.now().getTime() + retryMilliseconds);
        await retries.updateOne(
          { _id: `${name}/${_id}` },
          { $set: { follower: name, seq, at } },
          { upsert: true },
        );
        if (!retryAt || at < retryAt) retryAt = at;
        return false;
      }
    }

    /** @returns true if any event was handled */
    async function handleBatch(batch: readonly LoggedEvent[]): Promise<boolean> {
      await before?.();
      const last = new Map<string, LoggedEvent>();
      for (const event of batch) {
        const about = subject(event);
        if (about !== null) last.set(about, event);
      }
      for (const event of last.values()) await attempt(event);
      return last.size > 0;
    }

    /** Handles due retries. An event that fails again is rescheduled. */
    async function retryDue(): Promise<void> {
      const now = clock.now();
      const others = Date.now() - checkedAt > othersRetriesMilliseconds;
      if (!others && (!retryAt || retryAt > now)) return;
      checkedAt = Date.now();
      for (;;) {
        const due = await retries
          .find({ follower: name, at: { $lte: now } })
          .sort({ at: 1 })
          .limit(batchSize)
          .toArray();
        if (due.length > 0) await before?.();
        for (const { _id, seq } of due) {
          const event = await events.find(seq);
          if (!event || (await attempt(event))) await retries.deleteOne({ _id });
        }
        if (due.length < batchSize) break;
      }
      const next = await retries.find({ follower: name }).sort({ at: 1 }).limit(1).next();
      retryAt = next?.at ?? null;
    }

    async function round(): Promise<number> {
      if (follower.isStale) {
        follower.isStale = false;
        const stored = await seen(name).catch((error) => {
          follower.isStale = true;
          throw error;
        });
        follower.seq = Math.max(follower.seq, stored);
        follower.storedSeq = Math.max(follower.storedSeq, stored);
      }
      for (;;) {
        const batch = await readAfter(follower.seq);
        const last = batch.at(-1);
        if (!last) break;
        const handled = await handleBatch(batch);
        follower.seq = last.seq;
        (handled ? handledPositions : passedPositions).wake();
        if (batch.length < batchSize) break;
      }
      await retryDue();
      return retryAt === null
        ? othersRetriesMilliseconds
        : Math.max(retryAt.getTime() - clock.now().getTime(), idleMilliseconds);
    }

    const loop = createLoop({ name: `follower ${name}`, round, batchMilliseconds, log });
    const { run } = loop;
    const follower: Follower = {
      name,
      fromFirst,
      loop,
      run,
      seq: -1,
      isStale: true,
      storedSeq: -1,
    };
    return follower;
  }

  async function storePositions(): Promise<void> {
    const moved = followers.filter(({ seq, storedSeq }) => seq > storedSeq);
    if (moved.length === 0) return;
    const reached = moved.map((follower) => ({ follower, seq: follower.seq }));
    await positions.bulkWrite(
      reached.map(({ follower: { name }, seq }) => ({
        updateOne: { filter: { _id: name }, update: { $max: { seq } }, upsert: true },
      })),
      { ordered: false },
    );
    for (const { follower, seq } of reached) {
      follower.storedSeq = Math.max(follower.storedSeq, seq);
    }
  }

  /** Stores the positions of all advanced followers in one write. */
  const storingPositions = (name: string, batchMilliseconds: number): Loop =>
    createLoop({
      name,
      batchMilliseconds,
      log,
      async round() {
        await storePositions();
        return othersRetriesMilliseconds;
      },
    });
  const handledPositions = storingPositions('followers: handled events', handledMilliseconds);
  const passedPositions = storingPositions('followers: passed events', passedMilliseconds);

  const seen = async (name: string): Promise<number> =>
    (await positions.findOne({ _id: name }))?.seq ?? 0;

  /** Sequence number of the last event that this process appended. */
  let appendedSeq = 0;
  const wakeAll = (batch: readonly LoggedEvent[] | null) => {
    // Another process appended the events in between and can have handled them.
    const isStale = batch?.[0]?.seq !== appendedSeq + 1;
    appendedSeq = batch?.at(-1)?.seq ?? 0;
    for (const follower of followers) {
      if (isStale) follower.isStale = true;
      follower.loop.wake();
    }
  };

  /** Polls the log once for all followers. Events appended by this process wake them without polling. */
  const watch = createLoop({
    name: 'followers',
    batchMilliseconds: 0,
    log,
    async round() {
      const last = await events.lastSeq();
      for (const follower of followers) {
        if (follower.seq >= last) continue;
        // Another process appended the event and can have handled it.
        follower.isStale = true;
        follower.loop.wake();
      }
      return idleMilliseconds;
    },
  });

  return {
    followEvents(name, handle, options = {}) {
      followers.push(createFollower(name, handle, options));
    },

    async ensureIndexes() {
      await retries.createIndex({ follower: 1, at: 1 });
    },

    seen,

    async reach(name, seq) {
      const follower = followers.find((one) => one.name === name);
      if (!follower || follower.seq >= seq) return;
      // A read that is running can miss the event.
      reads.clear();
      await follower.run();
    },

    async catchUp() {
      // Another process can have handled events that this one has not seen.
      for (const follower of followers) follower.isStale = true;
      // A read that is running can miss events stored before this call.
      reads.clear();
      await Promise.all(followers.map(({ run }) => run()));
      await storePositions();
    },

    async start() {
      const newest = await events.lastSeq();
      await positions.bulkWrite(
        followers.map(({ name, fromFirst }) => ({
          updateOne: {
            filter: { _id: name },
            update: { $setOnInsert: { seq: fromFirst ? 0 : newest } },
            upsert: true,
          },
        })),
      );
      unsubscribe = relay.onAppend(wakeAll);
      for (const { loop } of followers) loop.start();
      handledPositions.start();
      passedPositions.start();
      watch.start();
    },

    async stop() {
      unsubscribe();
      await Promise.all(
        [watch, handledPositions, passedPositions, ...followers.map(({ loop }) => loop)].map(
          (loop) => loop.stop(),
        ),
      );
      await storePositions().catch(() => {});
    },
  };
}
