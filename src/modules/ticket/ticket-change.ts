import { Change } from '../../aggregate/change.js';
import { ApiError, errorText } from '../../errors.js';
import {
  type Ticket,
  type TicketEventType,
  type TicketStatus,
  ticketStatus,
  ticketTransitions,
  unfinishedStatuses,
} from './ticket.js';
import { checkVerification } from './verification.js';

const isStatus = (status: string): status is TicketStatus =>
  ticketStatus.options.some((known) => known === status);

/**
 * Returns whether another worker than `worker` holds the lease of a ticket; settling removes an expired lease first.
 */
export const isLeasedToOther = ({ lease }: Ticket, worker: string | null): boolean =>
  lease !== null && lease.worker !== worker;

export const leaseHeld = ({ lease }: Ticket) =>
  new ApiError(
    'lease_held',
    errorText('error.lease', { time: lease?.expiresAt.toISOString() ?? '' }),
  );

/** A change of a ticket; only its methods change its status. */
export class TicketChange extends Change<Ticket> {
  emitEvent(type: TicketEventType, previousStatus: string | null = this.before.status): this {
    const { _id, ticketCode, owningPlane, status } = this.after;
    const ids = { ticket_id: _id, ticket_code: ticketCode, owning_plane: owningPlane };
    return this.emit(type, { ...ids, status, previous_status: previousStatus });
  }

  private to(status: TicketStatus, lease: Ticket['lease'] = null): this {
    const { purpose } = this.after;
    const isOpen = purpose !== undefined && unfinishedStatuses.includes(status);
    return this.set({
      status,
      lease,
      dueAt: lease?.expiresAt as Date,
      openKey: (isOpen ? purpose : undefined) as string,
    });
  }

  /**
   * Moves the ticket to another status; the same status is no move.
   * @throws ApiError `invalid_transition` for a pair that the table does not contain, or an unknown status;
   * `verification_incomplete`
   */
  move(status: string): this {
    const from = this.after.status;
    if (status === from) return this;
    if (!isStatus(status) || !ticketTransitions[from].includes(status)) {
      throw new ApiError('invalid_transition', errorText('error.ticket_state', { status: from }));
    }
    this.to(status);
    checkVerification(this.after);
    return this.emitEvent(`ticket.${status}`, from);
  }

  /** Leases the ticket to a worker, or extends the worker's lease. */
  claim(worker: string, seconds: number): this {
    const { status, lease } = this.after;
    const expiresAt = new Date(this.now.getTime() + seconds * 1000);
    this.to('in_progress', { worker, expiresAt });
    if (lease?.worker !== worker) this.emitEvent('ticket.claimed');
    return status === 'in_progress' ? this : this.emitEvent('ticket.in_progress');
  }

  /** Opens a ticket that has no worker any more. */
  release(note: string | null): this {
    return this.to('open')
      .set({ releaseNote: note })
      .emitEvent('ticket.released')
      .emitEvent('ticket.open');
  }
}

/** Applies an expired lease: the ticket is open again from that time on. */
export function settleTicket(ticket: Ticket, now: Date): TicketChange | null {
  const { lease } = ticket;
  if (!lease || lease.expiresAt > now) return null;
  // The change has the time when the lease expired, not the time of the read.
  return new TicketChange(ticket, lease.expiresAt).release(ticket.releaseNote);
}
