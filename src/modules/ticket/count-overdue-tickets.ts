import type { Services } from '../../services.js';

/** How many tickets are not finished though their deadline has passed. */
export const countOverdueTickets = ({ tickets }: Services): Promise<number> =>
  tickets.countOverdue();
