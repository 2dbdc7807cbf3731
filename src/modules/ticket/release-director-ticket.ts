import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { type Ticket, ticketTarget } from './ticket.js';
import { isLeasedToOther, leaseHeld, TicketChange } from './ticket-change.js';
import { workerText } from './ticket-input.js';
export const releaseDirectorTicketInput = z
  .object({
    worker: workerText().describe('Who releases it.'),
    note: text(0, 2000).nullish().describe('Why, for the next worker.'),
  })
  .meta({ description: 'Who releases a ticket, and why.' });

export const releaseDirectorTicket = operation({
  name: 'releaseDirectorTicket',
  kind: 'mutation',
  description: 'Release a director ticket that is in progress, so that others can claim it.',
  access: scope('operator'),
  target: ticketTarget,
  input: releaseDirectorTicketInput,
  errors: ['lease_held', 'invalid_transition'],
  example: { worker: 'field-agent-1', note: 'Needs somebody who can change the instructions.' },
  rest: post('/v1/operator/director-tickets/{ticket_id}/release', {
    tool: { name: 'release_director_ticket' },
    tag: 'Tickets',
    summary: 'Release a director ticket',
  }),
  async run({ services }, { id, input }): Promise<Ticket> {
    const { tickets, clock } = services;
    const { _id } = await tickets.get(id);
    return tickets.change(_id, (ticket) => {
      if (ticket.status === 'open') return null;
      if (isLeasedToOther(ticket, input.worker)) throw leaseHeld(ticket);
      if (ticket.status !== 'in_progress') {
        throw new ApiError(
          'invalid_transition',
          errorText('error.ticket_state', { status: ticket.status }),
        );
      }
      return new TicketChange(ticket, clock.now()).release(input.note ?? null);
    });
  },
});
