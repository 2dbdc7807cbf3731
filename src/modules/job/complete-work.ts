import { missingAnswers } from './job-answers.js';
import type { JobChange } from './job-change.js';
import { isShown } from './steps.js';

/**
 * Submits the job of a change when every required step has passing evidence and every required question
 * that is asked has an answer, and completes it unless a passing item carries a warning.
 */
export function completeWork(change: JobChange): void {
  const isComplete = () => isShown(change.after.steps) && missingAnswers(change.after).length === 0;
  if (!isComplete()) return;
  if (change.after.status === 'in_progress') change.move('submitted');
  const passing = change.after.evidence.filter((item) => item.validationPassed);
  const warned = passing.some((item) => item.checks.some((check) => check.result === 'warn'));
  if (change.after.status === 'submitted' && !warned) change.move('completed');
}
