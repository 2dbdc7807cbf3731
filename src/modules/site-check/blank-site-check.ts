import { randomBytes } from 'node:crypto';
import { erasedText, eraseText, wholeDegrees } from '../../lib/erased.js';
import type { Services } from '../../services.js';
import type { Serviceability } from '../catalogue/serviceability.js';
import type { CheckoutSession } from '../payment/payment.js';
import { hashAccessToken } from './access-token.js';
import type { SiteCheck } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

const secret = () => randomBytes(32).toString('base64url');

/** Amount, currency, the provider's ids and times stay for the books; its page no longer opens. */
const blankCheckout = (session: CheckoutSession): CheckoutSession => ({
  ...session,
  key: secret(),
  url: null,
  failureReason: eraseText(session.failureReason),
});

/** Its distance from the city, beside whole degrees, would name the place again: whole 100 km stay. */
const blankServiceability = (found: Serviceability): Serviceability => ({
  ...found,
  distanceKm: Math.ceil(found.distanceKm / 100) * 100,
  reasons: [],
});

/**
 * Plans the erasure of a request's content. Its access token opens nothing any more.
 * @returns null where it was erased before
 */
function planBlank(request: SiteCheck, now: Date): SiteCheckChange | null {
  if (request.erasedAt) return null;
  const change = new SiteCheckChange(request, now);
  return change
    .set({
      objective: erasedText,
      address: erasedText,
      notes: erasedText,
      statusReason: eraseText(request.statusReason),
      latitude: wholeDegrees(request.latitude),
      longitude: wholeDegrees(request.longitude),
      referencePhotos: [],
      statedQuestions: undefined,
      requesterName: null,
      requesterEmail: null,
      requesterPhone: null,
      customerId: undefined,
      creatorId: undefined,
      intakeSubmissionId: undefined,
      accessTokenHash: hashAccessToken(secret()),
      serviceability: blankServiceability(request.serviceability),
      checkouts: request.checkouts.map(blankCheckout),
      erasedAt: change.now,
    } as Partial<SiteCheck>)
    .emit('site_check.erased', {
      request_id: request._id,
      job_id: request.jobId,
      status: request.status,
      previous_status: request.status,
    });
}

/**
 * Erases the content of a request in one write, after that of its job.
 * @throws ApiError `site_check_not_found`
 */
export async function blankSiteCheck(
  { siteChecks, clock }: Pick<Services, 'siteChecks' | 'clock'>,
  id: string,
): Promise<SiteCheck> {
  return siteChecks.change(id, (found) => planBlank(found, clock.now()));
}

/** Whether the log has every event of a request. */
export async function isSiteCheckRelayed(
  { siteChecks }: Pick<Services, 'siteChecks'>,
  id: string,
): Promise<boolean> {
  const request = await siteChecks.peek(id);
  return (request?.outbox.length ?? 0) === 0;
}

/** The requester's email address; null where none was given or it was erased. */
export async function findContact(
  { siteChecks }: Pick<Services, 'siteChecks'>,
  id: string,
): Promise<string | null> {
  return (await siteChecks.peek(id))?.requesterEmail ?? null;
}
