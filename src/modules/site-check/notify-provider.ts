import { hour } from '../../lib/units.js';
import type { Services } from '../../services.js';
import type { CheckoutSession } from '../payment/payment.js';
import { describeProviderError, FinalPaymentError } from '../payment/provider-error.js';
import type { SiteCheck } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

/** Longer than a call takes: after it, who claimed the call must have been killed. */
const claimMilliseconds = 15_000;
const retryMilliseconds = 30_000;
const retryMillisecondsMax = hour;

/**
 * When a request is taken up again, the later the more often the provider has refused for good. What was
 * refused least decides, so that it does not wait for the others.
 */
export function notifyDelay({ checkouts }: Pick<SiteCheck, 'checkouts'>): number {
  const owed = checkouts.filter(({ due }) => due !== null);
  const errors = owed.map(({ refundAttempts = 0 }) => refundAttempts);
  return Math.min(retryMilliseconds * 2 ** Math.min(...errors), retryMillisecondsMax);
}

/**
 * The session whose provider is to be notified next: the first that is owed behind the one that was tried
 * last, so that one that fails every time never holds up another one for good.
 */
export function owedSession({
  checkouts,
  triedSession,
}: Pick<SiteCheck, 'checkouts' | 'triedSession'>): CheckoutSession | null {
  const tried = checkouts.findIndex(({ sessionId }) => sessionId === triedSession);
  const inOrder = [...checkouts.slice(tried + 1), ...checkouts.slice(0, tried + 1)];
  return inOrder.find(({ due }) => due !== null) ?? null;
}

/**
 * Notifies a session's provider of what it still has to know. The sandbox is notified at once; a provider
 * behind a network in a task of its own, which one of many callers starts, so that none of them
 * waits for it.
 *
 * @param session the owed one
 * @param resume called when the provider was notified or has failed, by the task alone
 */
export async function notifyProvider(
  services: Services,
  request: SiteCheck,
  session: CheckoutSession,
  resume: () => Promise<unknown>,
): Promise<void> {
  const id = request._id;
  if (session.provider === 'sandbox') return call(services, id, session);
  const claimed = await claim(services, id);
  if (!claimed) return;
  call(services, id, claimed)
    .then(resume)
    .catch((error) => {
      services.log.warn(
        { err: error, siteCheck: id },
        'site check: reconciliation failed, retrying later',
      );
    });
}

/** @returns the session to notify of, or null when another process does so or has done */
async function claim(services: Services, id: string): Promise<CheckoutSession | null> {
  let claimed: CheckoutSession | null = null;
  await services.siteChecks.change(id, (found) => {
    const now = services.clock.now();
    const free = !found.retryAt || found.retryAt <= now;
    claimed = free ? owedSession(found) : null;
    if (!claimed) return null;
    const retryAt = new Date(now.getTime() + claimMilliseconds);
    return new SiteCheckChange(found, now).set({ retryAt });
  });
  return claimed;
}

/** Closes or refunds a session at its provider, then stores that it is done. */
async function call(services: Services, id: string, session: CheckoutSession): Promise<void> {
  try {
    const provider = services.payments.of(session.provider);
    if (session.due === 'refund') await provider.refund(session);
    else await provider.close(session);
  } catch (error) {
    const { sessionId, due } = session;
    const data = { provider: describeProviderError(error), siteCheck: id, sessionId, due };
    services.log.warn(data, 'site check: the payment provider failed, retrying later');
    return storeFailure(services, id, session, error);
  }
  await storeSuccess(services, id, session);
  await services.siteChecks.clearRetry(id);
}

async function storeFailure(
  { siteChecks, clock }: Services,
  id: string,
  session: CheckoutSession,
  error: unknown,
): Promise<void> {
  const { refundAttempts = 0, sessionId } = session;
  const at = new Date(clock.now().getTime() + notifyDelay(await siteChecks.get(id)));
  await siteChecks.retryLater(id, at, sessionId);
  if (!(error instanceof FinalPaymentError)) return;
  await siteChecks.change(id, (found) =>
    new SiteCheckChange(found, clock.now()).session(sessionId, {
      refundAttempts: refundAttempts + 1,
    }),
  );
}

async function storeSuccess(
  { siteChecks, clock }: Services,
  id: string,
  session: CheckoutSession,
): Promise<void> {
  const { sessionId, due, providerSessionId } = session;
  await siteChecks.change(id, (found) => {
    const stored = found.checkouts.find((one) => one.sessionId === sessionId);
    // Opened at the provider meanwhile: what was closed then was not that session.
    if (stored?.due !== due || stored.providerSessionId !== providerSessionId) return null;
    const now = clock.now();
    const change = new SiteCheckChange(found, now);
    if (due === 'close') return change.session(sessionId, { due: null });
    change.session(sessionId, { due: null, refundedAt: now });
    // A payment that came for a closed session never was the request's own.
    if (stored.state === 'paid') return change.pay('refunded');
    const data = { status: 'refunded', previous_status: 'paid' };
    return change.emitPayment('refunded', stored, data);
  });
}
