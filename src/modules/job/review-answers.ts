import { unfitInput } from '../question/resolve-questions.js';
import type { Answer } from './answer.js';
import type { JobChange } from './job-change.js';
import { addRevisions, revisionsFrom } from './plan-answers.js';

/** The answer to a question as submitted by a reviewer. */
interface ReviewedAnswer {
  questionKey: string;
  value?: unknown;
  cannotTell: boolean;
  reason?: string | null | undefined;
}

const isSame = (a: Answer, b: Answer) =>
  a.cannotTell === b.cannotTell && JSON.stringify(a.value) === JSON.stringify(b.value);

/**
 * Confirms the answers of a job that the reviewer submits unchanged, and corrects the others: a correction is a
 * revision that keeps the photos of the previous answer.
 *
 * @throws ApiError `bad_user_input` for an invalid answer, or a correction without a reason
 */
export function reviewAnswers(change: JobChange, reviewed: readonly ReviewedAnswer[]): void {
  const job = change.after;
  const latest = job.answers ?? [];
  const given = reviewed.map((one) => {
    const before = latest.find(({ questionKey }) => questionKey === one.questionKey);
    return { ...one, evidenceIds: before?.evidenceIds ?? [] };
  });
  const by = { answeredBy: 'reviewer' as const, now: change.now };
  const confirmed: Answer[] = [];
  const corrected: Answer[] = [];
  for (const [i, answer] of revisionsFrom(job, given, by).entries()) {
    const before = latest.find(({ questionKey }) => questionKey === answer.questionKey);
    const confirmation = { at: change.now, reason: answer.reason };
    if (before && isSame(before, answer)) confirmed.push({ ...before, confirmed: confirmation });
    else if (before && answer.reason === null) {
      const message = 'is required for a correction';
      throw unfitInput([{ path: ['answers', i, 'reason'], message }], { answers: reviewed });
    } else corrected.push({ ...answer, confirmed: confirmation });
  }
  change.set({
    answers: latest.map(
      (one) => confirmed.find(({ questionKey }) => questionKey === one.questionKey) ?? one,
    ),
  });
  addRevisions(change, corrected, { answeredBy: 'reviewer', confirmedCount: confirmed.length });
}
