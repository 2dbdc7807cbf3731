import { ApiError, errorText } from '../../errors.js';
import type { CheckoutSession, SessionOutcome } from '../payment/payment.js';
import { type ReconcileNeeds, reconcileSiteCheck } from './reconcile-site-check.js';
import type { SiteCheck, SiteCheckView } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

export const sessionClosed = (session: CheckoutSession) =>
  new ApiError(
    'session_closed',
    errorText('error.checkout_state', { status: session.refundedAt ? 'refunded' : session.state }),
  );

/** Plans the end of an open session. */
function planEnd(
  request: SiteCheck,
  session: CheckoutSession,
  outcome: SessionOutcome,
  now: Date,
): SiteCheckChange {
  const change = new SiteCheckChange(request, now).set({ lastStepAt: now });
  switch (outcome.kind) {
    case 'paid':
      return change
        .session(session.sessionId, {
          state: 'paid',
          paidAt: now,
          closedAt: now,
          providerPaymentId: outcome.providerPaymentId,
        })
        .pay('paid')
        .move('confirmed');
    case 'failed':
      return change.closeSession(session, 'failed', { reason: outcome.reason });
    case 'cancelled':
      return change.closeSession(session, 'cancelled', { reason: 'The payer left the checkout.' });
    case 'expired':
      return change.closeSession(session, 'expired', {
        reason: 'The session was not paid in time.',
      });
  }
}

/** Meaning of a payment for a closed session: `refund` if money has moved, `refuse` if not. */
export type LatePayment = 'refund' | 'refuse';

/**
 * Plans the end of a session with the outcome that its provider or its page reports. Paying it twice has one effect,
 * and the same response until it is refunded; a payment for a session that is already closed is emitted and refunded.
 *
 * @returns null if the outcome repeats the stored one
 * @throws ApiError `session_closed` unless the outcome repeats the payment, or is a late one
 */
export function planOutcome(
  request: SiteCheck,
  session: CheckoutSession,
  outcome: SessionOutcome,
  now: Date,
  late: LatePayment,
): SiteCheckChange | null {
  if (session.state === 'open') return planEnd(request, session, outcome, now);
  if (outcome.kind !== 'paid') throw sessionClosed(session);
  if (session.state === 'paid' && request.paymentStatus === 'paid') return null;
  if (session.state === 'paid') throw sessionClosed(session);
  if (late === 'refuse') throw sessionClosed(session);
  if (session.paidAt) return null;
  const { providerPaymentId } = outcome;
  return new SiteCheckChange(request, now)
    .session(session.sessionId, { paidAt: now, providerPaymentId, due: 'refund', owedAt: now })
    .emitPayment('paid', session, {
      status: 'paid',
      previous_status: session.state,
      reason: 'The payment arrived after the session was closed and will be refunded.',
    });
}

/** @throws ApiError `not_found` */
export function getSession(request: SiteCheck, sessionId: string): CheckoutSession {
  const session = request.checkouts.find((one) => one.sessionId === sessionId);
  if (!session) throw new ApiError('not_found', errorText('error.checkout_link'));
  return session;
}

/**
 * Ends a session with the outcome that its page reports.
 * @throws ApiError `not_found`, and errors of `planOutcome`
 */
export async function endCheckout(
  services: ReconcileNeeds,
  requestId: string,
  sessionId: string,
  outcome: SessionOutcome,
): Promise<SiteCheckView> {
  await services.siteChecks.change(requestId, (request) =>
    planOutcome(request, getSession(request, sessionId), outcome, services.clock.now(), 'refuse'),
  );
  return reconcileSiteCheck(services, requestId);
}
