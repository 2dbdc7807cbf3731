import type { Logger } from 'pino';
import type { EventLog } from '../../aggregate/event-log.js';
import { createLoop } from '../../aggregate/loop.js';
import type { Clock } from '../../lib/clock.js';
import { newId } from '../../lib/ids.js';
import { hour, second } from '../../lib/units.js';
import { type Delivery, nextTry, withAttempt } from './delivery.js';
import type { DeliveryStore } from './delivery.store.js';
import type { WebhookEndpoint } from './endpoint.js';
import type { EndpointStore } from './endpoint.store.js';
import { EndpointChange } from './endpoint-change.js';
import type { DeliveryPost, PostResult } from './post-delivery.js';

/** Posts to one endpoint at a time. */
const postsMax = 10;
const batchSize = 100;
/** Renewed while an endpoint is worked; after a kill another process takes it over when it has run out. */
const leaseMilliseconds = 10 * second;
const renewMilliseconds = 3 * second;
/** How often an endpoint in work is looked at for what another process has made. */
const lookMilliseconds = 250;
/** How often all endpoints are: for retries, and for what a killed process has left. */
const sweepMilliseconds = 5 * second;
const idleMilliseconds = 30 * second;
export const failingMilliseconds = 72 * hour;
/** How long the posts under way may take when the process stops. */
const stopMilliseconds = 5 * second;

/** One endpoint as this process works it. */
interface Run {
  done: Promise<void>;
  /** Something may have become due. */
  woken: boolean;
  notify: () => void;
}

const leaseName = (endpointId: string) => `webhook/${endpointId}`;
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => void setTimeout(resolve, milliseconds).unref());

/** What came of an attempt; `given_up`: it was the last. */
export type AttemptOutcome = 'delivered' | 'failed' | 'given_up';

/**
 * Posts what is due. Each endpoint is worked on its own, by the process that holds its lease: of each object
 * one delivery after the other, 10 objects at once. The lease is let go when nothing is due, so that any process
 * may go on. What is planned for later is found by the sweep, or by a timer where it is soon.
 */
