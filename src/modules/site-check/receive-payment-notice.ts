import { ApiError, errorText } from '../../errors.js';
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
import { type ReconcileNeeds, reconcileSiteCheck } from './reconcile-site-check.js';
import type { SiteCheck } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

/** Maximum number per session; each is also an event and a line of the log. */
const mismatchesMax = 100;

/**
 * Processes a notice of the payment provider. Any notice can arrive twice, late or out of order: repeated notices have
 * no effect, late payments are refunded, and a notice that contradicts its session is stored for an operator and
 * changes no payment.
 *
 * @param signature proves that the provider sent the payload
 * @throws ApiError `not_found` if the provider sends no notices, `bad_request` for a wrong signature, `unavailable` if
 * the provider has to send the notice again
 */
export async function receivePaymentNotice(
  services: ReconcileNeeds & Pick<Services, 'baseUrl'>,
  payload: string,
  signature: string,
): Promise<void> {
  const { payments, clock, log } = services;
  const notice = await noticeReader(services)(payload, signature, clock.now());
  if (notice?.kind === 'session') await endSession(services, notice);
  if (notice?.kind === 'refund_failed') {
    // The payment was already emitted as refunded, a final state: an operator has to act.
    const { refundId, providerPaymentId } = notice;
    log.error(
      { refundId, providerPaymentId },
      `${payments.current.name}: a completed refund failed afterwards; check it at the provider`,
    );
  }
}

function noticeReader({ payments: { current } }: Pick<Services, 'payments'>) {
  if (!current.readNotice) throw new ApiError('not_found', errorText('error.path'));
  return current.readNotice;
}

async function endSession(
  services: ReconcileNeeds & Pick<Services, 'baseUrl'>,
  notice: SessionNotice,
): Promise<void> {
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
    // A repeated notice would have the same result, so the provider need not retry.
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

/** Stores the notice and emits it to operators; session and payment do not change. */
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

function logMismatch(
  { log }: Pick<Services, 'log'>,
  { receivedAt: _, ...kept }: PaymentMismatch,
): void {
  log.error(kept, 'payment: notice does not match its session; not recorded as paid');
}

/**
 * Refunds a payment for an unknown session, but only if the session's page is one of this service: another service
 * could take payments through the same account.
 *
 * @throws ApiError `unavailable` on a failure, so that the provider repeats its notice
 */
async function refundUnknown(
  services: Pick<Services, 'baseUrl' | 'log' | 'payments'>,
  notice: SessionNotice,
): Promise<void> {
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
