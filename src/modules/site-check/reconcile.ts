import { type Job, jobTransitions } from '../job/job.js';
import type { SiteCheck } from './site-check.js';
import { closed, type SiteCheckStatus, unconfirmed } from './states.js';

/** The next thing to do so that a request and its job agree; one guarded write each. */
export type ReconcileStep =
  /** The job notes whose site check it serves. */
  | { kind: 'own_job' }
  | { kind: 'open_job' }
  | { kind: 'cancel_job' }
  /** The request passes these states, in one write; the report is made before `report_ready`. */
  | { kind: 'move_request'; path: SiteCheckStatus[]; reason: string | null };

type Request = Pick<SiteCheck, 'status' | 'followed' | 'customerId'>;
type Followable = Pick<Job, 'status' | 'statusReason' | 'completedAt' | 'setBackAt' | 'customerId'>;

const sameTime = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime();

/**
 * What is to be done next, judged from the two documents alone, so that it may be asked at any time
 * and again after any interruption. A request that is over ends its job; a confirmed one opens it;
 * from there the request follows the job, through the states that the job has passed since.
 *
 * @returns null when the two agree
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
