import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../errors.js';
import type { Env } from './request.js';

/** The file system under the store hangs, as far as can be known: no commit takes so long by itself. */
const silentMilliseconds = 3_500;
/** So long a request is waited for where the store is silent already: it may not need the store. */
const waitMilliseconds = 500;
const lookMilliseconds = 250;

interface Waiting {
  since: number;
  reject: (error: ApiError) => void;
}

/**
 * Answers 503 to a request that is not answered while the embedded store hangs, five seconds after the file
 * system has ceased to answer at the latest. What the request does goes on when the file system answers
 * again, so that a write that was refused so may be done; a nonce or Idempotency-Key shows it.
 */
export function rejectWhileSilent(storeSilentMs: () => number): MiddlewareHandler<Env> {
  const waiting = new Set<Waiting>();
  setInterval(() => {
    if (waiting.size === 0 || storeSilentMs() < silentMilliseconds) return;
    const now = performance.now();
    for (const { since, reject } of waiting) {
      if (now - since < waitMilliseconds) continue;
      const headers = { 'retry-after': '5' };
      reject(new ApiError('unavailable', 'The database is temporarily unavailable.', { headers }));
    }
  }, lookMilliseconds).unref();
  return async (_, next) => {
    let given: Waiting | undefined;
    const rejected = new Promise<never>((_, reject) => {
      given = { since: performance.now(), reject };
      waiting.add(given);
    });
    try {
      await Promise.race([next(), rejected]);
    } finally {
      waiting.delete(given!);
    }
  };
}
