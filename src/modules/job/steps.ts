import { ApiError, errorText } from '../../errors.js';
import { quoted } from '../../lib/quoted.js';
import type { Job, Step } from './job.js';

/** Returns whether every required step has passed. */
export const isShown = (steps: readonly Step[]): boolean =>
  steps.every((step) => !step.required || isDone(step));

export const isDone = (step: Step): boolean =>
  step.status === 'passed' || step.status === 'skipped';

/** @throws ApiError `step_not_found` naming the first name that the job lacks */
export function checkStepNames(job: Job, names: readonly string[]): void {
  const missing = names.find((name) => !job.steps.some((step) => step.stepName === name));
  if (missing !== undefined) {
    const detail = errorText('error.step_name', { step: quoted(missing, 120) });
    const hint = errorText('error.hint_step_name', {
      steps: job.steps.map((step) => step.stepName).join(', '),
    });
    throw new ApiError('step_not_found', detail, { hint });
  }
}

/** Resets the named steps (every required one if none is named) to pending; evidence is kept. */
export function resetSteps(steps: readonly Step[], names: readonly string[]): Step[] {
  return steps.map((step) =>
    (names.length > 0 ? names.includes(step.stepName) : step.required)
      ? { ...step, status: 'pending', completedAt: null, validationErrors: [] }
      : step,
  );
}
