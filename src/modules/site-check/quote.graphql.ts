import { answerLanguage } from '../../context.js';
import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { query } from '../../graphql/operations.js';
import type { StepTemplate } from '../catalogue/catalogue.js';
import { serviceabilityLevel } from '../catalogue/catalogue-schema.js';
import { getServiceability } from '../catalogue/get-serviceability.js';
import { type CatalogueService, listServices } from '../catalogue/list-services.js';
import type { Offer } from '../catalogue/quote.js';
import { offerIn, offerLabel } from '../catalogue/service-texts.js';
import type { Serviceability } from '../catalogue/serviceability.js';
import { ExecutionModeRef } from '../job/job-enums.graphql.js';
import { QuestionRef } from '../question/question.graphql.js';
import { quoteMilliseconds } from './offer-quote.js';
import type { Quote, SelectedOffer, SiteCheck } from './site-check.js';
import { quoteStatus } from './states.js';

export const QuoteStatusRef = enumType('QuoteStatus', quoteStatus, 'Status of a quote.', {
  pending: 'The quote is being created.',
  ready: 'An offer can be selected.',
  unavailable: 'No offer is available.',
  accepted: 'An offer is selected; the quote no longer expires.',
  expired: 'The quote has expired; selecting an offer creates a new quote.',
});

const ServiceabilityLevelRef = enumType(
  'ServiceabilityLevel',
  serviceabilityLevel,
  'Level of coverage at a place.',
  {
    covered: 'Every offer is available.',
    limited: 'Some offers are not available.',
    self_service_only: 'The place is too far for a verifier; self-service capture is available.',
    unserviceable: 'No offer is available.',
  },
);

