import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ApiError, errorText } from '../../errors.js';
import type { Services } from '../../services.js';
import type { CheckoutSession, SessionOutcome } from '../payment/payment.js';
import { endCheckout } from './end-checkout.js';
import type { ReconcileNeeds } from './reconcile-site-check.js';
import type { SiteCheck } from './site-check.js';

/** The outcomes of the buttons on the sandbox's page. */
export const checkoutOutcome = z.enum(['paid', 'declined', 'cancelled']);
export type CheckoutOutcome = z.infer<typeof checkoutOutcome>;

/** A checkout session with its request. */
export interface ShownCheckout {
  request: SiteCheck;
  session: CheckoutSession;
}

const notFound = () => new ApiError('not_found', errorText('error.checkout_link'));

/**
 * Returns the session of a checkout page.
 * @param key the random part of the URL
 * @throws ApiError `not_found`, for a wrong key as for an unknown session
 */
export async function getCheckout(
  services: Pick<Services, 'siteChecks'>,
  sessionId: string,
  key: string,
): Promise<ShownCheckout> {
  const found = await services.siteChecks.findBySession(sessionId);
  const stored = found?.checkouts.find((one) => one.sessionId === sessionId);
  const expected = Buffer.from(stored?.key ?? '');
  const given = Buffer.from(key);
  if (!found || expected.length !== given.length || !timingSafeEqual(expected, given)) {
    throw notFound();
  }
  const request = await services.siteChecks.get(found._id);
  const session = request.checkouts.find((one) => one.sessionId === sessionId);
  if (!session) throw notFound();
  return { request, session };
}

/**
 * Pays, declines or cancels a sandbox session, for the buttons of its page.
 * @throws ApiError `not_found`, `session_closed`
 */
export async function endSandboxCheckout(
  services: ReconcileNeeds,
  sessionId: string,
  key: string,
  kind: CheckoutOutcome,
): Promise<ShownCheckout> {
  const { request, session } = await getCheckout(services, sessionId, key);
  // Simulated payments are disabled when a real provider is configured.
  if (session.provider !== 'sandbox' || services.payments.current.name !== 'sandbox') {
    throw new ApiError('session_closed', errorText('error.checkout_elsewhere'));
  }
  const outcomes: Record<typeof kind, SessionOutcome> = {
    paid: { kind: 'paid', providerPaymentId: null },
    declined: { kind: 'failed', reason: 'The payment was declined.' },
    cancelled: { kind: 'cancelled' },
  };
  await endCheckout(services, request._id, sessionId, outcomes[kind]);
  return getCheckout(services, sessionId, key);
}
