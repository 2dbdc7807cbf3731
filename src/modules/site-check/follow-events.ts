import { createDueWork } from '../../aggregate/due-work.js';
import type { Loop } from '../../aggregate/loop.js';
import { isUnavailable } from '../../lib/mongo.js';
import type { Services } from '../../services.js';
import { type ReconcileNeeds, reconcileSiteCheck, retryAt } from './reconcile-site-check.js';

async function reconcile(services: ReconcileNeeds, id: string): Promise<void> {
  const { siteChecks, log, clock } = services;
  try {
    if (await siteChecks.peek(id)) await reconcileSiteCheck(services, id);
  } catch (error) {
    // A request that cannot be reconciled must not block the others.
    if (isUnavailable(error)) throw error;
    log.error({ err: error, siteCheck: id }, 'site check: reconciliation failed, retrying later');
    await siteChecks.retryLater(id, retryAt(clock.now()));
  }
}

/**
 * Reconciles requests and jobs whenever either changes, and retries failures.
 * @returns the retry loop, which the caller starts and stops
 */
export function followSiteChecks(services: ReconcileNeeds & Pick<Services, 'followers'>): Loop {
  const { followers, siteChecks, clock, log } = services;
  const requestOf = (data: Record<string, unknown>) => String(data['request_id'] ?? '') || null;
  followers.followEvents('site-checks', ({ data }) => reconcile(services, requestOf(data) ?? ''), {
    subject: ({ data }) => requestOf(data),
  });
  const retries = createDueWork({
    name: 'site checks',
    earliest: siteChecks.earliestRetries,
    work: (id) => reconcile(services, id),
    clock,
    log,
  });
  siteChecks.onRetry(retries.wake);
  return retries;
}
