import { isUnavailable } from '../../lib/mongo.js';
import type { Services } from '../../services.js';
import type { JobScope } from '../job/job.js';
import type { JobReconciler } from '../job/jobs.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';

/** Requests reconciled at the same time. */
const chunkSize = 20;

/** Whether no job of a scope is a site check's: those belong to `public`. */
const hasNoSiteChecks = (
  { publicIntegratorId }: Pick<Services, 'publicIntegratorId'>,
  { integratorId }: JobScope,
) => integratorId !== undefined && integratorId !== publicIntegratorId;

/** Brings requests in line with their jobs. One that cannot be is logged and left out. */
async function reconcileAll(services: Services, ids: readonly string[]): Promise<void> {
  const reconcile = async (id: string) => {
    try {
      await reconcileSiteCheck(services, id);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      services.log.error({ err: error, siteCheck: id }, 'site check: reconciliation failed');
    }
  };
  for (let first = 0; first < ids.length; first += chunkSize) {
    await Promise.all(ids.slice(first, first + chunkSize).map(reconcile));
  }
}

/** Settles the jobs of site checks that are due, and their requests with them. @returns how many were due */
async function settleJobs(services: Services, customerId: string | undefined): Promise<number> {
  const { jobs, publicIntegratorId } = services;
  const ids = await jobs.unreconciled.settleDue({ integratorId: publicIntegratorId }, customerId);
  const places = ids.length > 0 ? await jobs.listPlaces(ids) : [];
  await reconcileAll(
    services,
    places.flatMap(({ requestId }) => requestId ?? []),
  );
  return ids.length;
}

/** Settles the requests that are due, and their jobs with them. @returns how many were due */
async function settleRequests(services: Services, scope: { customerId?: string }): Promise<number> {
  const ids = await services.siteChecks.settleDue(scope);
  await reconcileAll(services, ids);
  return ids.length;
}

/**
 * Settles every request and every job that is due, and brings the two in line, so that no list or total
 * depends on whether the sweep has run.
 *
 * @param scope whose requests; everybody's when empty
 * @returns how many requests and jobs were due
 */
export async function settleSiteChecks(
  services: Services,
  scope: { customerId?: string },
): Promise<number> {
  const [requests, jobs] = await Promise.all([
    settleRequests(services, scope),
    settleJobs(services, scope.customerId),
  ]);
  return requests + jobs;
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
