import type { Services } from '../../services.js';

/** How many messages that were received before a moment are new, or wait for a person. */
export const countWaitingMessages = ({ inbox }: Services, before: Date): Promise<number> =>
  inbox.countWaiting(before);