const OfferRef = builder.objectRef<Offer>('Offer').implement({
  description: 'An offer of a quote.',
  fields: (t) => ({
    offerKey: t.exposeString('offerKey', {
      description: 'Key of the offer; use it to select the offer.',
    }),
    label: t.exposeString('label', { description: 'Name for display.' }),
    description: t.exposeString('description', { description: 'Description of the service.' }),
    executionMode: t.expose('executionMode', {
      type: ExecutionModeRef,
      description: 'Who captures the evidence.',
    }),
    amountMinor: t.exposeInt('amountMinor', {
      nullable: true,
      description:
        'Price in whole minor units of the currency; 0 when free, null when not available.',
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 currency code.' }),
    turnaroundHours: t.exposeInt('turnaroundHours', {
      description: 'Time to the report in hours, at most.',
    }),
    includes: t.exposeStringList('includes', { description: 'Services included in the price.' }),
    recommended: t.exposeBoolean('recommended', {
      description: 'Whether the offer is recommended.',
    }),
    available: t.exposeBoolean('available', {
      description: 'Whether the offer is available at the place.',
    }),
  }),
});

interface ShownQuote {
  quote: Quote;
  request: SiteCheck;
}

export const QuoteRef = builder.objectRef<ShownQuote>('SiteCheckQuote').implement({
  extensions: { document: 'PublicSiteCheckQuoteOut' },
  description: 'A quote with its offers and expiry (PublicSiteCheckQuoteOut).',
  fields: (t) => ({
    quoteId: t.field({
      type: 'UUID',
      description: 'Id of the quote.',
      resolve: (q) => q.quote.quoteId,
    }),
    status: t.field({
      type: QuoteStatusRef,
      description: 'Current status of the quote.',
      resolve: (q) => q.request.quoteStatus,
    }),
    currency: t.string({
      description: 'ISO 4217 currency code.',
      resolve: (q) => q.quote.currency,
    }),
    offers: t.field({
      type: [OfferRef],
      description: 'All offers; those not available at the place are marked.',
      resolve({ quote }, _args, ctx) {
        const language = answerLanguage(ctx);
        return quote.offers.map((offer) => offerIn(ctx.services.catalogue, offer, language));
      },
    }),
    message: t.string({ description: 'Explanation for display.', resolve: (q) => q.quote.message }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (q) => q.quote.createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: `Time when the quote expires unless an offer is selected, ${quoteMilliseconds / 3_600_000} hours after its creation.`,
      resolve: (q) => q.quote.expiresAt,
    }),
  }),
});

export const ServiceabilityRef = builder.objectRef<Serviceability>('Serviceability').implement({
  extensions: { document: 'PublicServiceabilityGuidanceOut' },
  description:
    'Assessment of which offers are available at a place (PublicServiceabilityGuidanceOut).',
  fields: (t) => ({
    serviceable: t.exposeBoolean('serviceable', {
      description: 'Whether any offer is available at the place.',
    }),
    level: t.expose('level', { type: ServiceabilityLevelRef, description: 'Level of coverage.' }),
    message: t.exposeString('message', { description: 'Explanation for display.' }),
    reasons: t.exposeStringList('reasons', { description: 'Reasons for the level, for display.' }),
    marketCity: t.exposeString('marketCity', { description: 'Name of the nearest market city.' }),
    marketCityKey: t.exposeString('marketCityKey', {
      description: 'Key of the nearest market city.',
    }),
    distanceKm: t.exposeFloat('distanceKm', {
      description: 'Great-circle distance to the market city in kilometres.',
    }),
    estimatedHoursMin: t.exposeInt('estimatedHoursMin', {
      nullable: true,
      description:
        'Shortest typical time to the report in hours; null when the place cannot be served.',
    }),
    estimatedHoursMax: t.exposeInt('estimatedHoursMax', {
      nullable: true,
      description:
        'Longest typical time to the report in hours; null when the place cannot be served.',
    }),
    suggestedExecutionMode: t.expose('suggestedExecutionMode', {
      type: ExecutionModeRef,
      nullable: true,
      description: 'Suggested execution mode; null when the place cannot be served.',
    }),
  }),
});

query(getServiceability, ServiceabilityRef);

export const SelectedOfferRef = builder.objectRef<SelectedOffer>('SelectedOffer').implement({
  extensions: { document: 'PublicSelectedOfferOut' },
  description: 'The offer as it was selected (PublicSelectedOfferOut).',
  fields: (t) => ({
    offerKey: t.exposeString('offerKey', { description: 'Key of the offer.' }),
    label: t.string({
      description: 'Name for display.',
      resolve: (offer, _args, ctx) =>
        offerLabel(ctx.services.catalogue, offer, answerLanguage(ctx)),
    }),
    amountMinor: t.exposeInt('amountMinor', {
      description: 'Price in whole minor units of the currency; 0 when free.',
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 currency code.' }),
    executionMode: t.expose('executionMode', {
      type: ExecutionModeRef,
      description: 'Who captures the evidence.',
    }),
    turnaroundHours: t.exposeInt('turnaroundHours', {
      description: 'Time to the report in hours, at most.',
    }),
    quoteId: t.expose('quoteId', {
      type: 'UUID',
      description: 'Id of the quote that contained the offer.',
    }),
    selectedAt: t.expose('selectedAt', { type: 'DateTime', description: 'Time of the selection.' }),
  }),
});

const ServiceStepRef = builder.objectRef<StepTemplate>('ServiceStep').implement({
  description: 'A step that a service asks evidence for.',
  fields: (t) => ({
    stepName: t.exposeString('stepName', { description: 'Key of the step in a job.' }),
    label: t.exposeString('label', { description: 'What the evidence has to show.' }),
    required: t.exposeBoolean('required', {
      description: 'Whether the job is complete only with evidence that passes for this step.',
    }),
    instructions: t.exposeString('instructions', {
      description: 'What the person on site has to do.',
    }),
  }),
});

const CatalogueServiceRef = builder.objectRef<CatalogueService>('CatalogueService').implement({
  description: 'A kind of check that can be requested.',
  fields: (t) => ({
    serviceKey: t.exposeString('serviceKey', { description: 'Key to request the service by.' }),
    label: t.exposeString('label', { description: 'Name of the service for customers.' }),
    steps: t.field({
      type: [ServiceStepRef],
      description: 'Steps of a job of this service, in their order.',
      resolve: ({ steps }) => steps,
    }),
    questions: t.field({
      type: [QuestionRef],
      description: 'Questions asked on site besides the objective, in their order.',
      resolve: ({ questions }) => questions,
    }),
  }),
});

query(listServices, [CatalogueServiceRef]);
