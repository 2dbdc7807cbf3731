import { ApiError, englishText, errorText } from '../../errors.js';
import type { Clock } from '../../lib/clock.js';
import { day, second } from '../../lib/units.js';
import type { Services } from '../../services.js';
import { type AdvanceRequest, advanceDaysMax, offsetDaysMax, offsetMsMax } from './clock.js';
import type { StepsRun } from './run-steps.js';

interface Used {
  integratorId: string;
  integrators: Services['integrators'];
  /** Real time. */
  clock: Clock;
  /** Performs the steps due up to a moment. */
  run(until: Date): Promise<StepsRun>;
}

/** @throws ApiError `bad_user_input` for a time that is not ahead, or too far ahead */
function checkTarget(to: Date, now: Date): void {
  const ahead = to.getTime() - now.getTime();
  if (ahead > 0 && ahead <= advanceDaysMax * day) return;
  const message = `to must be later than ${now.toISOString()}, by at most ${advanceDaysMax} days`;
  throw new ApiError('bad_user_input', englishText(`${message}.`), {
    members: { issues: [{ path: ['input', 'to'], message, input: to.toISOString() }] },
  });
}

/**
 * Moves the clock of a sandbox: first performs the steps due until then, then changes the offset, guarded by its
 * revision. A call that loses the race continues from the other's clock, so that concurrent calls run sequentially.
 * After a crash the steps are done and the clock is behind; the next call continues.
 *
 * @throws ApiError `bad_user_input`, `clock_limit`
 */
export async function moveClock(
  request: AdvanceRequest,
  { integratorId, integrators, clock, run }: Used,
): Promise<{ offsetMs: number; stepsRun: number; more: boolean }> {
  let stepsRun = 0;
  for (let first = true; ; first = false) {
    const { clockOffsetMs = 0, clockRevision = 0 } = await integrators.get(integratorId);
    const now = new Date(clock.now().getTime() + clockOffsetMs);
    const target =
      'to' in request ? request.to : new Date(now.getTime() + request.seconds * second);
    if (first) checkTarget(target, now);
    const ahead = Math.max(0, target.getTime() - now.getTime());
    if (clockOffsetMs + ahead > offsetMsMax) {
      throw new ApiError('clock_limit', errorText('error.clock', { max: offsetDaysMax }));
    }
    const { count, more, reached } = await run(target);
    stepsRun += count;
    const end = more ? (reached ?? now) : target;
    const offsetMs = clockOffsetMs + Math.max(0, end.getTime() - now.getTime());
    if (await integrators.moveClock(integratorId, clockRevision, offsetMs)) {
      return { offsetMs, stepsRun, more };
    }
  }
}