export function createWebhookSender(options: {
  endpoints: EndpointStore;
  deliveries: DeliveryStore;
  leases: Pick<EventLog, 'takeLease' | 'dropLease'>;
  posts: DeliveryPost;
  clock: Clock;
  log: Logger;
  /** Called after each attempt. */
  count?: ((outcome: AttemptOutcome) => void) | undefined;
}) {
  const { endpoints, deliveries, leases, posts, clock, log, count = () => {} } = options;
  const holder = newId();
  const runs = new Map<string, Run>();
  /** When each endpoint is looked at again, where that is soon. */
  const timers = new Map<string, { timer: NodeJS.Timeout; at: number }>();
  let stopping = false;

  async function noteFailure(endpoint: WebhookEndpoint, { attempt }: PostResult): Promise<void> {
    const now = clock.now();
    const isFailing = ({ failingSince }: WebhookEndpoint) =>
      failingSince !== null && now.getTime() - failingSince.getTime() >= failingMilliseconds;
    const gone = attempt.statusCode === 410;
    if (!gone && !isFailing(endpoint)) return endpoints.noteFailure(endpoint, now);
    await endpoints.change(endpoint._id, (found) => {
      const isOpen = found.status === 'enabled' || found.status === 'paused';
      // The receiver may have taken another post, or have moved, while this one was under way.
      const isCurrent = isOpen && found.url === endpoint.url && (gone || isFailing(found));
      if (!isCurrent) return null;
      return new EndpointChange(found, now).disable(gone ? 'gone' : 'failing');
    });
  }

  /** @returns whether the line goes on */
  async function attempt(endpoint: WebhookEndpoint, head: Delivery): Promise<boolean> {
    const result = await posts.post(endpoint, head);
    // Cut off by the end of the process: it is posted again.
    if (stopping && !result.delivered && result.attempt.statusCode === null) return false;
    const { _id, objectKey } = head;
    const attempts = withAttempt(head, result.attempt);
    const now = clock.now();
    const over = result.delivered || result.lost;
    const dueAt = over ? null : nextTry(head.tries + 1, now, result.notBefore);
    count(result.delivered ? 'delivered' : dueAt ? 'failed' : 'given_up');
    if (dueAt) {
      await deliveries.record(head, { attempts, dueAt });
      await deliveries.postpone(endpoint._id, objectKey, dueAt);
    } else {
      await deliveries.record(head, {
        attempts,
        status: result.delivered ? 'delivered' : 'failed',
      });
    }
    if (result.delivered) await endpoints.noteSuccess(endpoint, now);
    else {
      const { statusCode, error } = result.attempt;
      log.info({ delivery: _id, statusCode, error, tries: head.tries + 1 }, 'webhook: not taken');
      if (!result.lost) await noteFailure(endpoint, result);
    }
    return dueAt === null;
  }

  /** Posts what is due of one object, in order. @param isOver whether another process may do so by now */
  async function workLine(
    endpointId: string,
    objectKey: string,
    isOver: () => boolean,
  ): Promise<void> {
    for (;;) {
      const [head, endpoint] = await Promise.all([
        deliveries.head(endpointId, objectKey),
        endpoints.peek(endpointId),
      ]);
      if (!head || stopping || isOver() || endpoint?.status !== 'enabled') return;
      if (head.dueAt && head.dueAt > clock.now()) {
        await deliveries.postpone(endpointId, objectKey, head.dueAt);
        return;
      }
      if (!(await attempt(endpoint, head))) return;
    }
  }

  async function holdLease(endpointId: string): Promise<boolean> {
    const now = Date.now();
    const until = new Date(now + leaseMilliseconds);
    return (await leases.takeLease(leaseName(endpointId), holder, new Date(now), until)) !== null;
  }

  /** Works an endpoint whose lease is held here until nothing is due. */
  async function workLines(endpointId: string, run: Run): Promise<void> {
    const lines = new Map<string, Promise<void>>();
    let failure: { error: unknown } | null = null;
    let renewedAt = Date.now();
    const start = (objectKey: string) => {
      const line = workLine(endpointId, objectKey, () => failure !== null)
        .catch((error) => {
          failure = { error };
        })
        .finally(() => {
          lines.delete(objectKey);
          run.woken = true;
          run.notify();
        });
      lines.set(objectKey, line);
    };
    for (;;) {
      run.woken = false;
      const open =
        !failure && !stopping && (await endpoints.peek(endpointId))?.status === 'enabled';
      if (open && lines.size < postsMax) {
        const without = [...lines.keys()];
        const due = await deliveries.due({
          endpointId,
          now: clock.now(),
          without,
          limit: batchSize,
        });
        for (const key of new Set(due.map(({ objectKey }) => objectKey))) {
          if (lines.size < postsMax) start(key);
        }
        // Behind the many of one object there may be others.
        if (due.length === batchSize && lines.size < postsMax) continue;
      }
      if (lines.size === 0 && (!run.woken || !open)) break;
      if (Date.now() - renewedAt >= renewMilliseconds) {
        renewedAt = Date.now();
        if (!(await holdLease(endpointId))) failure ??= { error: new Error('lease lost') };
      }
      const notified = new Promise<void>((resolve) => {
        run.notify = resolve;
      });
      if (!run.woken) await Promise.race([notified, pause(lookMilliseconds)]);
    }
    if (failure) throw (failure as { error: unknown }).error;
  }

  /** Has an endpoint looked at once after a time, or sooner where that is planned already. */
  function wakeIn(endpointId: string, milliseconds: number): void {
    if (stopping) return;
    const at = Date.now() + milliseconds;
    const planned = timers.get(endpointId);
    if (planned && planned.at <= at) return;
    clearTimeout(planned?.timer);
    const timer = setTimeout(() => {
      timers.delete(endpointId);
      void wake(endpointId);
    }, milliseconds);
    timer.unref();
    timers.set(endpointId, { timer, at });
  }

  async function work(endpointId: string, run: Run): Promise<void> {
    if (!(await holdLease(endpointId))) {
      // Its holder finds what was made here, unless it is just letting go.
      const next = await deliveries.nextDue(endpointId);
      if (next && next <= clock.now()) wakeIn(endpointId, lookMilliseconds);
      return;
    }
    try {
      await workLines(endpointId, run);
    } finally {
      await leases.dropLease(leaseName(endpointId), holder);
    }
    const next = await deliveries.nextDue(endpointId);
    const left = (next?.getTime() ?? Number.POSITIVE_INFINITY) - clock.now().getTime();
    if (left < sweepMilliseconds) wakeIn(endpointId, Math.max(left, lookMilliseconds));
  }

  /** Has an endpoint worked here, soon. @returns when nothing is due there, as far as this process sees to it */
  function wake(endpointId: string): Promise<void> {
    const known = runs.get(endpointId);
    if (known) {
      known.woken = true;
      known.notify();
      return known.done;
    }
    const run: Run = { done: Promise.resolve(), woken: false, notify: () => {} };
    runs.set(endpointId, run);
    run.done = work(endpointId, run).then(
      async () => {
        runs.delete(endpointId);
        if (run.woken && !stopping) await wake(endpointId);
      },
      (error) => {
        runs.delete(endpointId);
        log.warn({ err: error, endpoint: endpointId }, 'webhook: failed, retrying');
        if (run.woken) wakeIn(endpointId, lookMilliseconds);
      },
    );
    return run.done;
  }

  const sweep = createLoop({
    name: 'webhooks',
    batchMilliseconds: 0,
    log,
    async round() {
      const ids = await endpoints.enabledIds();
      if (ids.length === 0) return idleMilliseconds;
      // What is worked here finds by itself what is due, which may be many.
      const others = ids.filter((id) => !runs.has(id));
      for (const id of runs.keys()) void wake(id);
      for (const id of await deliveries.dueEndpoints(others, clock.now())) void wake(id);
      return sweepMilliseconds;
    },
  });

  return {
    wake,

    /** Posts everything that is due; resolves when each post has ended. */
    async deliverDue(): Promise<void> {
      await sweep.run();
      await Promise.all([...runs.values()].map(({ done }) => done));
    },

    /** An endpoint was made or enabled: the sweep may have been idle. */
    look: sweep.wake,
    start: sweep.start,

    /** Lets the posts under way end for 5 s, then cuts them off. */
    async stop(): Promise<void> {
      stopping = true;
      await sweep.stop();
      for (const { timer } of timers.values()) clearTimeout(timer);
      for (const { notify } of runs.values()) notify();
      const ended = Promise.all([...runs.values()].map(({ done }) => done));
      await Promise.race([ended, pause(stopMilliseconds)]);
      await posts.close();
      await ended;
    },
  };
}
