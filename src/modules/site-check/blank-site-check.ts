import { erasedFields } from '../../lib/field-policy.js';
import type { Services } from '../../services.js';
import { type SiteCheck, siteCheckPolicies } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

/**
 * Plans the erasure of a request's content.
 * @returns null if it is already erased
 */
function planBlank(request: SiteCheck, now: Date): SiteCheckChange | null {
  if (request.erasedAt) return null;
  const change = new SiteCheckChange(request, now);
  return change
    .set({ ...erasedFields(siteCheckPolicies, request, { at: change.now }), erasedAt: change.now })
    .emit('site_check.erased', {
      request_id: request._id,
      job_id: request.jobId,
      status: request.status,
      previous_status: request.status,
    });
}

/**
 * Erases the content of a request in one write, after the content of its job.
 * @throws ApiError `site_check_not_found`
 */
export async function blankSiteCheck(
  { siteChecks, clock }: Pick<Services, 'siteChecks' | 'clock'>,
  id: string,
): Promise<SiteCheck> {
  return siteChecks.change(id, (found) => planBlank(found, clock.now()));
}

/** Returns whether the log has every event of a request. */
export async function isSiteCheckRelayed(
  { siteChecks }: Pick<Services, 'siteChecks'>,
  id: string,
): Promise<boolean> {
  const request = await siteChecks.peek(id);
  return (request?.outbox.length ?? 0) === 0;
}

/** Returns the requester's email address; null if none was given or it was erased. */
export async function findContact(
  { siteChecks }: Pick<Services, 'siteChecks'>,
  id: string,
): Promise<string | null> {
  return (await siteChecks.peek(id))?.requesterEmail ?? null;
}
