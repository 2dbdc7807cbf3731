import type { Stripe } from 'stripe';
import { ApiError, errorText } from '../../errors.js';
import { mailableAddress, needsSmtpUtf8 } from '../../lib/email-address.js';
import { minute } from '../../lib/units.js';
import type { PaymentNotice, PaymentProvider, SessionOutcome } from './payment.js';
import { FinalPaymentError } from './provider-error.js';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Address of Stripe, for tests with a test double; Stripe itself if omitted. */
  endpoint?: { host: string; port: number; protocol: 'http' | 'https' };
}

/**
 * Stripe requires a session to be payable for at least 30 minutes; this service closes sessions after 30. The
 * difference allows a failed first call to be repeated; payments in that time are refunded.
 */
const stripeSessionMilliseconds = 61 * minute;
const toleranceSeconds = 300;
/** Per attempt; a call makes two. */
const tryMilliseconds = 4_000;
/** Per call: Stripe can request a longer pause between the attempts than a caller can wait. */
const callMilliseconds = 8_500;

/**
 * Decimal digits by which Stripe's unit of a currency is smaller than the minor unit of ISO 4217; negative: larger. For
 * every other currency, Stripe uses minor units.
 */
const smallerByDigits: Readonly<Record<string, number>> = { ISK: 2, MGA: -2, UGX: 2 };

const byDigits = (amount: number, digits: number) =>
  digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;
const toStripe = (amountMinor: number, currency: string) =>
  byDigits(amountMinor, smallerByDigits[currency] ?? 0);
const fromStripe = (amount: number, currency: string) =>
  byDigits(amount, -(smallerByDigits[currency] ?? 0));

const idOf = (value: string | { id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Maximum length of an address that is sent to Stripe. */
const emailLengthMax = 254;

/** Returns the address for Stripe's form; null if Stripe could reject it, and with it the session. */
function stripeEmail(given: string | null): string | null {
  const address = given === null ? null : mailableAddress(given);
  if (address === null || address.length > emailLengthMax || needsSmtpUtf8(address)) return null;
  return address;
}

/** Returns whether Stripe reports the session as ended or unknown, so that there is nothing to close. */
function isOver(error: unknown): boolean {
  const { type, code, message = '' } = error as { type?: string; code?: string; message?: string };
  if (type !== 'StripeInvalidRequestError') return false;
  return code === 'resource_missing' || /expire|status/i.test(message);
}

/**
 * Returns whether Stripe has evaluated the call itself, and from now on returns the same response for its idempotency
 * key.
 */
const isFinal = (error: unknown) =>
  [400, 402, 404].includes((error as { statusCode?: number }).statusCode ?? 0);

function inTime<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('Stripe took too long'), { code: 'timeout' });
    timer = setTimeout(() => reject(error), callMilliseconds);
  });
  return Promise.race([call, late]).finally(() => clearTimeout(timer));
}

const isRefunded = (error: unknown) =>
  (error as { code?: string }).code === 'charge_already_refunded';

