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

/** Maximum number of concurrent posts to one endpoint. */
const postsMax = 10;
const batchSize = 100;
/** Renewed while the endpoint is processed; after a crash, another process takes over when it expires. */
const leaseMilliseconds = 10 * second;
const renewMilliseconds = 3 * second;
/** Poll interval of an endpoint in progress, for deliveries created by another process. */
const lookMilliseconds = 250;
/** Poll interval of all endpoints, for retries and for deliveries left by a killed process. */
const sweepMilliseconds = 5 * second;
const idleMilliseconds = 30 * second;
export const failingMilliseconds = 72 * hour;
/** Time for running posts to finish when the process stops. */
const stopMilliseconds = 5 * second;

/** An endpoint that this process is working on. */
interface Run {
  done: Promise<void>;
  /** True if something could have become due. */
  woken: boolean;
  notify: () => void;
}

const leaseName = (endpointId: string) => `webhook/${endpointId}`;
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => void setTimeout(resolve, milliseconds).unref());

/** Result of an attempt; `given_up`: it failed and was the last. */
export type AttemptOutcome = 'delivered' | 'failed' | 'given_up';

/**
 * Posts due deliveries. Each endpoint is processed separately, by the process that holds its lease: the deliveries of
 * an object sequentially, up to 10 objects concurrently. The lease is released when nothing is due, so that any process
 * can continue. Later deliveries are found by the sweep, or by a timer if they are due soon.
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
  /** Timers of endpoints with deliveries that are due soon. */
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
      // In the meantime, the receiver could have accepted another post, or its URL could have changed.
      const isCurrent = isOpen && found.url === endpoint.url && (gone || isFailing(found));
      if (!isCurrent) return null;
      return new EndpointChange(found, now).disable(gone ? 'gone' : 'failing');
    });
  }

  /** @returns whether the line continues */
  async function attempt(endpoint: WebhookEndpoint, head: Delivery): Promise<boolean> {
    const result = await posts.post(endpoint, head);
    // The end of the process aborted it: it is posted again.
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

  /**
   * Posts the due deliveries of an object in order. @param isOver returns whether another process could have taken over
   */
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

  /** Processes an endpoint whose lease this process holds until nothing is due. */
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
        // Other objects can follow the many deliveries of one.
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

  /** Schedules a check of an endpoint, unless an earlier one is scheduled. */
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
      // The holder finds deliveries created here, unless it is just releasing the lease.
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

  /** Starts processing an endpoint. @returns when nothing is due, as far as this process is responsible for it */
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
      // Endpoints in progress find their due deliveries themselves; there can be many.
      const others = ids.filter((id) => !runs.has(id));
      for (const id of runs.keys()) void wake(id);
      for (const id of await deliveries.dueEndpoints(others, clock.now())) void wake(id);
      return sweepMilliseconds;
    },
  });

  return {
    wake,

    /** Posts all due deliveries; resolves when each post has ended. */
    async deliverDue(): Promise<void> {
      await sweep.run();
      await Promise.all([...runs.values()].map(({ done }) => done));
    },

    /** Called when an endpoint was created or enabled: the sweep could be idle. */
    look: sweep.wake,
    start: sweep.start,

    /** Waits 5 s for running posts, then aborts them. */
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
