import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import { ApiError, type ErrorCode, errorText } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import { day } from '../../lib/units.js';
import { languageFor } from '../../messages/match-language.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { offerLabel } from '../catalogue/service-texts.js';
import {
  type CheckoutSession,
  type Purchase,
  sessionMilliseconds,
  sessionPageUrl,
} from '../payment/payment.js';
import { describeProviderError } from '../payment/provider-error.js';
import { sessionClosed } from './end-checkout.js';
import { type Party, viewFor } from './party.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';
import { requester, siteCheckTarget } from './requester.js';
import { accessTokenField } from './select-offer.js';
import {
  openSession,
  type SelectedOffer,
  type SiteCheck,
  type SiteCheckView,
} from './site-check.js';
import { invalidTransition, SiteCheckChange } from './site-check-change.js';
import { closed, unconfirmed } from './states.js';

/** PublicSiteCheckCreateCheckoutSessionIn of the API. */
const createCheckoutSessionInput = z.object({ accessToken: accessTokenField }).meta({
  document: 'PublicSiteCheckCreateCheckoutSessionIn',
  description: 'Access token of the site check.',
});

/** Closed sessions are kept this long, for late payments. */
const keptMilliseconds = 30 * day;
/** Maximum number of kept sessions: they are part of the request's document, which every change reads. */
const keptMax = 50;

/**
 * Returns the sessions to keep when another one is added: no session that could still be paid is dropped.
 * @throws ApiError `invalid_transition` if there are too many
 */
function keptSessions({ checkouts }: SiteCheck, now: Date): CheckoutSession[] {
  const oldest = now.getTime() - keptMilliseconds;
  const kept = checkouts.filter((one) => one.due || one.createdAt.getTime() > oldest);
  if (kept.length < keptMax) return kept;
  throw new ApiError(
    'invalid_transition',
    errorText('error.checkouts', { max: keptMax, days: keptMilliseconds / 86_400_000 }),
    { hint: errorText('error.hint_checkouts') },
  );
}

/** @throws ApiError if there is nothing to pay */
function requirePayable(request: SiteCheck): SelectedOffer {
  if (closed.includes(request.status)) throw invalidTransition(request);
  const { selectedOffer } = request;
  if (!selectedOffer) throw new ApiError('offer_not_selected');
  if (selectedOffer.amountMinor === 0) throw new ApiError('payment_not_required');
  if (!unconfirmed.includes(request.status)) throw new ApiError('already_paid');
  return selectedOffer;
}

function purchaseOf(
  services: Pick<Services, 'baseUrl' | 'catalogue'>,
  request: SiteCheck,
  session: Pick<CheckoutSession, 'sessionId' | 'key' | 'offerKey' | 'label'>,
): Purchase {
  return {
    requestId: request._id,
    // Not the language of the call: a repetition must send the provider the same values.
    offerLabel: offerLabel(services.catalogue, session, languageFor(request.language)),
    objective: request.objective,
    email: request.requesterEmail,
    pageUrl: sessionPageUrl(services.baseUrl, session),
  };
}

function newSession(
  services: Pick<Services, 'baseUrl' | 'catalogue' | 'clock' | 'payments'>,
  request: SiteCheck,
  offer: SelectedOffer,
): CheckoutSession {
  const now = services.clock.now();
  const provider = services.payments.current;
  const session: CheckoutSession = {
    sessionId: newId(),
    key: randomBytes(16).toString('base64url'),
    provider: provider.name,
    state: 'open',
    url: null,
    providerSessionId: null,
    providerPaymentId: null,
    offerKey: offer.offerKey,
    label: offer.label,
    amountMinor: offer.amountMinor,
    currency: offer.currency,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionMilliseconds),
    closedAt: null,
    paidAt: null,
    refundedAt: null,
    failureReason: null,
    due: null,
  };
  const prepared = provider.prepare(session, purchaseOf(services, request, session));
  return { ...session, url: prepared?.url ?? null };
}

/**
 * Opens a checkout session for the selected offer, or returns the open one. The session is stored first and then opened
 * at the provider under its own id, so that interrupted or concurrent calls result in one session at the provider.
 *
 * @throws ApiError `site_check_not_found`, any of `checkoutErrors`, and `unavailable` if the provider fails
 */
export async function openCheckout(
  ctx: RequestContext,
  party: Party,
  requestId: string,
): Promise<SiteCheckView> {
  const { services } = ctx;
  await viewFor(services, party, requestId);
  const request = await services.siteChecks.change(requestId, (found) => {
    const offer = requirePayable(found);
    if (openSession(found)) return null;
    if (found.status === 'quoted') throw new ApiError('offer_not_selected');
    const now = services.clock.now();
    const kept = keptSessions(found, now);
    const session = newSession(services, found, offer);
    return new SiteCheckChange(found, now)
      .set({ checkouts: [...kept, session], lastStepAt: now })
      .pay('pending')
      .move('awaiting_payment');
  });
  const session = openSession(request);
  if (session && session.url === null) await openAtProvider(ctx, request, session);
  return reconcileSiteCheck(services, requestId);
}

const endedUnpaid = ({ state }: CheckoutSession) => state !== 'open' && state !== 'paid';

async function openAtProvider(
  ctx: RequestContext,
  request: SiteCheck,
  session: CheckoutSession,
): Promise<void> {
  const { services } = ctx;
  let opened: { url: string; providerSessionId: string };
  try {
    const provider = services.payments.of(session.provider);
    opened = await provider.open(session, purchaseOf(services, request, session));
  } catch (error) {
    const provider = describeProviderError(error);
    services.log.error(
      { provider, requestId: ctx.requestId },
      'checkout session: the payment provider failed',
    );
    throw new ApiError('unavailable', errorText('error.payment_provider'), {
      headers: { 'retry-after': '5' },
    });
  }
  const stored = await services.siteChecks.change(request._id, (found) => {
    const present = found.checkouts.find((one) => one.sessionId === session.sessionId);
    if (!present || present.providerSessionId) return null;
    const change = new SiteCheckChange(found, services.clock.now());
    // If it was closed in the meantime, the provider could not be notified, because it had no id for it yet.
    const due = endedUnpaid(present) ? (present.due ?? 'close') : present.due;
    return change.session(session.sessionId, { ...opened, due });
  });
  const ended = stored.checkouts.find((one) => one.sessionId === session.sessionId);
  if (!ended || !endedUnpaid(ended)) return;
  await reconcileSiteCheck(services, request._id);
  throw sessionClosed(ended);
}

/** Errors that opening a checkout session can return. */
export const checkoutErrors = [
  'offer_not_selected',
  'payment_not_required',
  'already_paid',
  'session_closed',
  'invalid_transition',
] as const satisfies readonly ErrorCode[];

export const createCheckoutSession = operation({
  name: 'createCheckoutSession',
  kind: 'mutation',
  description: 'Create a checkout session for the selected offer, or return the open session.',
  access: requester,
  target: siteCheckTarget,
  input: createCheckoutSessionInput,
  errors: checkoutErrors,
  example: { access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs' },
  rest: post('/v1/public/site-checks/{request_id}/checkout-session', {
    tool: { name: 'create_checkout_session' },
    tag: 'Site checks',
    summary: 'Create a checkout session',
  }),
  run: (ctx, { requestId }) => openCheckout(ctx, ctx.viewer, requestId),
});
