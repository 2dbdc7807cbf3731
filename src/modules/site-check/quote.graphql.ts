import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { serviceabilityLevel } from '../catalogue/catalogue-schema.js';
import type { Offer } from '../catalogue/quote.js';
import type { Serviceability } from '../catalogue/serviceability.js';
import { ExecutionModeRef } from '../job/job.graphql.js';
import type { Quote, SelectedOffer, SiteCheck } from './site-check.js';
import { quoteStatus } from './states.js';

export const QuoteStatusRef = enumType('QuoteStatus', quoteStatus, 'Where a quote stands.', {
  pending: 'It is being made.',
  ready: 'An offer can be chosen.',
  unavailable: 'There is nothing to offer.',
  accepted: 'An offer of it is chosen; it does not expire.',
  expired: 'Too old; choosing makes a fresh one.',
});

const ServiceabilityLevelRef = enumType(
  'ServiceabilityLevel',
  serviceabilityLevel,
  'What can be done at a place.',
  {
    covered: 'Every offer is available.',
    limited: 'Not every offer is available.',
    self_service_only: 'Too far to send somebody; capturing it yourself is possible.',
    unserviceable: 'Nothing can be done there.',
  },
);

const OfferRef = builder.objectRef<Offer>('Offer').implement({
  description: 'One way to have it done.',
  fields: (t) => ({
    offerKey: t.exposeString('offerKey', { description: 'Key, to choose it by.' }),
    label: t.exposeString('label', { description: 'Name for people.' }),
    description: t.exposeString('description', { description: 'What is done.' }),
    executionMode: t.expose('executionMode', {
      type: ExecutionModeRef,
      description: 'Who goes there.',
    }),
    amountMinor: t.exposeInt('amountMinor', {
      nullable: true,
      description:
        'Price in whole minor units of the currency, 0 when free; null when not available.',
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code.' }),
    turnaroundHours: t.exposeInt('turnaroundHours', {
      description: 'Within how many hours the report is there.',
    }),
    includes: t.exposeStringList('includes', { description: 'What the price includes.' }),
    recommended: t.exposeBoolean('recommended', { description: 'Whether we advise it.' }),
    available: t.exposeBoolean('available', { description: 'Whether it can be had there.' }),
  }),
});

interface ShownQuote {
  quote: Quote;
  request: SiteCheck;
}

export const QuoteRef = builder.objectRef<ShownQuote>('SiteCheckQuote').implement({
  extensions: { document: 'PublicSiteCheckQuoteOut' },
  description: 'What is offered, for how much, until when (PublicSiteCheckQuoteOut).',
  fields: (t) => ({
    quoteId: t.field({ type: 'UUID', description: 'Its id.', resolve: (q) => q.quote.quoteId }),
    status: t.field({
      type: QuoteStatusRef,
      description: 'Where it stands.',
      resolve: (q) => q.request.quoteStatus,
    }),
    currency: t.string({ description: 'ISO 4217 code.', resolve: (q) => q.quote.currency }),
    offers: t.field({
      type: [OfferRef],
      description: 'Every offer; those that cannot be had say so.',
      resolve: (q) => q.quote.offers,
    }),
    message: t.string({ description: 'In plain words.', resolve: (q) => q.quote.message }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: (q) => q.quote.createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When it expires unless an offer of it is chosen.',
      resolve: (q) => q.quote.expiresAt,
    }),
  }),
});

export const ServiceabilityRef = builder.objectRef<Serviceability>('Serviceability').implement({
  extensions: { document: 'PublicServiceabilityGuidanceOut' },
  description:
    'What can be done at the place, said before any money is asked (PublicServiceabilityGuidanceOut).',
  fields: (t) => ({
    serviceable: t.exposeBoolean('serviceable', {
      description: 'Whether any offer is available there.',
    }),
    level: t.expose('level', { type: ServiceabilityLevelRef, description: 'How well.' }),
    message: t.exposeString('message', { description: 'In plain words.' }),
    reasons: t.exposeStringList('reasons', { description: 'What it was judged by.' }),
    marketCity: t.exposeString('marketCity', { description: 'The nearest city we work from.' }),
    marketCityKey: t.exposeString('marketCityKey', { description: 'Its key.' }),
    distanceKm: t.exposeFloat('distanceKm', { description: 'Great-circle kilometres to it.' }),
    estimatedHoursMin: t.exposeInt('estimatedHoursMin', {
      nullable: true,
      description: 'How long it takes at least, as a rule.',
    }),
    estimatedHoursMax: t.exposeInt('estimatedHoursMax', {
      nullable: true,
      description: 'How long it takes at most, as a rule.',
    }),
    suggestedExecutionMode: t.expose('suggestedExecutionMode', {
      type: ExecutionModeRef,
      nullable: true,
      description: 'Who had best go there; null where nothing can be done.',
    }),
  }),
});

export const SelectedOfferRef = builder.objectRef<SelectedOffer>('SelectedOffer').implement({
  extensions: { document: 'PublicSelectedOfferOut' },
  description: 'The offer as it was chosen (PublicSelectedOfferOut).',
  fields: (t) => ({
    offerKey: t.exposeString('offerKey', { description: 'Its key.' }),
    label: t.exposeString('label', { description: 'Its name.' }),
    amountMinor: t.exposeInt('amountMinor', { description: 'Price in whole minor units.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code.' }),
    executionMode: t.expose('executionMode', {
      type: ExecutionModeRef,
      description: 'Who goes there.',
    }),
    turnaroundHours: t.exposeInt('turnaroundHours', {
      description: 'Within how many hours the report is there.',
    }),
    quoteId: t.expose('quoteId', { type: 'UUID', description: 'The quote it was taken from.' }),
    selectedAt: t.expose('selectedAt', { type: 'DateTime', description: 'When it was chosen.' }),
  }),
});
