import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { minute } from '../../lib/units.js';

export const paymentProvider = z.enum(['sandbox', 'stripe']);
export type PaymentProviderName = z.infer<typeof paymentProvider>;

export type SessionState = 'open' | 'paid' | 'failed' | 'cancelled' | 'expired';

/**
 * One checkout session, embedded in its request. It is stored before the provider hears of it, and
 * its id is the provider's idempotency key: a kill or a race in between ends with the
 * same session there.
 */
export interface CheckoutSession {
  sessionId: string;
  /** 128 random bits as base64url, part of the address of its page. */
  key: string;
  provider: PaymentProviderName;
  state: SessionState;
  /** Where to pay; null until the provider has opened it. */
  url: string | null;
  /** The provider's own id of the session; null until it has opened it. */
  providerSessionId: string | null;
  /** The provider's id of the payment, by which it is refunded. */
  providerPaymentId: string | null;
  offerKey: string;
  label: string;
  /** Whole minor units. */
  amountMinor: number;
  currency: string;
  createdAt: Date;
  expiresAt: Date;
  closedAt: Date | null;
  paidAt: Date | null;
  refundedAt: Date | null;
  failureReason: string | null;
  /** What the provider still has to be notified of; retried until it has worked. */
  due: 'close' | 'refund' | null;
  /** Since when a refund is owed; absent when none was, or it was owed before this was stored. */
  owedAt?: Date;
  /** How often the provider refused the refund for good; absent when it never did. */
  refundAttempts?: number;
  /** Notices that did not agree with the session, oldest first, for an operator; absent when none came. */
  mismatches?: PaymentMismatch[];
}

/** What has to be known of a payment to pay it back. */
export type RefundablePayment = Pick<
  CheckoutSession,
  'sessionId' | 'providerPaymentId' | 'refundAttempts'
>;

/** How a session ended, as the provider says it. */
export type SessionOutcome =
  | { kind: 'paid'; providerPaymentId: string | null }
  | { kind: 'failed'; reason: string }
  | { kind: 'cancelled' }
  | { kind: 'expired' };

/** What a provider says of one of its sessions. */
export interface SessionNotice {
  kind: 'session';
  /** The provider's id of the notice; a repeated notice has the same one. */
  noticeId: string;
  requestId: string;
  sessionId: string;
  outcome: SessionOutcome;
  /** The provider's own id of the session. */
  providerSessionId: string;
  /** What the session does: `payment` for all of ours. */
  mode: string;
  /** Whole minor units of `currency`; null where the provider names none. */
  amountMinor: number | null;
  /** ISO 4217, upper case. */
  currency: string | null;
  /** The page that the payer comes back to, which shows whose session it is. */
  pageUrl: string | null;
}

/** What a provider sends by itself. */
export type PaymentNotice =
  | SessionNotice
  /** A refund that seemed to work has failed later. */
  | { kind: 'refund_failed'; refundId: string; providerPaymentId: string | null };

export type MismatchedField = 'session' | 'mode' | 'intent' | 'amount' | 'currency';

/** A notice that was not booked, with what of it differs from its session. */
export interface PaymentMismatch extends Omit<SessionNotice, 'kind' | 'pageUrl' | 'outcome'> {
  outcome: SessionOutcome['kind'];
  providerPaymentId: string | null;
  differs: MismatchedField[];
  receivedAt: Date;
}

const mismatchPolicies: FieldPolicies<PaymentMismatch> = {
  noticeId: kept,
  requestId: kept,
  sessionId: kept,
  providerSessionId: kept,
  mode: kept,
  amountMinor: kept,
  currency: kept,
  outcome: kept,
  providerPaymentId: kept,
  differs: kept,
  receivedAt: kept,
};

/** Amounts, the provider's ids and times stay for the books; the page of an erased session no longer opens. */
export const checkoutPolicies: FieldPolicies<CheckoutSession> = {
  sessionId: { erase: 'keep', export: true },
  key: { erase: { with: () => randomBytes(32).toString('base64url') }, export: false },
  provider: kept,
  state: { erase: 'keep', export: 'status' },
  url: { erase: 'null', export: false },
  providerSessionId: kept,
  providerPaymentId: kept,
  offerKey: kept,
  label: kept,
  amountMinor: { erase: 'keep', export: true },
  currency: { erase: 'keep', export: true },
  createdAt: { erase: 'keep', export: true },
  expiresAt: kept,
  closedAt: kept,
  paidAt: { erase: 'keep', export: true },
  refundedAt: { erase: 'keep', export: true },
  failureReason: { erase: 'text', export: false },
  due: kept,
  owedAt: kept,
  refundAttempts: kept,
  mismatches: { fields: mismatchPolicies, export: false },
};

/**
 * In what a notice differs from the session that it names. Amount, currency, mode and the payment itself
 * count where it says that something was paid; a paid session must name its payment, and always the
 * same one.
 */
export function mismatchOf(session: CheckoutSession, notice: SessionNotice): MismatchedField[] {
  const differs: MismatchedField[] = [];
  const { providerSessionId, outcome } = notice;
  // Null while the provider's answer to the opening has not been stored.
  if (session.providerSessionId !== null && session.providerSessionId !== providerSessionId) {
    differs.push('session');
  }
  if (outcome.kind !== 'paid') return differs;
  const { providerPaymentId: known } = session;
  const isOtherPayment = known !== null && known !== outcome.providerPaymentId;
  if (notice.mode !== 'payment') differs.push('mode');
  if (outcome.providerPaymentId === null || isOtherPayment) differs.push('intent');
  if (notice.amountMinor !== session.amountMinor) differs.push('amount');
  if (notice.currency !== session.currency) differs.push('currency');
  return differs;
}

/** What a provider gets of the thing that is paid for. */
export interface Purchase {
  requestId: string;
  objective: string;
  /** Prefills the payer's address; null when it was not given. */
  email: string | null;
  /** Page that says how the session stands; the payer comes back to it. */
  pageUrl: string;
}

/** A way to take money. Every call may be repeated without a second effect. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** The address to pay at where it is known without asking; null: `open` has to be called. */
  prepare(session: CheckoutSession, purchase: Purchase): { url: string } | null;
  /** @throws Error when the provider refuses or cannot be reached */
  open(
    session: CheckoutSession,
    purchase: Purchase,
  ): Promise<{ url: string; providerSessionId: string }>;
  /** Sees to it that a session which was closed here can no longer be paid there. */
  close(session: CheckoutSession): Promise<void>;
  /**
   * Pays the whole amount back.
   * @throws FinalPaymentError when only another attempt can help, Error when the same one can
   */
  refund(payment: RefundablePayment): Promise<void>;
  /**
   * Reads what the provider sent by itself; absent where it sends nothing.
   *
   * @returns null for a notice that changes nothing here
   * @throws ApiError `bad_request` when the signature is missing, wrong or too old
   */
  readNotice?(payload: string, signature: string, now: Date): Promise<PaymentNotice | null>;
}

/** The providers of a running service. */
export interface Payments {
  /** Takes new payments. */
  current: PaymentProvider;
  /**
   * The provider of an older session.
   * @throws Error when it is not configured any more
   */
  of(name: PaymentProviderName): PaymentProvider;
}

/** How long a session can be paid. */
export const sessionMilliseconds = 30 * minute;

export const sessionPageUrl = (
  baseUrl: string,
  session: Pick<CheckoutSession, 'sessionId' | 'key'>,
) => `${baseUrl}/checkout/${session.sessionId}?key=${session.key}`;
