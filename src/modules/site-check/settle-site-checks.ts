import { isUnavailable } from '../../lib/mongo.js';
import type { Services } from '../../services.js';
import type { JobScope } from '../job/job.js';
import type { JobReconciler } from '../job/jobs.js';
import { type ReconcileNeeds, reconcileSiteCheck } from './reconcile-site-check.js';

/** Services that reconcile all due site checks. */
export type SettleNeeds = ReconcileNeeds & Pick<Services, 'publicIntegratorId'>;

/** Maximum number of requests reconciled at the same time. */
const chunkSize = 20;

/** Returns whether a scope contains no jobs of site checks: those belong to `public`. */
const hasNoSiteChecks = (
  { publicIntegratorId }: Pick<Services, 'publicIntegratorId'>,
  { integratorId }: JobScope,
) => integratorId !== undefined && integratorId !== publicIntegratorId;

/** Reconciles requests with their jobs. Failures are logged and skipped. */
async function reconcileAll(services: ReconcileNeeds, ids: readonly string[]): Promise<void> {
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

/** Settles the due jobs of site checks and their requests. @returns the number of due jobs */
async function settleJobs(services: SettleNeeds, customerId: string | undefined): Promise<number> {
  const { jobs, publicIntegratorId } = services;
  const ids = await jobs.unreconciled.settleDue({ integratorId: publicIntegratorId }, customerId);
  const places = ids.length > 0 ? await jobs.listPlaces(ids) : [];
  await reconcileAll(
    services,
    places.flatMap(({ requestId }) => requestId ?? []),
  );
  return ids.length;
}

/** Settles the due requests and their jobs. @returns the number of due requests */
async function settleRequests(
  services: ReconcileNeeds,
  scope: { customerId?: string },
): Promise<number> {
  const ids = await services.siteChecks.settleDue(scope);
  await reconcileAll(services, ids);
  return ids.length;
}

/**
 * Settles every due request and job and reconciles the two, so that no list or total depends on whether the sweep has
 * run.
 *
 * @param scope owner of the requests; all if empty
 * @returns the number of due requests and jobs
 */
export async function settleSiteChecks(
  services: SettleNeeds,
  scope: { customerId?: string },
): Promise<number> {
  const [requests, jobs] = await Promise.all([
    settleRequests(services, scope),
    settleJobs(services, scope.customerId),
  ]);
  return requests + jobs;
}

/** The reconciler that the job module uses for jobs of site checks. */
export const siteCheckReconciler = (services: SettleNeeds): JobReconciler => ({
  async reconcile(job) {
    return job.requestId === null ? job : (await reconcileSiteCheck(services, job.requestId)).job;
  },
  settleDue: async (scope) =>
    hasNoSiteChecks(services, scope) ? 0 : settleSiteChecks(services, {}),
  settlesInto: ['cancelled'],
  async isDue(scope, among) {
    if (hasNoSiteChecks(services, scope)) return false;
    if (!among) return services.siteChecks.isDue();
    // Only an unconfirmed request falls due, and its job is still `created`.
    const unconfirmed = among.filter(({ status }) => status === 'created');
    const ids = unconfirmed.flatMap(({ requestId }) => requestId ?? []);
    return ids.length > 0 && services.siteChecks.isDue({ _id: { $in: ids } });
  },
});
