import type { Services } from '../../services.js';
import type { DispatchRun } from './dispatch-run.js';
import { RunChange } from './run-change.js';

/** Erases what the runs of an erased job say of persons; may be repeated. */
export async function eraseRuns(
  { dispatch, clock }: Pick<Services, 'dispatch' | 'clock'>,
  jobId: string,
): Promise<void> {
  for (const id of await dispatch.runs.idsOfJob(jobId)) {
    await dispatch.runs.change(id, (run) => {
      const change = new RunChange(run, clock.now()).forget();
      const message = ({ threads, cancelReason }: DispatchRun) =>
        JSON.stringify([threads, cancelReason]);
      return message(change.after) === message(run) ? null : change;
    });
  }
}
