import type { Stripe } from 'stripe';
import { ApiError } from '../../errors.js';
import { currencyExponent } from '../../lib/money.js';
import type { CheckoutSession, PaymentProvider, SessionOutcome } from './payment.js';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Where Stripe is, for tests against a double; Stripe itself when left out. */
  endpoint?: { host: string; port: number; protocol: 'http' | 'https' };
}

/** What a webhook says of one of our sessions. */
export interface StripeNotice {
  requestId: string;
  sessionId: string;
  outcome: SessionOutcome;
}

export interface StripePayments extends PaymentProvider {
  /**
   * Reads a webhook whose signature is Stripe's and not older than five minutes.
   *
   * @returns null for an event that changes nothing here
   * @throws ApiError `bad_request` when the signature is missing, wrong or too old
   */
  readWebhook(payload: string, signature: string, now: Date): Promise<StripeNotice | null>;
}

/**
 * Stripe wants a session to be payable for at least 30 minutes; ours close after 30. The difference
 * lets a first call that failed be repeated; what is paid meanwhile is refunded.
 */
const stripeSessionMilliseconds = 61 * 60_000;
const toleranceSeconds = 300;
const callMilliseconds = 8_000;

/** Currencies without minor unit that Stripe all the same counts in hundredths. */
const countedInHundredths = new Set(['ISK', 'UGX']);

function stripeAmount(amountMinor: number, currency: string): number {
  return countedInHundredths.has(currency) && currencyExponent(currency) === 0
    ? amountMinor * 100
    : amountMinor;
}

const idOf = (value: string | { id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Whether Stripe says that the session is over or unknown, so that there is nothing to close. */
function isOver(error: unknown): boolean {
  const { type, code, message = '' } = error as { type?: string; code?: string; message?: string };
  if (type !== 'StripeInvalidRequestError') return false;
  return code === 'resource_missing' || /expire|status/i.test(message);
}

const isRefunded = (error: unknown) =>
  (error as { code?: string }).code === 'charge_already_refunded';

/** Stripe Checkout through the official package, which is loaded with the first call. */
export function createStripePayments(settings: StripeSettings): StripePayments {
  let client: Promise<Stripe> | undefined;
  const stripe = () => {
    client ??= import('stripe').then(
      ({ Stripe: Client }) =>
        new Client(settings.secretKey, {
          maxNetworkRetries: 2,
          timeout: callMilliseconds,
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
      const created = await (await stripe()).checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: purchase.requestId,
          metadata: { request_id: purchase.requestId, session_id: sessionId },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: stripeAmount(session.amountMinor, currency),
                product_data: { name: session.label, description: purchase.objective },
              },
            },
          ],
          ...(purchase.email !== null && { customer_email: purchase.email }),
          success_url: purchase.pageUrl,
          cancel_url: purchase.pageUrl,
          expires_at: Math.floor((createdAt.getTime() + stripeSessionMilliseconds) / 1000),
        },
        { idempotencyKey: `open-${sessionId}` },
      );
      if (!created.url) throw new Error('Stripe answered a session without an address');
      return { url: created.url, providerSessionId: created.id };
    },

    async close({ providerSessionId, sessionId }) {
      if (providerSessionId === null) return;
      try {
        const options = { idempotencyKey: `close-${sessionId}` };
        await (await stripe()).checkout.sessions.expire(providerSessionId, {}, options);
      } catch (error) {
        if (!isOver(error)) throw error;
      }
    },

    async refund(session: CheckoutSession) {
      if (session.providerPaymentId === null) {
        throw new Error(`session ${session.sessionId} has no payment to refund`);
      }
      try {
        await (await stripe()).refunds.create(
          {
            payment_intent: session.providerPaymentId,
            metadata: { session_id: session.sessionId },
          },
          { idempotencyKey: `refund-${session.sessionId}` },
        );
      } catch (error) {
        if (!isRefunded(error)) throw error;
      }
    },

    async readWebhook(payload, signature, now) {
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
        throw new ApiError('bad_request', 'The signature is missing, wrong or too old.', {
          hint: 'Check STRIPE_WEBHOOK_SECRET and the clock.',
          cause: error,
        });
      }
      return noticeOf(event);
    },
  };
}

function noticeOf(event: Stripe.Event): StripeNotice | null {
  const outcome = outcomeOf(event);
  if (!outcome) return null;
  const { metadata } = event.data.object as Stripe.Checkout.Session;
  const { request_id: requestId, session_id: sessionId } = metadata ?? {};
  return requestId && sessionId ? { requestId, sessionId, outcome } : null;
}

function outcomeOf(event: Stripe.Event): SessionOutcome | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      // A bank transfer completes the session before it is paid; another event follows then.
      const { payment_status, payment_intent } = event.data.object;
      if (payment_status !== 'paid') return null;
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
