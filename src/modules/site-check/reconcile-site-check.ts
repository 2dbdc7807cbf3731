import { ApiError } from '../../errors.js';
import { isUnavailable } from '../../lib/mongo.js';
import type { Services } from '../../services.js';
import type { Job } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import { makeVersion, type ReportNeeds } from '../report/create-report.js';
import { ensureJob } from './make-job.js';
import { notifyProvider, owedSession } from './notify-provider.js';
import { planReconciliation, type ReconcileStep } from './reconcile.js';
import type { SiteCheck, SiteCheckView } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

/** Services that reconcile a site check with its job and its payments. */
export type ReconcileNeeds = ReportNeeds & Pick<Services, 'log' | 'payments' | 'siteChecks'>;

const retryMilliseconds = 30_000;

/** Returns when failed work is retried. */
export const retryAt = (now: Date) => new Date(now.getTime() + retryMilliseconds);

/**
 * Reconciles a request and its job, and notifies the payment provider. Each step is one guarded write; after an
 * interruption, the next call continues from the stored state. A step that fails is recorded and retried later; the
 * result is the current state.
 *
 * @throws ApiError `site_check_not_found`
 */
export async function reconcileSiteCheck(
  services: ReconcileNeeds,
  id: string,
): Promise<SiteCheckView> {
  const { siteChecks } = services;
  for (;;) {
    const request = await siteChecks.get(id);
    const job = await ensureJob(services, request);
    const step = job.erasedAt ? null : planReconciliation(request, job);
    const owed = owedSession(request);
    const waits = request.retryAt !== undefined && request.retryAt > services.clock.now();
    try {
      if (step) await take(services, request, job, step);
      else if (owed && !waits)
        await notifyProvider(services, request, owed, () => reconcileSiteCheck(services, id));
      else {
        if (request.retryAt && !owed) await siteChecks.clearRetry(id);
        return { request, job };
      }
    } catch (error) {
      if (isUnavailable(error)) throw error;
      services.log.warn(
        { err: error, siteCheck: id },
        'site check: reconciliation failed, retrying later',
      );
      await siteChecks.retryLater(id, retryAt(services.clock.now()));
      return { request, job };
    }
  }
}

async function take(
  services: ReportNeeds & Pick<Services, 'siteChecks'>,
  request: SiteCheck,
  job: Job,
  step: ReconcileStep,
): Promise<void> {
  const { siteChecks, clock } = services;
  const jobs = services.jobs.unreconciled;
  // A change that follows an expiry has the time of the expiry, not the time when it was noticed.
  const expired = [request, job].find(({ status }) => status === 'expired');
  const now = () => expired?.updatedAt ?? clock.now();
  const stillWanted = (found: Job) => planReconciliation(request, found)?.kind === step.kind;
  switch (step.kind) {
    case 'own_job':
      await jobs.change(job._id, {}, (found) =>
        stillWanted(found)
          ? new JobChange(found, clock.now()).set({ customerId: request.customerId })
          : null,
      );
      return;
    case 'open_job':
      await jobs.change(job._id, {}, (found) =>
        stillWanted(found)
          ? new JobChange(found, now())
              .set({
                executionMode: request.executionMode,
                turnaroundHours: request.selectedOffer?.turnaroundHours,
              })
              .move('open')
          : null,
      );
      return;
    case 'cancel_job': {
      const reason = request.statusReason ?? `The site check is ${request.status}.`;
      await jobs.change(job._id, {}, (found) =>
        stillWanted(found) ? new JobChange(found, now()).move('cancelled', { reason }) : null,
      );
      return;
    }
    case 'move_request':
      if (step.path.includes('report_ready') && !(await makeReport(services, job))) return;
      await siteChecks.change(request._id, (found) => {
        // Only if the request is unchanged since the step was planned; otherwise it is planned again.
        if (found.revision !== request.revision) return null;
        const change = new SiteCheckChange(found, now());
        for (const status of step.path) {
          change.move(status, {
            reason: status === step.path.at(-1) ? step.reason : null,
            by: job.cancelledBy ?? 'operator',
          });
        }
        const { completedAt, setBackAt } = job;
        return change.set({ followed: { completedAt, setBackAt } });
      });
  }
}

/** @returns false if the job has gone back to work in the meantime and has to be reconciled again */
async function makeReport(services: ReportNeeds, job: Job): Promise<boolean> {
  try {
    await makeVersion(services, job._id, {}, services.jobs.unreconciled);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'report_not_ready') return false;
    throw error;
  }
}

/** Returns a reconciled site check with its job; null if it does not exist. */
export async function findReconciled(
  services: ReconcileNeeds,
  requestId: string,
): Promise<SiteCheckView | null> {
  try {
    return await reconcileSiteCheck(services, requestId);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'site_check_not_found') return null;
    throw error;
  }
}