/** Stripe Checkout with the official package, which is loaded with the first call. */
export function createStripePayments(settings: StripeSettings): PaymentProvider {
  let client: Promise<Stripe> | undefined;
  const stripe = () => {
    client ??= import('stripe').then(
      ({ Stripe: Client }) =>
        new Client(settings.secretKey, {
          maxNetworkRetries: 1,
          timeout: tryMilliseconds,
          telemetry: false,
          ...settings.endpoint,
        }),
    );
    return client;
  };

  return {
    name: 'stripe',
    prepare: () => null,

    async open(session, purchase) {
      const { sessionId, currency, createdAt } = session;
      const email = stripeEmail(purchase.email);
      const { checkout } = await stripe();
      const opening = checkout.sessions.create(
        {
          mode: 'payment',
          // A card is paid or declined immediately; no payment arrives days after the session was closed.
          allowed_payment_method_types: ['card'],
          client_reference_id: purchase.requestId,
          metadata: { request_id: purchase.requestId, session_id: sessionId },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: toStripe(session.amountMinor, currency),
                product_data: { name: purchase.offerLabel, description: purchase.objective },
              },
            },
          ],
          ...(email !== null && { customer_email: email }),
          success_url: purchase.pageUrl,
          cancel_url: purchase.pageUrl,
          expires_at: Math.floor((createdAt.getTime() + stripeSessionMilliseconds) / 1000),
        },
        { idempotencyKey: `open-${sessionId}` },
      );
      const created = await inTime(opening);
      if (!created.url) throw new Error('Stripe answered a session without an address');
      return { url: created.url, providerSessionId: created.id };
    },

    async close({ providerSessionId, sessionId }) {
      if (providerSessionId === null) return;
      try {
        const options = { idempotencyKey: `close-${sessionId}` };
        const { checkout } = await stripe();
        await inTime(checkout.sessions.expire(providerSessionId, {}, options));
      } catch (error) {
        if (!isOver(error)) throw error;
      }
    },

    async refund({ sessionId, providerPaymentId, refundAttempts = 0 }) {
      if (providerPaymentId === null) {
        throw new Error(`session ${sessionId} has no payment to refund`);
      }
      const attempt = refundAttempts === 0 ? '' : `-${refundAttempts}`;
      const { refunds } = await stripe();
      let refund: Stripe.Refund;
      try {
        refund = await inTime(
          refunds.create(
            { payment_intent: providerPaymentId, metadata: { session_id: sessionId } },
            { idempotencyKey: `refund-${sessionId}${attempt}` },
          ),
        );
      } catch (error) {
        if (isRefunded(error)) return;
        throw isFinal(error) ? new FinalPaymentError('refund_refused', { cause: error }) : error;
      }
      if (refund.status === 'failed' || refund.status === 'canceled') {
        throw new FinalPaymentError(`refund_${refund.status}`);
      }
    },

    async readNotice(payload, signature, now) {
      const { webhooks } = await stripe();
      const { webhookSecret } = settings;
      let event: Stripe.Event;
      try {
        event = await webhooks.constructEventAsync(
          payload,
          signature,
          webhookSecret,
          toleranceSeconds,
          undefined,
          now.getTime(),
        );
      } catch (error) {
        throw new ApiError('bad_request', errorText('error.stripe_signature'), {
          hint: errorText('error.hint_stripe_signature'),
          cause: error,
        });
      }
      return noticeOf(event);
    },
  };
}

function noticeOf(event: Stripe.Event): PaymentNotice | null {
  if (event.type === 'refund.failed') {
    const { id, payment_intent } = event.data.object;
    return { kind: 'refund_failed', refundId: id, providerPaymentId: idOf(payment_intent) };
  }
  const outcome = outcomeOf(event);
  if (!outcome) return null;
  const session = event.data.object as Stripe.Checkout.Session;
  const { request_id: requestId, session_id: sessionId } = session.metadata ?? {};
  if (!requestId || !sessionId) return null;
  const currency = session.currency?.toUpperCase() ?? null;
  const amount = session.amount_total ?? null;
  return {
    kind: 'session',
    noticeId: event.id,
    requestId,
    sessionId,
    outcome,
    providerSessionId: session.id,
    mode: session.mode,
    amountMinor: amount === null || currency === null ? amount : fromStripe(amount, currency),
    currency,
    pageUrl: session.success_url ?? null,
  };
}

function outcomeOf(event: Stripe.Event): SessionOutcome | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      // A bank transfer completes the session before it is paid; another event is sent when it is.
      const { payment_status, payment_intent } = event.data.object;
      if (payment_status === 'unpaid') return null;
      return { kind: 'paid', providerPaymentId: idOf(payment_intent) };
    }
    case 'checkout.session.async_payment_failed':
      return { kind: 'failed', reason: 'The payment was declined.' };
    case 'checkout.session.expired':
      return { kind: 'expired' };
    default:
      return null;
  }
}
