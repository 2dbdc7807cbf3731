import type { Services } from '../../services.js';

/** Counts the unfinished tickets whose deadline has passed. */
export const countOverdueTickets = ({ tickets }: Services): Promise<number> =>
  tickets.countOverdue();
