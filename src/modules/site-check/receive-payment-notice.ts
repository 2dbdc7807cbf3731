import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import {
  type CheckoutSession,
  type MismatchedField,
  mismatchOf,
  type PaymentMismatch,
  type SessionNotice,
} from '../payment/payment.js';
import { describeProviderError } from '../payment/provider-error.js';
import { getSession, planOutcome } from './end-checkout.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';
import type { SiteCheck } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

/** Of one session; each is an event and a line of the log besides. */
const mismatchesMax = 100;

/**
 * Acts on what the payment provider sent by itself. Every notice may come twice, late or out of
 * order: what has been done already is done no second time, what comes too late is refunded, and what
 * does not agree with its session is kept for an operator and changes no payment.
 *
 * @param signature proves that the provider sent the payload
 * @throws ApiError `not_found` when the provider sends nothing, `bad_request` for a wrong signature,
 *   `unavailable` when the provider has to send the notice again
 */
export async function receivePaymentNotice(
  services: Services,
  payload: string,
  signature: string,
): Promise<void> {
  const { payments, clock, log } = services;
  const notice = await noticeReader(services)(payload, signature, clock.now());
  if (notice?.kind === 'session') await endSession(services, notice);
  if (notice?.kind === 'refund_failed') {
    // The payment was emitted as refunded already, and no state follows that: a person has to act.
    const { refundId, providerPaymentId } = notice;
    log.error(
      { refundId, providerPaymentId },
      `${payments.current.name}: a completed refund failed afterwards; check it at the provider`,
    );
  }
}

function noticeReader({ payments: { current } }: Services) {
  if (!current.readNotice) throw new ApiError('not_found', 'This path does not exist.');
  return current.readNotice;
}

async function endSession(services: Services, notice: SessionNotice): Promise<void> {
  const { requestId, sessionId, outcome } = notice;
  let kept: PaymentMismatch | null = null;
  try {
    await services.siteChecks.change(requestId, (request) => {
      kept = null;
      const now = services.clock.now();
      const session = getSession(request, sessionId);
      const differs = mismatchOf(session, notice);
      if (differs.length === 0) return planOutcome(request, session, outcome, now, 'refund');
      if (session.mismatches?.some(({ noticeId }) => noticeId === notice.noticeId)) return null;
      kept = mismatchFrom(notice, differs, now);
      return planMismatch(request, session, kept, now);
    });
    if (kept) logMismatch(services, kept);
    await reconcileSiteCheck(services, requestId);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const unknown = ['site_check_not_found', 'not_found'].includes(error.code);
    if (unknown) await refundUnknown(services, notice);
    else if (error.code !== 'session_closed') throw error;
    // Nothing that asking again would change: the provider need not repeat it.
    else
      services.log.info(
        { code: error.code, requestId, sessionId },
        'payment: notice for a session that is already closed',
      );
  }
}

function mismatchFrom(
  notice: SessionNotice,
  differs: MismatchedField[],
  receivedAt: Date,
): PaymentMismatch {
  const { kind: _kind, pageUrl: _pageUrl, outcome, ...rest } = notice;
  const providerPaymentId = outcome.kind === 'paid' ? outcome.providerPaymentId : null;
  return { ...rest, outcome: outcome.kind, providerPaymentId, differs, receivedAt };
}

/** Keeps the notice and emits it to operators; the session and the payment stay as they are. */
function planMismatch(
  request: SiteCheck,
  session: CheckoutSession,
  kept: PaymentMismatch,
  now: Date,
): SiteCheckChange {
  const mismatches = [...(session.mismatches ?? []), kept].slice(-mismatchesMax);
  return new SiteCheckChange(request, now)
    .session(session.sessionId, { mismatches })
    .emit('payment.mismatched', {
      request_id: request._id,
      job_id: request.jobId,
      session_id: session.sessionId,
      status: request.paymentStatus,
      previous_status: request.paymentStatus,
      amount_minor: session.amountMinor,
      currency: session.currency,
      differs: kept.differs.join(','),
      notice_id: kept.noticeId,
      notice_outcome: kept.outcome,
      notice_amount_minor: kept.amountMinor,
      notice_currency: kept.currency,
      notice_mode: kept.mode,
      provider_session_id: kept.providerSessionId,
      provider_payment_id: kept.providerPaymentId,
    });
}

function logMismatch({ log }: Services, { receivedAt: _, ...kept }: PaymentMismatch): void {
  log.error(kept, 'payment: notice does not match its session; not recorded as paid');
}

/**
 * Refunds what was paid for a session that nothing is known of here. Only where the session leads back
 * to our own page: another service may take payments through the same account.
 *
 * @throws ApiError `unavailable` when it did not work, so that the provider repeats its notice
 */
async function refundUnknown(services: Services, notice: SessionNotice): Promise<void> {
  const { payments, log } = services;
  const { sessionId, requestId, outcome, pageUrl } = notice;
  const providerPaymentId = outcome.kind === 'paid' ? outcome.providerPaymentId : null;
  const ids = { requestId, sessionId, providerPaymentId };
  const ours = pageUrl?.startsWith(`${services.baseUrl}/checkout/${sessionId}?`);
  if (outcome.kind !== 'paid')
    return log.info(ids, 'payment: notice for an unknown session ignored');
  if (!ours) return log.warn(ids, 'payment: notice for a session of another service ignored');
  if (providerPaymentId === null) {
    return log.error(
      ids,
      'payment: payment for an unknown session has no payment id; refund it at the provider',
    );
  }
  try {
    await payments.current.refund({ sessionId, providerPaymentId });
  } catch (error) {
    log.error(
      { provider: describeProviderError(error), ...ids },
      'payment: refund of a payment for an unknown session failed',
    );
    throw new ApiError('unavailable');
  }
  log.warn(ids, 'payment: payment for an unknown session refunded');
}
