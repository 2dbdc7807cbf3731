import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createRateLimitStore } from './rate-limit.store.js';
import { createRateLimiter, type RateLimiter } from './rate-limiter.js';

declare module '../../services.js' {
  interface Services {
    /** Null if nothing is limited. */
    rateLimiter: RateLimiter | null;
  }
}

export function wireRateLimit({
  db,
  clock,
  log,
  config,
}: Pick<Services, 'db' | 'clock' | 'log' | 'config'>): Wired<'rateLimiter'> {
  const store = createRateLimitStore(db);
  const rateLimiter = config.rateLimits ? createRateLimiter({ store, clock, log }) : null;
  return {
    services: { rateLimiter },
    ensureIndexes: store.ensureIndexes,
    start: () => rateLimiter?.start(),
    stop: async () => rateLimiter?.stop(),
  };
}
