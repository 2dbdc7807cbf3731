import type { Services } from '../../services.js';
import { RunChange } from './run-change.js';

/** Erases what the runs of an erased job say of persons; may be repeated. */
export async function eraseRuns(
  { dispatch, clock }: Pick<Services, 'dispatch' | 'clock'>,
  jobId: string,
): Promise<void> {
  for (const { _id } of await dispatch.runs.ofJob(jobId)) {
    await dispatch.runs.change(_id, (run) => {
      const change = new RunChange(run, clock.now()).forget();
      const isSame = JSON.stringify(change.after.threads) === JSON.stringify(run.threads);
      return isSame ? null : change;
    });
  }
}
