import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.js';
import type { RateLimitStore } from './rate-limit.store.js';

/** How often something may be done in a window of time. */
export interface RatePolicy {
  /** Name in the RateLimit fields. */
  name: string;
  /** What is counted, and of whom. */
  counts: string;
  quota: number;
  windowSeconds: number;
}

export const ratePolicies = {
  reads: { name: 'reads', counts: 'Reads with an API key.', quota: 600, windowSeconds: 60 },
  writes: { name: 'writes', counts: 'Writes with an API key.', quota: 120, windowSeconds: 60 },
  address: {
    name: 'address',
    counts: 'Requests from an address without a valid credential.',
    quota: 120,
    windowSeconds: 60,
  },
  token: {
    name: 'token',
    counts: 'Requests with a task, capture or access token.',
    quota: 120,
    windowSeconds: 60,
  },
  creates: {
    name: 'creates',
    counts: 'Site checks requested from an address.',
    quota: 10,
    windowSeconds: 3600,
  },
  misses: {
    name: 'misses',
    counts: 'Wrong tokens from an address.',
    quota: 20,
    windowSeconds: 600,
  },
} as const satisfies Record<string, RatePolicy>;

/** Where a bucket stands. */
export interface RateState {
  policy: RatePolicy;
  remaining: number;
  /** Seconds until the window ends, rounded up. */
  resetSeconds: number;
}

interface Bucket {
  /** Counted by all processes, as far as this one knows. */
  shared: number;
  /** Counted here and not sent to the store yet. */
  pending: number;
  touched: boolean;
  endsAt: number;
}

const syncMilliseconds = 1_000;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Counts in fixed windows, in memory; every second the counts are added up with those of the other
 * processes in the database. When the database is away, each process goes on counting alone.
 */
export function createRateLimiter(options: { store: RateLimitStore; clock: Clock; log: Logger }) {
  const { store, clock, log } = options;
  const buckets = new Map<string, Bucket>();
  let timer: NodeJS.Timeout | undefined;
  let syncing: Promise<void> | null = null;

  function bucketOf(policy: RatePolicy, key: string): Bucket {
    const now = clock.now().getTime();
    const length = policy.windowSeconds * 1000;
    const startsAt = now - (now % length);
    const id = `${policy.name}:${key}:${startsAt}`;
    let bucket = buckets.get(id);
    if (!bucket) {
      bucket = { shared: 0, pending: 0, touched: false, endsAt: startsAt + length };
      buckets.set(id, bucket);
    }
    return bucket;
  }

  function stateOf(policy: RatePolicy, bucket: Bucket): RateState {
    const left = bucket.endsAt - clock.now().getTime();
    return {
      policy,
      remaining: Math.max(0, policy.quota - bucket.shared - bucket.pending),
      resetSeconds: Math.max(1, Math.ceil(left / 1000)),
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
    /** Where a bucket stands, uncounted. */
    peek: (policy: RatePolicy, key: string): RateState => stateOf(policy, bucketOf(policy, key)),

    /** Counts, whether or not anything remains; a negative count takes back. */
    count(policy: RatePolicy, key: string, count: number): RateState {
      const bucket = bucketOf(policy, key);
      bucket.pending += count;
      bucket.touched = true;
      return stateOf(policy, bucket);
    },

    /** Adds up with the other processes now. */
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
