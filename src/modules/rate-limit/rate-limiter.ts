import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.js';
import type { RatePolicy } from '../../limits.js';
import type { RateLimitStore } from './rate-limit.store.js';

/** State of a bucket. */
export interface RateState {
  policy: RatePolicy;
  remaining: number;
  /** Seconds until the window ends, rounded up. */
  resetSeconds: number;
  /** When the window ends, in milliseconds since 1970. */
  endsAt: number;
}

interface Bucket {
  id: string;
  /** Count of all processes, as last read. */
  shared: number;
  /** Count of this process that is not sent to the database yet. */
  pending: number;
  touched: boolean;
  endsAt: number;
}

const syncMilliseconds = 1_000;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Counts in fixed windows, in memory; every second, the counts are synchronised with those of the other processes in
 * the database. If the database is unavailable, each process continues with its own counts.
 */
export function createRateLimiter(options: { store: RateLimitStore; clock: Clock; log: Logger }) {
  const { store, clock, log } = options;
  const buckets = new Map<string, Bucket>();
  let timer: NodeJS.Timeout | undefined;
  let syncing: Promise<void> | null = null;

  /** Returns the current bucket; a new one is not stored here, because clients can make up any number of keys. */
  function bucketOf(policy: RatePolicy, key: string): Bucket {
    const now = clock.now().getTime();
    const length = policy.windowSeconds * 1000;
    const startsAt = now - (now % length);
    const id = `${policy.name}:${key}:${startsAt}`;
    const fresh = { id, shared: 0, pending: 0, touched: false, endsAt: startsAt + length };
    return buckets.get(id) ?? fresh;
  }

  function add(policy: RatePolicy, bucket: Bucket, count: number): RateState {
    buckets.set(bucket.id, bucket);
    bucket.pending += count;
    bucket.touched = true;
    return stateOf(policy, bucket);
  }

  function stateOf(policy: RatePolicy, bucket: Bucket): RateState {
    const { endsAt } = bucket;
    const left = endsAt - clock.now().getTime();
    return {
      policy,
      remaining: Math.max(0, policy.quota - bucket.shared - bucket.pending),
      resetSeconds: Math.max(1, Math.ceil(left / 1000)),
      endsAt,
    };
  }

  async function exchange(): Promise<void> {
    const now = clock.now().getTime();
    const sent: { id: string; bucket: Bucket; count: number; expiresAt: Date }[] = [];
    for (const [id, bucket] of buckets) {
      if (bucket.endsAt <= now) buckets.delete(id);
      else if (bucket.touched) {
        const expiresAt = new Date(bucket.endsAt);
        sent.push({ id, bucket, count: bucket.pending, expiresAt });
        bucket.touched = false;
      }
    }
    if (sent.length === 0) return;
    try {
      const totals = await store.add(sent);
      for (const { id, bucket, count } of sent) {
        bucket.pending -= count;
        bucket.shared = totals.get(id) ?? bucket.shared + count;
      }
    } catch (error) {
      for (const { bucket } of sent) bucket.touched = true;
      log.debug({ err: error }, 'rate limits: database unavailable, counting in this process only');
    }
  }

  const sync = (): Promise<void> => {
    syncing ??= exchange().finally(() => {
      syncing = null;
    });
    return syncing;
  };

  return {
    /** Returns the state of a bucket without counting. */
    peek: (policy: RatePolicy, key: string): RateState => stateOf(policy, bucketOf(policy, key)),

    /** Counts, even if nothing remains. */
    count: (policy: RatePolicy, key: string, count: number): RateState =>
      add(policy, bucketOf(policy, key), count),

    /** Undoes a count in the window that ends at `endsAt`. Does nothing after that window is over. */
    refund(policy: RatePolicy, key: string, count: number, endsAt: number): RateState {
      const bucket = bucketOf(policy, key);
      return bucket.endsAt === endsAt ? add(policy, bucket, -count) : stateOf(policy, bucket);
    },

    /** Synchronises with the other processes now. */
    sync,

    start(): void {
      timer = setInterval(sync, syncMilliseconds);
      timer.unref();
    },

    async stop(): Promise<void> {
      clearInterval(timer);
      await syncing;
    },
  };
}
