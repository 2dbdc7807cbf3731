import { ApiError, type ErrorText, errorText } from '../../errors.js';
import type { Job, Step } from '../job/job.js';
import { invalidTransition } from '../job/job-change.js';
import { checkStepNames, isDone } from '../job/steps.js';
import { type EvidenceItem, type EvidenceSource, evidenceLimits } from './evidence.js';

/**
 * Returns the step for the evidence: the named one, otherwise the first required step that has not passed, then the
 * first that has not passed, then the first.
 *
 * @throws ApiError `step_not_found`
 */
export function chooseStep(job: Job, stepName: string | null): Step {
  if (stepName !== null) checkStepNames(job, [stepName]);
  const named = job.steps.find((step) => step.stepName === stepName);
  const open = job.steps.filter((step) => !isDone(step));
  const step = named ?? open.find((one) => one.required) ?? open[0] ?? job.steps[0];
  if (!step) throw new ApiError('step_not_found', errorText('error.no_steps'));
  return step;
}

/**
 * Checks that the job accepts evidence now: `assigned`, `in_progress`, `submitted`, and `open` from an integrator,
 * which assigns the job to the integrator.
 *
 * @throws ApiError `invalid_transition`
 */
export function requireAcceptingState(job: Job, source: EvidenceSource): void {
  const accepting = ['assigned', 'in_progress', 'submitted'].includes(job.status);
  if (accepting || (job.status === 'open' && source === 'integrator')) return;
  throw invalidTransition(job);
}

/** @throws ApiError `evidence_limit` naming the limit that is reached */
export function requireRoom(job: Job, step: Step): void {
  const setBackAt = job.setBackAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const recent = job.evidence.filter((item) => item.receivedAt.getTime() > setBackAt);
  const passing = recent.filter((item) => item.validationPassed && item.stepName === step.stepName);
  const { passingPerStepSinceSetBack, storedSinceSetBack, stored } = evidenceLimits;
  const full = (detail: ErrorText) => new ApiError('evidence_limit', detail);
  if (job.evidence.length >= stored) throw full(errorText('error.evidence_job', { max: stored }));
  if (recent.length >= storedSinceSetBack) {
    throw full(errorText('error.evidence_round', { max: storedSinceSetBack }));
  }
  if (passing.length >= passingPerStepSinceSetBack) {
    const max = passingPerStepSinceSetBack;
    throw full(errorText('error.evidence_step', { step: step.stepName, max }));
  }
}

/** Returns an earlier upload of the same bytes, captured at the same time, for the same step if one is named. */
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
