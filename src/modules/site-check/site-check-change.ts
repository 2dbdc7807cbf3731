import { Change, type EventData } from '../../aggregate/change.js';
import { ApiError, errorText } from '../../errors.js';
import { day } from '../../lib/units.js';
import type { CheckoutSession, SessionState } from '../payment/payment.js';
import {
  type CancelledBy,
  openSession,
  type SiteCheck,
  type SiteCheckEventType,
} from './site-check.js';
import {
  type PaymentStatus,
  paymentEventOf,
  paymentTransitions,
  type QuoteStatus,
  quoteTransitions,
  type SiteCheckStatus,
  siteCheckTransitions,
  unconfirmed,
} from './states.js';

/** An unconfirmed request expires this long after the requester's last step. */
export const requestLifetimeDays = 30;
const requestLifetimeMilliseconds = requestLifetimeDays * day;

interface MoveOptions {
  reason?: string | null;
  /** The canceller. */
  by?: CancelledBy;
  /** When it happened; now by default, earlier if it fell due earlier. */
  at?: Date;
}

export function invalidTransition({ status }: Pick<SiteCheck, 'status'>): ApiError {
  return new ApiError('invalid_transition', errorText('error.site_check_state', { status }));
}

const idsOf = (request: SiteCheck) => ({ request_id: request._id, job_id: request.jobId });

const requestExpiry = (request: SiteCheck): Date | null =>
  unconfirmed.includes(request.status)
    ? new Date(request.lastStepAt.getTime() + requestLifetimeMilliseconds)
    : null;

const quoteExpiry = (request: SiteCheck): Date | null =>
  request.status === 'quoted' && request.quoteStatus === 'ready' && request.quote
    ? request.quote.expiresAt
    : null;

function earliestDue(request: SiteCheck): Date | undefined {
  const times = [
    openSession(request)?.expiresAt,
    quoteExpiry(request),
    requestExpiry(request),
  ].filter((time): time is Date => time instanceof Date);
  return times.sort((a, b) => a.getTime() - b.getTime())[0];
}

/** A change of a request; only its methods change the status of request, payment or quote. */
export class SiteCheckChange extends Change<SiteCheck> {
  /**
   * Moves the request to a status and emits the event. If it ends unconfirmed or unfinished, its open session is
   * closed, its unaccepted quote expires, and its payment becomes due for refund.
   *
   * @throws ApiError `invalid_transition` if the table does not allow it
   */
  move(
    to: SiteCheckStatus,
    { at = this.now, reason = null, by = 'system' }: MoveOptions = {},
  ): this {
    const previous = this.after.status;
    if (!siteCheckTransitions[previous].includes(to)) {
      throw invalidTransition(this.after);
    }
    if (to === 'cancelled' || to === 'expired') this.release(at);
    this.set({ status: to, statusReason: reason });
    const data = {
      ...idsOf(this.after),
      status: to,
      previous_status: previous,
      ...(to === 'cancelled' && { by }),
      ...(reason !== null && { reason }),
    };
    return this.emit(`site_check.${to}`, data, at);
  }

  /** Moves the payment to a status; emits an event if money is involved. */
  pay(to: PaymentStatus, { at = this.now, reason = null }: MoveOptions = {}): this {
    const previous = this.after.paymentStatus;
    if (!paymentTransitions[previous].includes(to)) {
      const detail = errorText('error.payment_state', { status: previous });
      throw new ApiError('invalid_transition', detail);
    }
    this.set({ paymentStatus: to });
    const event = paymentEventOf(previous, to);
    const session = this.after.checkouts.at(-1);
    if (!event || !session) return this;
    return this.emitPayment(event, session, { status: to, previous_status: previous, reason }, at);
  }

  emitPayment(
    event: NonNullable<ReturnType<typeof paymentEventOf>>,
    session: CheckoutSession,
    message: { status: string; previous_status: string; reason?: string | null },
    at: Date = this.now,
  ): this {
    const { reason = null, ...states } = message;
    const data = {
      ...idsOf(this.after),
      session_id: session.sessionId,
      ...states,
      amount_minor: session.amountMinor,
      currency: session.currency,
    };
    return this.emit(`payment.${event}`, reason === null ? data : { ...data, reason }, at);
  }

  /** Moves the quote to a status without an event; events of the request's own status report it. */
  quote(to: QuoteStatus): this {
    const previous = this.after.quoteStatus;
    if (!quoteTransitions[previous].includes(to)) {
      throw new ApiError(
        'invalid_transition',
        errorText('error.quote_state', { status: previous }),
      );
    }
    return this.set({ quoteStatus: to });
  }

  session(sessionId: string, fields: Partial<CheckoutSession>): this {
    return this.set({
      checkouts: this.after.checkouts.map((one) =>
        one.sessionId === sessionId ? { ...one, ...fields } : one,
      ),
    });
  }

  /** Closes the open session without a payment; the offer stays selected. */
  closeSession(
    session: CheckoutSession,
    state: Exclude<SessionState, 'open' | 'paid'>,
    { at = this.now, reason = null }: MoveOptions = {},
  ): this {
    this.endSession(session, state, at, reason);
    return this.move('offer_selected', { at });
  }

  override emit(type: SiteCheckEventType, data: EventData, at: Date = this.now): this {
    return super.emit(type, data, at);
  }

  private endSession(
    session: CheckoutSession,
    state: Exclude<SessionState, 'open' | 'paid'>,
    at: Date,
    reason: string | null,
  ): void {
    const due = session.provider === 'sandbox' ? null : 'close';
    this.session(session.sessionId, { state, closedAt: at, failureReason: reason, due });
    this.pay(state === 'failed' ? 'failed' : 'unpaid', { at, reason });
  }

  private release(at: Date): void {
    const open = openSession(this.after);
    if (open) this.endSession(open, 'cancelled', at, 'The site check was closed.');
    if (this.after.quoteStatus === 'ready') this.quote('expired');
    const paid = this.after.checkouts.find((one) => one.state === 'paid' && !one.refundedAt);
    if (paid && this.after.paymentStatus === 'paid')
      this.session(paid.sessionId, { due: 'refund', owedAt: at });
  }

  override set(fields: Partial<SiteCheck>): this {
    super.set(fields);
    const due = earliestDue(this.after);
    if (due?.getTime() !== this.after.dueAt?.getTime()) super.set({ dueAt: due });
    return this;
  }
}

/**
 * Applies the changes that are due by `now`: closes an unpaid session, expires a quote, expires an unconfirmed request.
 * The events have the time of expiry.
 *
 * @returns the change to store, or null if nothing is due
 */
export function settleSiteCheck(request: SiteCheck, now: Date): SiteCheckChange | null {
  if (!request.dueAt || request.dueAt > now) return null;
  const change = new SiteCheckChange(request, now);
  while (change.after.dueAt && change.after.dueAt <= now) {
    const at = change.after.dueAt;
    // The change has the time when it fell due, not the time of the read.
    change.now = at;
    const open = openSession(change.after);
    const expiry = requestExpiry(change.after);
    if (open && open.expiresAt <= at) {
      change.closeSession(open, 'expired', { at, reason: 'The session was not paid in time.' });
    } else if (expiry && expiry <= at) {
      change.move('expired', {
        at,
        reason: `Nothing was chosen or paid for ${requestLifetimeDays} days.`,
      });
    } else {
      change.quote('expired');
    }
  }
  return change;
}
