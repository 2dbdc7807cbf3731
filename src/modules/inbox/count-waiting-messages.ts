import type { Services } from '../../services.js';

/** Counts the messages received before a moment that are new or wait for human review. */
export const countWaitingMessages = ({ inbox }: Services, before: Date): Promise<number> =>
  inbox.countWaiting(before);
