import { vi } from 'vitest';

/**
 * Waits for what another process does and does not announce, asked for 20 times a second.
 * @throws Error when it has not come after a minute, or at once what the condition throws
 */
export const until = (condition: () => boolean | Promise<boolean>): Promise<boolean> =>
  vi.waitUntil(condition, { timeout: 60_000, interval: 50 });
