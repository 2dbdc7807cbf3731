import { type Job, jobTransitions } from '../job/job.js';
import type { SiteCheck } from './site-check.js';
import { closed, type SiteCheckStatus, unconfirmed } from './states.js';

/** The next step that reconciles a request and its job; one guarded write each. */
export type ReconcileStep =
  /** Stores the owner of the site check in the job. */
  | { kind: 'own_job' }
  | { kind: 'open_job' }
  | { kind: 'cancel_job' }
  /** Moves the request through these states in one write; the report is created before `report_ready`. */
  | { kind: 'move_request'; path: SiteCheckStatus[]; reason: string | null };

type Request = Pick<SiteCheck, 'status' | 'followed' | 'customerId'>;
type Followable = Pick<Job, 'status' | 'statusReason' | 'completedAt' | 'setBackAt' | 'customerId'>;

const sameTime = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime();

/**
 * Returns the next step, derived from the two documents only, so that it can be planned at any time and again after an
 * interruption. A request that is over ends its job; a confirmed one opens it; from then on the request follows the job
 * through the states that the job has passed.
 *
 * @returns null if the two agree
 */
export function planReconciliation(request: Request, job: Followable): ReconcileStep | null {
  const { status } = request;
  if (request.customerId !== job.customerId) return { kind: 'own_job' };
  if (closed.includes(status) || status === 'unserviceable') {
    return jobTransitions[job.status].includes('cancelled') ? { kind: 'cancel_job' } : null;
  }
  if (job.status === 'created') return unconfirmed.includes(status) ? null : { kind: 'open_job' };
  const path = pathTo(request, job);
  const over = closed.includes(path.at(-1) ?? status);
  return path.length === 0
    ? null
    : { kind: 'move_request', path, reason: over ? job.statusReason : null };
}

function pathTo({ status, followed }: Request, job: Followable): SiteCheckStatus[] {
  const reported = status === 'report_ready' || status === 'completed';
  if (job.status === 'cancelled') return reported ? ['disputed', 'cancelled'] : ['cancelled'];
  if (unconfirmed.includes(status)) return [];

  const toWork: SiteCheckStatus[] = status === 'in_progress' ? [] : ['in_progress'];
  const setBackSince = !sameTime(job.setBackAt, followed.setBackAt);
  const unreported = status === 'confirmed' || status === 'in_progress' || setBackSince;
  switch (job.status) {
    case 'in_progress':
    case 'submitted':
      return toWork;
    case 'failed':
      return status === 'confirmed' ? ['cancelled'] : [...toWork, 'cancelled'];
    case 'expired':
      return status === 'confirmed' ? ['expired'] : [...toWork, 'expired'];
    case 'completed':
      if (unreported) return [...toWork, 'report_ready'];
      if (status === 'disputed') return ['report_ready'];
      return sameTime(job.completedAt, followed.completedAt) ? [] : ['disputed', 'report_ready'];
    case 'disputed':
      if (unreported) return [...toWork, 'report_ready', 'disputed'];
      return status === 'disputed' ? [] : ['disputed'];
    default:
      return [];
  }
}
