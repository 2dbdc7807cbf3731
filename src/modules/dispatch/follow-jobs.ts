import type { LoggedEvent } from '../../aggregate/event-log.js';
import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import type { Job } from '../job/job.js';
import { type DispatchNeeds, startRun } from './start-dispatch-run.js';

/** Events after which a job has another assignee or none. */
const followed = new Set([
  'job.opened',
  'job.assigned',
  'job.cancelled',
  'job.failed',
  'job.expired',
]);

/** Returns whether the event opens a job for the first time: no run can have offered it. */
const opensFirst = ({ type, data }: LoggedEvent) =>
  type === 'job.opened' && data['previous_status'] === 'created';

const jobOf = ({ type, data }: LoggedEvent): string | null =>
  followed.has(type) && typeof data['job_id'] === 'string' ? data['job_id'] : null;

/** Expected errors of an automatic dispatch; operators resolve them. */
const expected = new Set(['no_candidates', 'dispatch_running', 'invalid_transition']);

/** Starts a run for an open job that has had none since it was opened. */
async function startOwn(services: DispatchNeeds, { _id, openedAt }: Job): Promise<void> {
  const [newest] = await services.dispatch.runs.ofJob(_id);
  if (newest && openedAt && newest.createdAt >= openedAt) return;
  try {
    await startRun(services, _id, { providerIds: [], candidates: [] });
  } catch (error) {
    if (!(error instanceof ApiError && expected.has(error.code))) throw error;
    services.log.info({ job: _id, code: error.code }, 'dispatch: no run started');
  }
}

/**
 * Reconciles runs with changes of their jobs, including after a process was killed in between; with AUTO_DISPATCH,
 * starts a run for each operator job that opens.
 */
export function followJobs(services: DispatchNeeds & Pick<Services, 'config'>): void {
  const { followers, dispatch, jobs, config } = services;
  const subject = (event: LoggedEvent) =>
    opensFirst(event) && !config.autoDispatch ? null : jobOf(event);
  followers.followEvents(
    'dispatch',
    async (event) => {
      const jobId = subject(event);
      if (jobId === null) return;
      const named = event.data['run_id'];
      if (typeof named === 'string') await dispatch.runs.find(named);
      await dispatch.runs.ofJob(jobId);
      const job = config.autoDispatch ? await jobs.get(jobId, {}) : null;
      if (job?.status === 'open' && job.executionMode === 'operator') await startOwn(services, job);
    },
    { subject },
  );
}
