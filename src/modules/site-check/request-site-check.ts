import { z } from 'zod';
import { anyoneLive } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { emailText } from '../../lib/email-text.js';
import { newId } from '../../lib/ids.js';
import { inputHash, repeatsInput } from '../../lib/input-hash.js';
import { languageRule, languageTag } from '../../lib/language-tag.js';
import { finite, list, text } from '../../lib/schema.js';
import { ratePolicies } from '../../limits.js';
import { acceptedLanguage } from '../../messages/accept-language.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { evaluateServiceability } from '../catalogue/serviceability.js';
import { assignmentOf, statedQuestions, withStatedQuestions } from '../job/create-job.js';
import type { IntakeSource } from '../job/job.js';
import {
  addressText,
  nameText,
  notesText,
  objectiveText,
  referencePhotosMax,
  referencePhotoText,
  serviceKeyText,
} from '../job/text-lengths.js';
import { questionsFields } from '../question/question.js';
import { deriveAccessToken, hashAccessToken } from './access-token.js';
import { makeQuote } from './offer-quote.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';
import { accept, offerOf } from './select-offer.js';
import type { SiteCheck, SiteCheckView } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

/** The id of an intake; repeating it creates no second site check. */
export const intakeSubmissionIdField = text(8, 120).describe(
  'Replay protection, unique across all site checks: a repeated id with the same content returns the existing site check, access token included.',
);

/** The content of every request for a site check. */
export const siteCheckFields = {
  serviceKey: serviceKeyText()
    .nullish()
    .describe(
      'Key of a service in the catalogue; null or unknown for the default steps and prices.',
    ),
  objective: objectiveText().describe('What to verify, in one sentence.'),
  address: addressText().describe('Address as a person on site would look for it.'),
  latitude: finite({ ge: -90, le: 90 }).describe('Latitude in degrees, WGS 84.'),
  longitude: finite({ ge: -180, le: 180 }).describe('Longitude in degrees, WGS 84.'),
  notes: notesText().describe('Notes for the verifier.'),
  referencePhotos: list(referencePhotoText(), { max: referencePhotosMax })
    .default([])
    .describe('URLs of photos that show the subject.'),
  ...questionsFields,
};

/** PublicSiteCheckRequestIn of the API. */
export const requestSiteCheckInput = z
  .object({
    ...siteCheckFields,
    intakeSubmissionId: intakeSubmissionIdField.nullish(),
    requesterName: nameText().nullish().describe('Name of the requester.'),
    requesterEmail: emailText()
      .nullish()
      .describe(
        'Email address that receives the private link and mail about the site check; visible to the requester and operators only.',
      ),
    requesterPhone: text(7, 40)
      .nullish()
      .describe(
        'Phone number for questions about the site check; visible to the requester and operators only.',
      ),
    language: languageTag()
      .nullish()
      .describe(
        `Language of mails about the site check. ${languageRule} Omitted or null: that of Accept-Language.`,
      ),
  })
  .meta({
    document: 'PublicSiteCheckRequestIn',
    description: 'What to verify, where, and how to contact the requester.',
  });

/** The content of a request, for all intake paths. */
export type RequestedContent = z.infer<z.ZodObject<typeof siteCheckFields>> & {
  intakeSubmissionId?: string | null | undefined;
};

/** The origin of a request. */
export interface RequestOrigin {
  /** `self_service` selects the free self-service offer immediately. */
  intakeSource: Exclude<IntakeSource, 'api'>;
  name: string | null;
  email: string | null;
  phone: string | null;
  /** Language of mails to a guest; null if unknown. */
  language: string | null;
  /** Account of the customer; absent for a guest. */
  customerId?: string;
}

/** A new request with its access token. */
export interface RequestedSiteCheck extends SiteCheckView {
  /** A bearer secret; no other response contains it. */
  accessToken: string;
}

/**
 * Returns the values that a replay repeats: the input, its sender and its intake path. The contact of a customer is
 * excluded: it is the account's, and can change.
 */
const replayed = (input: RequestedContent, { customerId, intakeSource }: RequestOrigin) => ({
  ...input,
  creatorId: customerId,
  intakeSource,
});

const repeats = (input: RequestedContent, origin: RequestOrigin, stored: SiteCheck) => {
  const shape = stored.creatorId === undefined ? requestSiteCheckInput.shape : siteCheckFields;
  const members = [...Object.keys(shape), 'intakeSubmissionId', 'creatorId', 'intakeSource'];
  return repeatsInput(replayed(input, origin), withStatedQuestions(stored), members);
};

/** Returns the key of the free offer that confirms a self-service request; undefined if there is no such offer. */
const selfServiceOffer = ({ quote }: SiteCheck) =>
  quote?.offers.find(
    (offer) => offer.executionMode === 'self_service' && offer.available && offer.amountMinor === 0,
  )?.offerKey;

/**
 * Returns the request in its first stored form: received, with serviceability, and quoted if the place can be served. A
 * self-service request is also confirmed.
 */
