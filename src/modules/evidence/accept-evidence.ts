import { ApiError } from '../../errors.js';
import type { Job, Step } from '../job/job.js';
import { invalidTransition } from '../job/job-change.js';
import { checkStepNames } from '../job/steps.js';
import { type EvidenceItem, type EvidenceSource, evidenceLimits } from './evidence.js';

const done = (step: Step) => step.status === 'passed' || step.status === 'skipped';

/** Whether every required step has passed. */
export const isShown = (steps: readonly Step[]) =>
  steps.every((step) => !step.required || done(step));

/**
 * The step that evidence is for: the one named, else the first required one that has not passed,
 * else the first that has not passed, else the first.
 *
 * @throws ApiError `step_not_found`
 */
export function chooseStep(job: Job, stepName: string | null): Step {
  if (stepName !== null) checkStepNames(job, [stepName]);
  const named = job.steps.find((step) => step.stepName === stepName);
  const open = job.steps.filter((step) => !done(step));
  const step = named ?? open.find((one) => one.required) ?? open[0] ?? job.steps[0];
  if (!step) throw new ApiError('step_not_found', 'The job has no steps.');
  return step;
}

/**
 * Whether the job takes evidence now: `assigned`, `in_progress`, `submitted`, and `open` from an
 * integrator, to whom it is assigned by it.
 *
 * @throws ApiError `invalid_transition`
 */
export function requireAcceptingState(job: Job, source: EvidenceSource): void {
  const accepting = ['assigned', 'in_progress', 'submitted'].includes(job.status);
  if (accepting || (job.status === 'open' && source === 'integrator')) return;
  throw invalidTransition(job, 'given evidence');
}

/** @throws ApiError `evidence_limit` saying which limit is reached */
export function requireRoom(job: Job, step: Step): void {
  const setBackAt = job.setBackAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const recent = job.evidence.filter((item) => item.receivedAt.getTime() > setBackAt);
  const passing = recent.filter((item) => item.validationPassed && item.stepName === step.stepName);
  const { passingPerStepSinceSetBack, storedSinceSetBack, stored } = evidenceLimits;
  const full = (label: string) => new ApiError('evidence_limit', `${label}.`);
  if (job.evidence.length >= stored) throw full(`The job has reached its limit of ${stored} files`);
  if (recent.length >= storedSinceSetBack) {
    throw full(
      `The job has reached its limit of ${storedSinceSetBack} files until it is returned to work`,
    );
  }
  if (passing.length >= passingPerStepSinceSetBack) {
    const count = `${passingPerStepSinceSetBack} passing files`;
    throw full(
      `The step ${step.stepName} has reached its limit of ${count} until it is returned to work`,
    );
  }
}

/** An earlier upload of the same bytes, captured at the same time, for the same step where named. */
export function findRepeat(
  job: Job,
  upload: { mediaSha256: string; capturedAt: Date; stepName: string | null },
): EvidenceItem | undefined {
  return job.evidence.find(
    (item) =>
      item.mediaSha256 === upload.mediaSha256 &&
      item.capturedAt.getTime() === upload.capturedAt.getTime() &&
      (upload.stepName === null || item.stepName === upload.stepName),
  );
}
