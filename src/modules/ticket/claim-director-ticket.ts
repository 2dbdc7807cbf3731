import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { text, whole } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import type { Ticket } from './ticket.js';
import { isLeasedToOther, leaseHeld, TicketChange } from './ticket-change.js';
import { planeText, workerText } from './ticket-input.js';

export const claimDirectorTicketInput = z
  .object({
    owningPlane: planeText().describe('Plane whose tickets are claimed.'),
    worker: workerText().describe('Who claims it.'),
    leaseSeconds: whole({ ge: 60, le: 3600 })
      .default(600)
      .describe('How long the claim holds; claim again to prolong it.'),
    ticketId: text(0, 120)
      .nullish()
      .describe('Id or code of the ticket; omitted for the one with the earliest deadline.'),
  })
  .meta({ description: 'Who claims a ticket, and for how long.' });
type ClaimInput = z.infer<typeof claimDirectorTicketInput>;

/** Result of a claim. */
export interface TicketClaim {
  /** Null if no ticket could be claimed. */
  ticket: Ticket | null;
  worker: string;
  leaseExpiresAt: Date | null;
}

/** @throws ApiError `ticket_not_found`, `lease_held`, `invalid_transition` */
async function claimOne(
  services: Pick<Services, 'clock' | 'tickets'>,
  id: string,
  input: ClaimInput,
): Promise<Ticket> {
  const { tickets, clock } = services;
  const { owningPlane, worker, leaseSeconds } = input;
  const { _id } = await tickets.get(id);
  return tickets.change(_id, (ticket) => {
    if (ticket.owningPlane !== owningPlane) {
      throw new ApiError('ticket_not_found', errorText('error.no_ticket'));
    }
    if (isLeasedToOther(ticket, worker)) throw leaseHeld(ticket);
    if (ticket.status !== 'open' && ticket.status !== 'in_progress') {
      throw new ApiError(
        'invalid_transition',
        errorText('error.ticket_state', { status: ticket.status }),
      );
    }
    return new TicketChange(ticket, clock.now()).claim(worker, leaseSeconds);
  });
}

/** Claims the next open ticket; if another claim was first, the one after it. */
async function claimNext(
  services: Pick<Services, 'clock' | 'tickets'>,
  input: ClaimInput,
): Promise<Ticket | null> {
  const { tickets, clock } = services;
  const { owningPlane, worker, leaseSeconds } = input;
  await tickets.settleDue();
  for (;;) {
    const id = await tickets.nextToClaim(owningPlane);
    if (id === null) return null;
    let won = false;
    const ticket = await tickets.change(id, (found) => {
      won = found.status === 'open';
      return won ? new TicketChange(found, clock.now()).claim(worker, leaseSeconds) : null;
    });
    if (won) return ticket;
  }
}

export const claimDirectorTicket = operation({
  name: 'claimDirectorTicket',
  kind: 'mutation',
  description:
    'Claim a director ticket for a while: the open one with the earliest deadline, then the oldest, or the one named. Nobody else can claim or update it until the lease ends.',
  access: scope('operator'),
  input: claimDirectorTicketInput,
  errors: ['ticket_not_found', 'lease_held', 'invalid_transition'],
  example: { owning_plane: 'field_operations', worker: 'field-agent-1' },
  rest: post('/v1/operator/director-ticket-claims', {
    tool: { name: 'claim_director_ticket' },
    tag: 'Tickets',
    summary: 'Claim a director ticket',
  }),
  async run({ services }, { input }): Promise<TicketClaim> {
    const { ticketId, worker } = input;
    const ticket = await (ticketId == null
      ? claimNext(services, input)
      : claimOne(services, ticketId, input));
    return { ticket, worker, leaseExpiresAt: ticket?.lease?.expiresAt ?? null };
  },
});
