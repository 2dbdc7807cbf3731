import type { Services } from '../../services.js';
import {
  createDirectorTicketInput,
  newTicket,
  type TicketNeeds,
} from './create-director-ticket.js';
import type { Ticket } from './ticket.js';
import { TicketChange } from './ticket-change.js';
import { notRequired } from './verification.js';

/** A ticket requested by a rule. */
export interface RaisedTicket {
  /** Key of its purpose: while a ticket for it is unfinished, none is added. */
  purpose: string;
  /** A number is appended if another ticket has it. */
  ticketCode: string;
  requestingPlane: string;
  owningPlane: string;
  objective: string;
}

/** Returns the unfinished ticket for a purpose. */
export const findTicketFor = (
  { tickets }: Pick<Services, 'tickets'>,
  purpose: string,
): Promise<Ticket | null> => tickets.findOpen(purpose);

/**
 * Stores a ticket unless one for the purpose is unfinished.
 * @returns the ticket, and whether it is new
 */
export async function raiseTicket(
  services: TicketNeeds,
  { purpose, ticketCode: code, ...fields }: RaisedTicket,
): Promise<{ ticket: Ticket; added: boolean }> {
  const { tickets } = services;
  for (let number = 1; ; ) {
    const ticketCode = number === 1 ? code : `${code}-${number}`;
    const input = createDirectorTicketInput.parse(fields);
    const ticket = await newTicket(services, { ...input, ticketCode }, purpose);
    const taken = await tickets.insert(ticket);
    if (taken === null) return { ticket, added: true };
    const open = await tickets.findOpen(purpose);
    if (open) return { ticket: open, added: false };
    if (taken === 'ticketCode') number += 1;
  }
}

/** Ends the unfinished ticket for a purpose as done, even if it is claimed; its proof is not required. */
export async function completeTicketFor(
  services: Pick<Services, 'clock' | 'tickets'>,
  purpose: string,
): Promise<void> {
  const { tickets, clock } = services;
  const open = await tickets.findOpen(purpose);
  if (!open) return;
  await tickets.change(open._id, (ticket) => {
    if (ticket.openKey !== purpose) return null;
    const change = new TicketChange(ticket, clock.now()).set({ verificationStatus: notRequired });
    if (ticket.status === 'blocked') change.move('open');
    return change.move('done');
  });
}
