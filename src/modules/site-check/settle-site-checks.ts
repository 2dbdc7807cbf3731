import type { Services } from '../../services.js';
import type { JobScope } from '../job/job.store.js';
import { joinSiteCheck } from './join-site-check.js';

/**
 * Settles every request that is due, and its job with it, so that no list or total of jobs depends
 * on whether the sweep has run.
 *
 * @param scope whose jobs are about to be read; those of site checks belong to `public`
 * @returns how many requests were due
 */
export async function settleSiteChecks(services: Services, scope: JobScope): Promise<number> {
  const { siteChecks, publicIntegratorId } = services;
  if (scope.integratorId !== undefined && scope.integratorId !== publicIntegratorId) return 0;
  const due = await siteChecks.settleDue();
  for (const id of due) await joinSiteCheck(services, id);
  return due.length;
}
