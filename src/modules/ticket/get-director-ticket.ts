import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import type { Ticket } from './ticket.js';
import { ticketTarget } from './ticket-target.js';

export const getDirectorTicket = operation({
  name: 'directorTicket',
  kind: 'query',
  description: 'Get a director ticket by its id or its code.',
  access: scope('operator'),
  target: ticketTarget,
  errors: [],
  rest: get('/v1/operator/director-tickets/{ticket_id}', {
    operationId: 'get_director_ticket',
    tag: 'Tickets',
    summary: 'Get a director ticket',
  }),
  run: ({ services }, { id }): Promise<Ticket> => services.tickets.get(id),
});
