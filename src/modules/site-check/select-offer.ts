import { z } from 'zod';
import { ApiError, type ErrorCode, errorText } from '../../errors.js';
import { quoted } from '../../lib/quoted.js';
import { text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { evaluateServiceability } from '../catalogue/serviceability.js';
import { makeQuote } from './offer-quote.js';
import { type Party, viewFor } from './party.js';
import { type ReconcileNeeds, reconcileSiteCheck } from './reconcile-site-check.js';
import { requester, siteCheckTarget } from './requester.js';
import {
  openSession,
  type SelectedOffer,
  type SiteCheck,
  type SiteCheckView,
} from './site-check.js';
import { invalidTransition, SiteCheckChange } from './site-check-change.js';
import { closed, unconfirmed } from './states.js';

/** The secret that opens a request, as a member of a body. */
export const accessTokenField = text(16, 128)
  .meta({ secret: true })
  .describe('Access token returned when the site check was requested.');

/** An access token that can be replaced by a Bearer token or an operator's key. */
export const accessTokenArgument = accessTokenField
  .nullish()
  .describe('Access token. Omit it to use the Bearer token, or the API key of an operator.');

export const offerKeyField = text(2, 40).describe('Key of an offer of the quote.');

/** PublicSiteCheckSelectOfferIn of the API. */
export const selectOfferInput = z
  .object({
    accessToken: accessTokenField,
    offerKey: offerKeyField,
  })
  .meta({ document: 'PublicSiteCheckSelectOfferIn', description: 'The offer to select.' });

/** @throws ApiError if no offer can be selected in the request's state */
function requireChoosable(request: SiteCheck): void {
  if (closed.includes(request.status)) throw invalidTransition(request);
  if (request.status === 'unserviceable') {
    throw new ApiError('offer_not_available', errorText('error.not_served'));
  }
  if (!unconfirmed.includes(request.status)) {
    throw new ApiError('already_paid', errorText('error.confirmed'));
  }
}

/**
 * Returns an offer of the quote of a request in its selected form.
 * @throws ApiError `offer_not_available`
 */
export function offerOf(request: SiteCheck, offerKey: string, now: Date): SelectedOffer {
  const offer = request.quote?.offers.find((one) => one.offerKey === offerKey);
  if (!request.quote || !offer?.available || offer.amountMinor === null) {
    const others = request.quote?.offers.filter((one) => one.available) ?? [];
    const offers = others.map((one) => one.offerKey).join(', ');
    throw new ApiError(
      'offer_not_available',
      errorText('error.offer_key', { key: quoted(offerKey) }),
      {
        hint: offers
          ? errorText('error.hint_offer_key', { offers })
          : errorText('error.hint_no_offer'),
      },
    );
  }
  const { label, amountMinor, currency, executionMode, turnaroundHours } = offer;
  return {
    offerKey,
    label,
    amountMinor,
    currency,
    executionMode,
    turnaroundHours,
    quoteId: request.quote.quoteId,
    selectedAt: now,
  };
}

/** Replaces an expired quote by a new one; the serviceability is evaluated again. */
function requote(
  services: Pick<Services, 'catalogue'>,
  request: SiteCheck,
  now: Date,
): SiteCheckChange {
  const { catalogue } = services;
  const serviceability = evaluateServiceability(catalogue, request);
  const quote = makeQuote(catalogue, { serviceKey: request.serviceKey, serviceability }, now);
  const change = new SiteCheckChange(request, now)
    .set({ serviceability, quote, lastStepAt: now })
    .quote(quote ? 'ready' : 'unavailable');
  return quote
    ? change.emit('site_check.quoted', {
        request_id: request._id,
        job_id: request.jobId,
        status: request.status,
        previous_status: request.status,
      })
    : change;
}

/** Accepts an offer of a ready quote; a free one confirms the request immediately. */
export function accept(change: SiteCheckChange, selectedOffer: SelectedOffer): SiteCheckChange {
  const { executionMode, selectedAt } = selectedOffer;
  change.quote('accepted').set({ selectedOffer, executionMode, lastStepAt: selectedAt });
  change.move('offer_selected');
  if (selectedOffer.amountMinor === 0) change.pay('not_required').move('confirmed');
  return change;
}

/** Plans the selection; null if the same offer is already selected. */
function planSelection(request: SiteCheck, offerKey: string, now: Date): SiteCheckChange | null {
  const selectedOffer = offerOf(request, offerKey, now);
  const change = new SiteCheckChange(request, now);
  if (request.quoteStatus === 'accepted') {
    if (request.selectedOffer?.offerKey === offerKey) return null;
    const open = openSession(request);
    if (open) change.closeSession(open, 'cancelled', { reason: 'Another offer was chosen.' });
    change.quote('ready').move('quoted');
    if (change.after.paymentStatus === 'failed') change.pay('unpaid');
  }
  return accept(change, selectedOffer);
}

/** Errors that selecting an offer can return. */
export const selectionErrors = [
  'offer_not_available',
  'already_paid',
  'quote_expired',
  'invalid_transition',
] as const satisfies readonly ErrorCode[];

/**
 * Selects an offer; another one can be selected until it is paid.
 * @throws ApiError `site_check_not_found` and any of `selectionErrors`
 */
export async function selectOffer(
  services: ReconcileNeeds,
  party: Party,
  requestId: string,
  offerKey: string,
): Promise<SiteCheckView> {
  await viewFor(services, party, requestId);
  // Stays true if another call has renewed the quote in the meantime: this caller has not seen it.
  let sawExpired = false;
  await services.siteChecks.change(requestId, (request) => {
    requireChoosable(request);
    const now = services.clock.now();
    if (request.quoteStatus === 'expired') {
      sawExpired = true;
      return requote(services, request, now);
    }
    return sawExpired ? null : planSelection(request, offerKey, now);
  });
  if (sawExpired) throw new ApiError('quote_expired', errorText('error.quote_expired'));
  return reconcileSiteCheck(services, requestId);
}

export const selectSiteCheckOffer = operation({
  name: 'selectSiteCheckOffer',
  kind: 'mutation',
  description: 'Select an offer of the quote. A free offer confirms the site check immediately.',
  access: requester,
  target: siteCheckTarget,
  input: selectOfferInput,
  errors: selectionErrors,
  example: {
    access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs',
    offer_key: 'standard_72h',
  },
  rest: post('/v1/public/site-checks/{request_id}/select-offer', {
    tool: { name: 'select_site_check_offer' },
    tag: 'Site checks',
    summary: 'Select an offer',
  }),
  run: ({ services, viewer }, { requestId, input }) =>
    selectOffer(services, viewer, requestId, input.offerKey),
});
