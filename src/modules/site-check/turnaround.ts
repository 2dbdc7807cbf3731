import type { Services } from '../../services.js';
import { defaultTurnaroundHours } from '../job/job-change.js';

/**
 * Returns the promised hours of jobs, counted from when they are opened: those of the selected offer, or 72 for a job
 * of an integrator.
 *
 * @returns hours by the id of the job
 */
export async function turnaroundHoursOf(
  { siteChecks }: Pick<Services, 'siteChecks'>,
  jobs: readonly { _id: string; requestId: string | null }[],
): Promise<Map<string, number>> {
  const requestIds = jobs.flatMap(({ requestId }) => requestId ?? []);
  const promised = await siteChecks.turnarounds(requestIds);
  return new Map(
    jobs.map(({ _id, requestId }) => [
      _id,
      promised.get(requestId ?? '') ?? defaultTurnaroundHours,
    ]),
  );
}
