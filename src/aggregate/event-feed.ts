import type { Logger } from 'pino';
import type { EventLog, LoggedEvent } from './event-log.js';
import { createLoop } from './loop.js';
import { createRecentEvents } from './recent-events.js';
import type { Relay } from './relay.js';

/** How late an event is seen here that another process has appended. */
const pollMilliseconds = 225;
/** How late something is seen that no event tells: a change without one, or what has fallen due. */
const revisitMilliseconds = 2_000;
const settleMilliseconds = 5_000;
/** How long a listener is left alone: its credentials are checked again when it is woken, within 5 s. */
const silentMilliseconds = 4_000;
const batchSize = 200;

/** What somebody listens for. */
export interface Interest {
  wants: (event: LoggedEvent) => boolean;
  /** Whether it is to look again every 2 s besides, with all others that do. */
  revisits?: boolean;
}

export type EventFeed = ReturnType<typeof createEventFeed>;

/**
 * What is appended to the events, for whoever listens in this process: one reader for all, which asks the
 * store only while somebody listens. A listener is woken by what it wants, and every 4 s.
 *
 * @param settleDue settles what is due, so that it is told
 * @param isStopping whether all listeners are to be woken to end
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
  const recent = createRecentEvents(events);
  let unsubscribe = () => {};
  let revisitedAt = 0;
  let settledAt = 0;
  let wokenAt = 0;

  function takeBatch(batch: readonly LoggedEvent[] | null): void {
    const next = (recent.lastSeq() ?? Number.NaN) + 1;
    recent.add(batch);
    // Between what is known and these there may be what another process has appended.
    const all = batch === null || batch[0]?.seq !== next;
    for (const [interest, wake] of listeners) if (all || batch.some(interest.wants)) wake();
  }

  function wakeSome(which: (interest: Interest) => boolean): void {
    for (const [interest, wake] of listeners) if (which(interest)) wake();
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
      const last = recent.lastSeq() ?? (await events.lastSeq());
      const found = await events.list({ after: last, limit: batchSize });
      // Meanwhile the relay may have told of them.
      const missed = found.filter(({ seq }) => seq > (recent.lastSeq() ?? last));
      if (recent.lastSeq() === null) recent.startAt(last);
      if (missed.length > 0) takeBatch(missed);
      if (isStopping() || now - wokenAt >= silentMilliseconds) {
        wokenAt = now;
        wakeSome(() => true);
      } else if (now - revisitedAt >= revisitMilliseconds) {
        revisitedAt = now;
        wakeSome(({ revisits }) => revisits === true);
      }
      return missed.length === batchSize ? 0 : pollMilliseconds;
    },
  });

  return {
    /** Events behind `seq`, in order; null where they have to be read. */
    since: recent.since,

    /** Wakes all listeners for the last time. */
    async stop(): Promise<void> {
      await loop.stop();
      wakeSome(() => true);
    },

    /** @returns what ends it */
    listen(interest: Interest, wake: () => void): () => void {
      if (listeners.size === 0) {
        recent.add(null);
        wokenAt = performance.now();
        unsubscribe = relay.onAppend(takeBatch);
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
