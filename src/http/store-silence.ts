import type { MiddlewareHandler } from 'hono';
import { ApiError, errorText } from '../errors.js';
import type { Env } from './request.js';

/** Silence after which the database's file system is considered hanging, in ms; no commit takes that long. */
const silentMilliseconds = 3_500;
/** Time for a new request while the database is already silent, in ms; the request might not need the database. */
const waitMilliseconds = 500;
const lookMilliseconds = 250;

interface Waiting {
  since: number;
  reject: (error: ApiError) => void;
}

/**
 * Returns 503 for pending requests while the embedded store hangs, at most five seconds after the file system stopped
 * responding. The work of such a request continues when the file system responds again, so a rejected write can still
 * take effect; a nonce or Idempotency-Key reveals that.
 */
export function rejectWhileSilent(storeSilentMs: () => number): MiddlewareHandler<Env> {
  const waiting = new Set<Waiting>();
  setInterval(() => {
    if (waiting.size === 0 || storeSilentMs() < silentMilliseconds) return;
    const now = performance.now();
    for (const { since, reject } of waiting) {
      if (now - since < waitMilliseconds) continue;
      const headers = { 'retry-after': '5' };
      reject(new ApiError('unavailable', errorText('error.store_silent'), { headers }));
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
