import type { Job } from '../job/job.js';
import { questionsOf } from '../job/job-answers.js';
import type { GivenAnswer } from '../job/plan-answers.js';
import {
  type AnswerValue,
  isFlagged,
  needsComment,
  needsEvidence,
  type Question,
  shownKeys,
  valueFlaw,
} from '../question/evaluate.js';
import { objectiveKey } from '../question/objective.js';

/** End of an objective that controls the simulated verifier's answer, for example `Is it open? [sim:no]`. */
const steering = /\[sim:(no|cannot_tell|flag|none)\]\s*$/;

const text = 'Simulated answer.';
const reason = 'No one visited the place.';

/** Returns candidate values for a question, the usual one first. */
function candidates(question: Question, now: Date): AnswerValue[] {
  const { kind, options, minimum, maximum, decimals } = question;
  switch (kind) {
    case 'yes_no':
      return ['yes', 'no'];
    case 'choice':
      return options.map(({ key }) => key);
    case 'choices':
      return options.map(({ key }) => [key]);
    case 'number': {
      const flags = [question.flagWhen ?? []].flat();
      const limits = flags.flatMap((flag) =>
        typeof flag === 'object'
          ? [(flag.below ?? 0) - 1, (flag.above ?? 0) + 1]
          : typeof flag === 'number'
            ? [flag]
            : [],
      );
      const middle = ((minimum ?? 0) + (maximum ?? minimum ?? 0)) / 2;
      const usual = Number(middle.toFixed(Math.min(decimals ?? 0, 6)));
      return [usual, minimum ?? 1, maximum ?? 1, ...limits];
    }
    case 'text':
      return [text];
    case 'date_time':
      return [now.toISOString()];
  }
}

function valueFor(question: Question, steer: string | undefined, now: Date): AnswerValue | null {
  const fitting = candidates(question, now).filter((value) => valueFlaw(question, value) === null);
  const isObjective = question.questionKey === objectiveKey;
  if (steer === 'cannot_tell' && isObjective) return null;
  if (steer === 'no' && isObjective && fitting.includes('no')) return 'no';
  const flagged = (value: AnswerValue) => isFlagged(question, value);
  if (steer === 'flag') return fitting.find(flagged) ?? fitting[0] ?? null;
  return fitting.find((value) => !flagged(value)) ?? fitting[0] ?? null;
}

/**
 * Returns the simulated verifier's answers to the open questions of a job, after a photo has passed, which is attached
 * to every answer that needs one.
 */
export function simulatedAnswers(job: Job, now: Date): GivenAnswer[] {
  const steer = steering.exec(job.objective)?.[1];
  const photo = job.evidence.find((item) => item.validationPassed);
  if (!photo || steer === 'none') return [];
  const questions = questionsOf(job);
  const given: GivenAnswer[] = [];
  const answered = (job.answers ?? []).map(({ questionKey, value }) => ({ questionKey, value }));
  // In order, because a question can only depend on earlier ones.
  for (const question of questions) {
    const { questionKey } = question;
    const isAnswered = answered.some((one) => one.questionKey === questionKey);
    if (isAnswered || !shownKeys(questions, answered).has(questionKey)) continue;
    const value = valueFor(question, steer, now);
    answered.push({ questionKey, value });
    given.push({
      questionKey,
      value,
      cannotTell: value === null,
      reason: value === null ? reason : null,
      comment: needsComment(question, value) ? text : null,
      evidenceIds:
        needsEvidence(question, value) || questionKey === objectiveKey ? [photo.evidenceId] : [],
      answeredAt: now,
    });
  }
  return given;
}
