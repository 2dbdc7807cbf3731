import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { minute } from '../../lib/units.js';

export const paymentProvider = z.enum(['sandbox', 'stripe']);
export type PaymentProviderName = z.infer<typeof paymentProvider>;

export type SessionState = 'open' | 'paid' | 'failed' | 'cancelled' | 'expired';

/**
 * One checkout session, embedded in its request. It is stored before it is opened at the provider, and its id is the
 * provider's idempotency key: after a crash or a race in between, the provider has the same session.
 */
export interface CheckoutSession {
  sessionId: string;
  /** 128 random bits as base64url, part of the URL of its page. */
  key: string;
  provider: PaymentProviderName;
  state: SessionState;
  /** Payment URL; null until the provider has opened it. */
  url: string | null;
  /** The provider's id of the session; null until it has opened it. */
  providerSessionId: string | null;
  /** The provider's id of the payment, required for refunds. */
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
  /** The next call to the provider, retried until it succeeds; null for none. */
  due: 'close' | 'refund' | null;
  /** When the refund became due; absent if none is due, or it became due before this field existed. */
  owedAt?: Date;
  /** Number of permanent errors of the provider for the refund; absent if none occurred. */
  refundAttempts?: number;
  /** Notices that contradicted the session, oldest first, for an operator; absent if none were received. */
  mismatches?: PaymentMismatch[];
}

/** The members of a payment needed for a refund. */
export type RefundablePayment = Pick<
  CheckoutSession,
  'sessionId' | 'providerPaymentId' | 'refundAttempts'
>;

/** The end of a session, as reported by the provider. */
export type SessionOutcome =
  | { kind: 'paid'; providerPaymentId: string | null }
  | { kind: 'failed'; reason: string }
  | { kind: 'cancelled' }
  | { kind: 'expired' };

/** A provider's notice about one of its sessions. */
export interface SessionNotice {
  kind: 'session';
  /** The provider's id of the notice; a repeated notice has the same one. */
  noticeId: string;
  requestId: string;
  sessionId: string;
  outcome: SessionOutcome;
  /** The provider's id of the session. */
  providerSessionId: string;
  /** Type of the session: `payment` for all sessions of this service. */
  mode: string;
  /** Whole minor units of `currency`; null if the provider sends none. */
  amountMinor: number | null;
  /** ISO 4217, upper case. */
  currency: string | null;
  /** The page that the payer returns to, which identifies the service of the session. */
  pageUrl: string | null;
}

/** A notice that a provider sends. */
export type PaymentNotice =
  | SessionNotice
  /** A refund that seemed successful failed later. */
  | { kind: 'refund_failed'; refundId: string; providerPaymentId: string | null };

export type MismatchedField = 'session' | 'mode' | 'intent' | 'amount' | 'currency';

/** A notice that was not booked, with its differences from the session. */
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

/** An erasure keeps amounts, the provider's ids and times for bookkeeping, and closes the page of the session. */
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
 * Returns the differences between a notice and its session. Amount, currency, mode and payment are compared if the
 * notice reports a payment; a paid session must have a payment id, which never changes.
 */
export function mismatchOf(session: CheckoutSession, notice: SessionNotice): MismatchedField[] {
  const differs: MismatchedField[] = [];
  const { providerSessionId, outcome } = notice;
  // Null until the provider's response to the opening is stored.
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

/** The information about a purchase for the provider. */
export interface Purchase {
  requestId: string;
  /** Label of the offer in the language of the request. */
  offerLabel: string;
  objective: string;
  /** Prefills the payer's address; null if it was not given. */
  email: string | null;
  /** Page with the status of the session, which the payer returns to. */
  pageUrl: string;
}

/** A payment provider. Every call can be repeated without a second effect. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** Returns the payment URL if it is known without a request; null: `open` must be called. */
  prepare(session: CheckoutSession, purchase: Purchase): { url: string } | null;
  /** @throws Error if the provider rejects the call or cannot be reached */
  open(
    session: CheckoutSession,
    purchase: Purchase,
  ): Promise<{ url: string; providerSessionId: string }>;
  /** Ensures that a closed session can no longer be paid at the provider. */
  close(session: CheckoutSession): Promise<void>;
  /**
   * Refunds the whole amount.
   * @throws FinalPaymentError if only a new attempt can succeed, Error if the same one can
   */
  refund(payment: RefundablePayment): Promise<void>;
  /**
   * Reads a notice of the provider; absent if it sends none.
   *
   * @returns null for a notice without an effect
   * @throws ApiError `bad_request` if the signature is missing, wrong or too old
   */
  readNotice?(payload: string, signature: string, now: Date): Promise<PaymentNotice | null>;
}

/** The providers of a running service. */
export interface Payments {
  /** The provider for new payments. */
  current: PaymentProvider;
  /**
   * Returns the provider of an older session.
   * @throws Error if it is no longer configured
   */
  of(name: PaymentProviderName): PaymentProvider;
}

/** Time in which a session can be paid. */
export const sessionMilliseconds = 30 * minute;

export const sessionPageUrl = (
  baseUrl: string,
  session: Pick<CheckoutSession, 'sessionId' | 'key'>,
) => `${baseUrl}/checkout/${session.sessionId}?key=${session.key}`;
