import { z } from 'zod';
import { anyone } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { ApiError } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import { finite, list, text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { judgeServiceability } from '../catalogue/serviceability.js';
import {
  addressText,
  nameText,
  notesText,
  objectiveText,
  referencePhotosMax,
  serviceKeyText,
} from '../job/text-lengths.js';
import { ratePolicies } from '../rate-limit/rate-limiter.js';
import { deriveAccessToken, hashAccessToken } from './access-token.js';
import { makeQuote } from './offer-quote.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';
import type { SiteCheck, SiteCheckView } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

/** PublicSiteCheckRequestIn of the interface. */
export const requestSiteCheckInput = z
  .object({
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
    referencePhotos: list(text(0, 100_000), { max: referencePhotosMax })
      .default([])
      .describe('URLs of photos that show the subject.'),
    intakeSubmissionId: text(8, 120)
      .nullish()
      .describe(
        'Replay protection, unique across all site checks: a repeated id with the same content returns the existing site check, access token included.',
      ),
    requesterName: nameText().nullish().describe('Name of the requester.'),
    requesterEmail: text(5, 320)
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
export type RequestSiteCheckInput = z.infer<typeof requestSiteCheckInput>;

/** A new request with the token that opens it. */
export interface RequestedSiteCheck extends SiteCheckView {
  /** A bearer secret; no other answer ever carries it. */
  accessToken: string;
}

const contentOf = (request: SiteCheck) =>
  JSON.stringify([
    request.serviceKey,
    request.objective,
    request.address,
    request.latitude,
    request.longitude,
    request.notes,
    request.referencePhotos,
    request.requesterName,
    request.requesterEmail,
    request.requesterPhone,
  ]);

/** The request as it is stored first: received, judged, and quoted where the place can be served. */
function newSiteCheck(services: Services, input: RequestSiteCheckInput): SiteCheck {
  const { catalogue, serverKeys, publicIntegratorId } = services;
  const now = services.clock.now();
  const id = newId();
  const serviceability = judgeServiceability(catalogue, input);
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
    intakeSource: 'public_site_check',
    serviceKey,
    objective: input.objective,
    address: input.address,
    latitude: input.latitude,
    longitude: input.longitude,
    notes: input.notes,
    referencePhotos: input.referencePhotos,
    requesterName: input.requesterName ?? null,
    requesterEmail: input.requesterEmail ?? null,
    requesterPhone: input.requesterPhone ?? null,
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
  const ids = { request_id: id, job_id: draft.jobId };
  change.emit('site_check.received', { ...ids, status: 'received', previous_status: null });
  change.quote(draft.quote ? 'ready' : 'unavailable');
  change.move(draft.quote ? 'quoted' : 'unserviceable');
  return { ...change.after, revision: 1, outbox: change.events };
}

/** Stores a request with its quote and makes its job, which waits for the confirmation. */
async function request(
  ctx: RequestContext,
  input: RequestSiteCheckInput,
): Promise<RequestedSiteCheck> {
  const { services } = ctx;
  const draft = newSiteCheck(services, input);
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

export const requestSiteCheck = operation({
  name: 'requestSiteCheck',
  kind: 'mutation',
  description: 'Requests a site check and returns a quote. No API key is required.',
  access: anyone,
  input: requestSiteCheckInput,
  refusals: ['intake_conflict'],
  limit: ratePolicies.creates,
  example: {
    objective: 'Is the shop open?',
    address: 'Alexanderplatz 1, 10178 Berlin',
    latitude: 52.5219,
    longitude: 13.4132,
    notes: 'The entrance is on the square.',
    requester_email: 'ada@example.com',
  },
  rest: post('/v1/public/site-checks', {
    tag: 'Site checks',
    summary: 'Request a site check',
    status: 201,
    location: (answer) => `/v1/public/site-checks/${answer.request_id}`,
  }),
  run: (ctx, { input }) => request(ctx, input),
});