function newSiteCheck(
  services: Pick<Services, 'catalogue' | 'clock' | 'publicIntegratorId' | 'serverKeys'>,
  input: RequestedContent,
  origin: RequestOrigin,
): SiteCheck {
  const { catalogue, serverKeys, publicIntegratorId } = services;
  const now = services.clock.now();
  const id = newId();
  const serviceability = evaluateServiceability(catalogue, input);
  const serviceKey = input.serviceKey ?? null;
  // Its job is created later, and could then no longer reject content that does not fit the service.
  assignmentOf(catalogue, input);
  const stated = statedQuestions(input);
  const draft: SiteCheck = {
    _id: id,
    integratorId: publicIntegratorId,
    jobId: newId(),
    status: 'received',
    statusReason: null,
    paymentStatus: 'unpaid',
    quoteStatus: 'pending',
    executionMode: serviceability.suggestedExecutionMode ?? 'operator',
    intakeSource: origin.intakeSource,
    serviceKey,
    objective: input.objective,
    address: input.address,
    latitude: input.latitude,
    longitude: input.longitude,
    notes: input.notes,
    referencePhotos: input.referencePhotos,
    ...(stated && { statedQuestions: stated }),
    requesterName: origin.name,
    requesterEmail: origin.email,
    requesterPhone: origin.phone,
    ...(origin.language !== null && { language: origin.language }),
    ...(origin.customerId !== undefined && {
      customerId: origin.customerId,
      creatorId: origin.customerId,
    }),
    ...(input.intakeSubmissionId != null && {
      intakeSubmissionId: input.intakeSubmissionId,
      inputSha256: inputHash(replayed(input, origin)),
    }),
    accessTokenHash: hashAccessToken(deriveAccessToken(serverKeys.accessTokens, id)),
    serviceability,
    quote: makeQuote(catalogue, { serviceKey, serviceability }, now),
    selectedOffer: null,
    checkouts: [],
    followed: { completedAt: null, setBackAt: null },
    lastStepAt: now,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    outbox: [],
  };
  const change = new SiteCheckChange(draft, now);
  change.emit('site_check.received', {
    request_id: id,
    job_id: draft.jobId,
    ...(origin.customerId !== undefined && { customer_id: origin.customerId }),
    status: 'received',
    previous_status: null,
  });
  change.quote(draft.quote ? 'ready' : 'unavailable');
  change.move(draft.quote ? 'quoted' : 'unserviceable');
  const offerKey = origin.intakeSource === 'self_service' ? selfServiceOffer(draft) : undefined;
  if (offerKey !== undefined) accept(change, offerOf(draft, offerKey, now));
  return { ...change.after, revision: 1, outbox: change.events };
}

/**
 * Stores a request with its quote and creates its job, which waits for the confirmation.
 * @throws ApiError `intake_conflict`
 */
export async function storeRequest(
  ctx: RequestContext,
  input: RequestedContent,
  origin: RequestOrigin,
): Promise<RequestedSiteCheck> {
  const { services } = ctx;
  const draft = newSiteCheck(services, input, origin);
  let stored = await services.siteChecks.insert(draft);
  if (!stored) {
    stored = await services.siteChecks.getByIntake(input.intakeSubmissionId ?? '');
    if (!repeats(input, origin, stored)) {
      throw new ApiError('intake_conflict', errorText('error.intake'));
    }
    ctx.notes.replayed = true;
  }
  ctx.notes.headers['cache-control'] = 'no-store';
  const accessToken = deriveAccessToken(services.serverKeys.accessTokens, stored._id);
  return { ...(await reconcileSiteCheck(services, stored._id)), accessToken };
}

/** Returns whether the intake id of a call is already stored. */
export async function repeatsIntake(
  { siteChecks }: Pick<Services, 'siteChecks'>,
  args: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  // A member of the body in REST, of the argument `input` in GraphQL.
  const input = (args['input'] ?? args) as { intakeSubmissionId?: unknown };
  const id = input.intakeSubmissionId;
  return intakeSubmissionIdField.safeParse(id).success && siteChecks.hasIntake(String(id));
}

export const requestSiteCheck = operation({
  name: 'requestSiteCheck',
  kind: 'mutation',
  description: 'Request a site check and return a quote. No API key is required.',
  access: anyoneLive,
  input: requestSiteCheckInput,
  errors: ['intake_conflict'],
  limit: ratePolicies.creates,
  repeats: repeatsIntake,
  example: {
    objective: 'Is the shop open?',
    address: 'Alexanderplatz 1, 10178 Berlin',
    latitude: 52.5219,
    longitude: 13.4132,
    notes: 'The entrance is on the square.',
    requester_email: 'ada@example.com',
  },
  rest: post('/v1/public/site-checks', {
    tool: { name: 'request_site_check', annotations: { idempotentHint: true } },
    tag: 'Site checks',
    summary: 'Request a site check',
    status: 201,
    location: (answer) => `/v1/public/site-checks/${answer.request_id}`,
  }),
  run: (ctx, { input }) =>
    storeRequest(ctx, input, {
      intakeSource: 'public_site_check',
      name: input.requesterName ?? null,
      email: input.requesterEmail ?? null,
      phone: input.requesterPhone ?? null,
      language: input.language ?? acceptedLanguage(ctx.acceptLanguage),
    }),
});
