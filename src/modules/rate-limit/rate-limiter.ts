import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.js';
import { day, hour, minute, second } from '../../lib/units.js';
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

const policy = (
  name: string,
  counts: string,
  quota: number,
  windowMilliseconds: number,
): RatePolicy => ({ name, counts, quota, windowSeconds: windowMilliseconds / second });

export const ratePolicies = {
  reads: policy('reads', 'Reads with an API key.', 600, minute),
  writes: policy('writes', 'Writes with an API key.', 120, minute),
  customerReads: policy('customer_reads', 'Reads with a session.', 300, minute),
  customerWrites: policy('customer_writes', 'Writes with a session.', 60, minute),
  address: policy('address', 'Requests from an address without a valid credential.', 120, minute),
  pages: policy('pages', 'Pages and files requested from an address.', 1200, minute),
  token: policy('token', 'Requests with a task, capture, offer or access token.', 120, minute),
  creates: policy('creates', 'Site checks requested from an address.', 10, hour),
  customerRequests: policy('customer_requests', 'Requests created by a customer.', 30, hour),
  misses: policy('misses', 'Wrong tokens and passwords from an address.', 20, 10 * minute),
  logins: policy(
    'logins',
    'Wrong passwords for an email from an address, from a browser that has signed in before, or in a session.',
    10,
    15 * minute,
  ),
  loginsOfEmail: policy(
    'logins_of_email',
    'Wrong passwords for an email from browsers that have not signed in before; beyond it `logins_slowed` applies.',
    100,
    15 * minute,
  ),
  loginsSlowed: policy(
    'logins_slowed',
    'Wrong passwords for an email from an address, beyond `logins_of_email`.',
    2,
    15 * minute,
  ),
  registrations: policy(
    'registrations',
    'Registrations from an address, successful or not.',
    10,
    hour,
  ),
  inviteMails: policy('invite_mails', 'Invite mails of a customer.', 20, day),
  confirmations: policy('confirmations', 'Confirmation mails to an email.', 5, hour),
  resets: policy('resets', 'Password resets requested for an email from an address.', 5, hour),
  resetMails: policy(
    'reset_mails',
    'Password reset mails to an email; beyond it requests are accepted and send nothing.',
    10,
    hour,
  ),
} as const satisfies Record<string, RatePolicy>;

/** Where a bucket stands. */
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

  /** The bucket of now under its name; a new one is not kept here, for anybody can make up keys. */
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
    /** Where a bucket stands, uncounted. */
    peek: (policy: RatePolicy, key: string): RateState => stateOf(policy, bucketOf(policy, key)),

    /** Counts, whether or not anything remains. */
    count: (policy: RatePolicy, key: string, count: number): RateState =>
      add(policy, bucketOf(policy, key), count),

    /**
     * Takes back what was counted in the window that ends at `endsAt`. Once that is over, the next one has
     * nothing of it to give back.
     */
    refund(policy: RatePolicy, key: string, count: number, endsAt: number): RateState {
      const bucket = bucketOf(policy, key);
      return bucket.endsAt === endsAt ? add(policy, bucket, -count) : stateOf(policy, bucket);
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
