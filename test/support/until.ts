import { vi } from 'vitest';

/**
 * Polls for a condition of another process that sends no notification, 20 times per second.
 *
 * @throws Error after a minute, or immediately any error of the condition
 */
export const until = (condition: () => boolean | Promise<boolean>): Promise<boolean> =>
  vi.waitUntil(condition, { timeout: 60_000, interval: 50 });
