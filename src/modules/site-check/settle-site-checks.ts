import { isUnavailable } from '../../lib/mongo.js';
import type { Services } from '../../services.js';
import type { JobScope } from '../job/job.js';
import type { JobReconciler } from '../job/jobs.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';

/** Requests reconciled at the same time. */
const chunkSize = 20;

/** Whether no job of a scope is a site check's: those belong to `public`. */
const hasNoSiteChecks = ({ publicIntegratorId }: Services, { integratorId }: JobScope) =>
  integratorId !== undefined && integratorId !== publicIntegratorId;

/**
 * Settles every request that is due, and its job with it, so that no list or total depends on whether
 * the sweep has run. One that cannot be settled is logged and left out.
 *
 * @param scope whose requests; everybody's when empty
 * @returns how many requests were due
 */
export async function settleSiteChecks(
  services: Services,
  scope: { customerId?: string },
): Promise<number> {
  const { siteChecks, log } = services;
  const due = await siteChecks.settleDue(scope);
  const reconcile = async (id: string) => {
    try {
      await reconcileSiteCheck(services, id);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.error({ err: error, siteCheck: id }, 'site check: reconciliation failed');
    }
  };
  for (let first = 0; first < due.length; first += chunkSize) {
    await Promise.all(due.slice(first, first + chunkSize).map(reconcile));
  }
  return due.length;
}

/** What the job noun needs of site checks, whose jobs it reads and changes. */
export const siteCheckReconciler = (services: Services): JobReconciler => ({
  async reconcile(job) {
    return job.requestId === null ? job : (await reconcileSiteCheck(services, job.requestId)).job;
  },
  settleDue: async (scope) =>
    hasNoSiteChecks(services, scope) ? 0 : settleSiteChecks(services, {}),
  settlesInto: ['cancelled'],
  async isDue(scope, among) {
    if (hasNoSiteChecks(services, scope)) return false;
    if (!among) return services.siteChecks.isDue();
    // What falls due is a request's that nobody has confirmed, and its job waits for that.
    const unconfirmed = among.filter(({ status }) => status === 'created');
    const ids = unconfirmed.flatMap(({ requestId }) => requestId ?? []);
    return ids.length > 0 && services.siteChecks.isDue({ _id: { $in: ids } });
  },
});
