import type { Target } from '../../operation.js';

/** The director ticket that an operation targets. */
export const ticketTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'ticket_id',
  description: 'Id or code of the director ticket.',
  missing: 'ticket_not_found',
};
