import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { isUnavailable } from '../lib/mongo.js';
import type { EventLog, LoggedEvent } from './event-log.js';
import { createLoop, type Loop } from './loop.js';
import { createRecentEvents } from './recent-events.js';
import type { Relay } from './relay.js';

const batchSize = 200;
const batchMilliseconds = 20;
const retryMilliseconds = 30_000;
/** How late an event is handled that another process appended and did not handle. */
const idleMilliseconds = 5_000;
/**
 * How late it is stored that a follower has handled events. What is not stored is handled again after a kill, and
 * by another process that looks at that moment.
 */
const handledMilliseconds = 100;
/** How late it is stored that a follower has passed events with which it had nothing to do. */
const passedMilliseconds = 1_000;
/** How late a retry is made that another process has left. */
const othersRetriesMilliseconds = 120_000;

/** How far a follower has come. */
interface Position {
  _id: string;
  seq: number;
}

/** An event that could not be handled yet. */
interface Retry {
  _id: string;
  follower: string;
  seq: number;
  at: Date;
}

export interface FollowOptions {
  /**
   * What an event is about, for a handler that reads what is stored: of several events about the same in
   * one batch only the last is handled; null: nothing to do. Left out: each event is handled.
   */
  subject?: (event: LoggedEvent) => string | null;
  /** Called before the events of a batch are looked at, with everything stored that came before them. */
  before?: () => Promise<void>;
  /** Begins at the first event there is, where the follower has never run. */
  fromFirst?: boolean;
  /** An event that cannot be handled holds up those behind it; it is tried again each second. */
  inOrder?: boolean;
}

export interface Followers {
  /**
   * Calls `handle` for every event behind the last one that the follower has seen, in order, at least
   * once: what a killed process has left is handled by the next start, or by another process. The
   * handler is idempotent; what it makes has an id of `consequenceId`. It throws to be called again
   * with the event in 30 s; the events behind are handled meanwhile. Where the store cannot be reached,
   * everything waits.
   *
   * A follower that has never run begins behind the newest event of its first start, or where it says so at
   * the first event.
   *
   * @param name kept in the store, so never changed
   */
  followEvents(
    name: string,
    handle: (event: LoggedEvent) => Promise<void>,
    options?: FollowOptions,
  ): void;
  ensureIndexes(): Promise<void>;
  /** `seq` of the last event that a follower has seen; 0 where it never ran. */
  seen(name: string): Promise<number>;
  /**
   * Handles here and now what a follower has not seen up to the event `seq`, for work that has to come
   * after it. Never called by a follower that the named one waits for.
   */
  reach(name: string, seq: number): Promise<void>;
  /** Handles everything that is stored now, and the retries that are due. */
  catchUp(): Promise<void>;
  /** Resolves when each follower has a place to begin at. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Follower {
  name: string;
  fromFirst: boolean;
  loop: Loop;
  run(): Promise<void>;
  /** What it has seen, as far as this process knows. */
  seq: number;
  /** `seq` as it is stored, as far as this process stored it. */
  storedSeq: number;
  /** Whether it may have seen more, in another process: its next round reads how far it has come. */
  isStale: boolean;
}

/** The followers of this process; what they have seen lies in `followers`, what failed in `follower_retries`. */
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
  const recent = createRecentEvents(events);
  let unsubscribe = () => {};

  function createFollower(
    name: string,
    handle: (event: LoggedEvent) => Promise<void>,
    { subject = (event) => event._id, before, fromFirst = false, inOrder = false }: FollowOptions,
  ): Follower {
    /** When the next retry of this process is due, by the app's clock. */
    let retryAt: Date | null = new Date(0);
    let looked = 0;

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

    /** @returns whether there was anything to do */
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

    /** Handles what failed before and is due; one that fails again waits for its next turn. */
    async function retryDue(): Promise<void> {
      const now = clock.now();
      const others = Date.now() - looked > othersRetriesMilliseconds;
      if (!others && (!retryAt || retryAt > now)) return;
      looked = Date.now();
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
        const batch = await recent.behind(follower.seq, batchSize);
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

  /** One write for all followers that have moved. */
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

  const wakeAll = (batch: readonly LoggedEvent[] | null) => {
    recent.add(batch);
    for (const { loop } of followers) loop.wake();
  };

  /** One query for all followers: what this process appends wakes them without it. */
  const watch = createLoop({
    name: 'followers',
    batchMilliseconds: 0,
    log,
    async round() {
      const last = await events.lastSeq();
      for (const follower of followers) {
        if (follower.seq >= last) continue;
        // Another process has appended it, and may have handled it.
        recent.add(null);
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
      // Another process may have appended what no batch of this one has.
      recent.add(null);
      await follower.run();
    },

    async catchUp() {
      // Another process may have appended what no batch of this one has, and may have handled it.
      recent.add(null);
      for (const follower of followers) follower.isStale = true;
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
