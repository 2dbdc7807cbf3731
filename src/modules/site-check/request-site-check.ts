import { z } from 'zod';
import { anyoneLive } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { ApiError } from '../../errors.js';
import { emailText } from '../../lib/email-text.js';
import { newId } from '../../lib/ids.js';
import { finite, list, text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { evaluateServiceability } from '../catalogue/serviceability.js';
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
import { ratePolicies } from '../rate-limit/rate-limiter.js';
import { deriveAccessToken, hashAccessToken } from './access-token.js';
import { makeQuote } from './offer-quote.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';
import { accept, offerOf } from './select-offer.js';
import type { SiteCheck, SiteCheckView } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

/** The id of an intake; a repeated one makes no second site check. */
export const intakeSubmissionIdField = text(8, 120).describe(
  'Replay protection, unique across all site checks: a repeated id with the same content returns the existing site check, access token included.',
);

/** What every request for a site check says. */
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
};

/** PublicSiteCheckRequestIn of the interface. */
export const requestSiteCheckInput = z
  .object({
    ...siteCheckFields,
    intakeSubmissionId: intakeSubmissionIdField.nullish(),
    requesterName: nameText().nullish().describe('Name of the requester.'),
    requesterEmail: emailText()
      .nullish()
      .describe(
        'Email address for questions about the site check; visible to the requester and operators only.',
      ),
    requesterPhone: text(7, 40)
      .nullish()
      .describe(
        'Phone number for questions about the site check; visible to the requester and operators only.',
      ),
  })
  .meta({
    document: 'PublicSiteCheckRequestIn',
    description: 'What to verify, where, and how to contact the requester.',
  });

/** What is requested, through whichever path. */
export type RequestedContent = z.infer<z.ZodObject<typeof siteCheckFields>> & {
  intakeSubmissionId?: string | null | undefined;
};

/** Where a request comes from. */
export interface RequestOrigin {
  /** `self_service` selects the free self-service offer at once. */
  intakeSource: Exclude<IntakeSource, 'api'>;
  name: string | null;
  email: string | null;
  phone: string | null;
  /** Account of the customer; absent for a guest. */
  customerId?: string;
}

/** A new request with the token that opens it. */
export interface RequestedSiteCheck extends SiteCheckView {
  /** A bearer secret; no other answer ever carries it. */
  accessToken: string;
}

/** What makes two requests equal; the contact of a customer is the account's, and may have changed. */
const contentOf = (request: SiteCheck) =>
  JSON.stringify([
    request.serviceKey,
    request.objective,
    request.address,
    request.latitude,
    request.longitude,
    request.notes,
    request.referencePhotos,
    ...(request.creatorId === undefined
      ? [request.requesterName, request.requesterEmail, request.requesterPhone]
      : [request.creatorId, request.intakeSource]),
  ]);

/** Key of the free offer by which a self-service request is confirmed; undefined where there is none. */
const selfServiceOffer = ({ quote }: SiteCheck) =>
  quote?.offers.find(
    (offer) => offer.executionMode === 'self_service' && offer.available && offer.amountMinor === 0,
  )?.offerKey;

/**
 * The request as it is stored first: received, judged, and quoted where the place can be served; a
 * self-service request is confirmed too.
 */
function newSiteCheck(
  services: Services,
  input: RequestedContent,
  origin: RequestOrigin,
): SiteCheck {
  const { catalogue, serverKeys, publicIntegratorId } = services;
  const now = services.clock.now();
  const id = newId();
  const serviceability = evaluateServiceability(catalogue, input);
  const serviceKey = input.serviceKey ?? null;
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
    requesterName: origin.name,
    requesterEmail: origin.email,
    requesterPhone: origin.phone,
    ...(origin.customerId !== undefined && {
      customerId: origin.customerId,
      creatorId: origin.customerId,
    }),
    ...(input.intakeSubmissionId != null && { intakeSubmissionId: input.intakeSubmissionId }),
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
 * Stores a request with its quote and makes its job, which waits for the confirmation.
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
    if (contentOf(stored) !== contentOf(draft)) {
      throw new ApiError(
        'intake_conflict',
        'This intake_submission_id was already used for a site check with different content.',
      );
    }
    ctx.notes.replayed = true;
  }
  ctx.notes.headers['cache-control'] = 'no-store';
  const accessToken = deriveAccessToken(services.serverKeys.accessTokens, stored._id);
  return { ...(await reconcileSiteCheck(services, stored._id)), accessToken };
}

/** True if a call has the id of an intake that is stored. */
export async function repeatsIntake(
  { siteChecks }: Pick<Services, 'siteChecks'>,
  args: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  // A member of the body on REST, of the argument `input` on GraphQL.
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
    }),
});
