import type { Logger } from 'pino';
import type { EventLog, LoggedEvent } from './event-log.js';
import { createLoop } from './loop.js';
import type { Relay } from './relay.js';

/** Interval of the queries for events that another process appended. */
const pollMilliseconds = 225;
/** Interval of the wakes for changes without an event and for due work. */
const revisitMilliseconds = 2_000;
const settleMilliseconds = 5_000;
/** Longest time without a wake: a woken stream ends if its key was revoked. */
const silentMilliseconds = 4_000;
const batchSize = 200;

/** Conditions that wake a listener. */
export interface Interest {
  wants: (event: LoggedEvent) => boolean;
  /** True to wake the listener every 2 s as well. */
  revisits?: boolean;
}

export type EventFeed = ReturnType<typeof createEventFeed>;

/**
 * Wakes the listeners of this process when events they want are appended. One reader serves all of them, and
 * reads only while someone listens.
 *
 * @param settleDue settles due work, so that its events are emitted
 * @param isStopping returns true once all listeners should end
 */
export function createEventFeed(options: {
  events: EventLog;
  relay: Pick<Relay, 'onAppend'>;
  settleDue: () => Promise<unknown>;
  isStopping: () => boolean;
  log: Logger;
}) {
  const { events, relay, settleDue, isStopping, log } = options;
  const listeners = new Map<Interest, () => void>();
  let unsubscribe = () => {};
  /** Number of the newest event read; null before the first round. */
  let lastSeq: number | null = null;
  let revisitedAt = 0;
  let settledAt = 0;
  let wokenAt = 0;

  function wakeIf(matches: (interest: Interest) => boolean): void {
    for (const [interest, wake] of listeners) if (matches(interest)) wake();
  }

  const loop = createLoop({
    name: 'event feed',
    batchMilliseconds: 0,
    log,
    async round() {
      const now = performance.now();
      if (now - settledAt >= settleMilliseconds) {
        settledAt = now;
        await settleDue();
      }
      lastSeq ??= await events.lastSeq();
      const appended = await events.list({ after: lastSeq, limit: batchSize });
      lastSeq = appended.at(-1)?.seq ?? lastSeq;
      if (appended.length > 0) wakeIf(({ wants }) => appended.some(wants));
      if (isStopping() || now - wokenAt >= silentMilliseconds) {
        wokenAt = now;
        wakeIf(() => true);
      } else if (now - revisitedAt >= revisitMilliseconds) {
        revisitedAt = now;
        wakeIf(({ revisits }) => revisits === true);
      }
      return appended.length === batchSize ? 0 : pollMilliseconds;
    },
  });

  return {
    /** Wakes all listeners for the last time. */
    async stop(): Promise<void> {
      await loop.stop();
      wakeIf(() => true);
    },

    /** @returns a function that ends listening */
    listen(interest: Interest, wake: () => void): () => void {
      if (listeners.size === 0) {
        lastSeq = null;
        wokenAt = performance.now();
        unsubscribe = relay.onAppend(loop.wake);
        loop.start();
      }
      listeners.set(interest, wake);
      return () => {
        if (!listeners.delete(interest) || listeners.size > 0) return;
        unsubscribe();
        void loop.stop();
      };
    },
  };
}
