import { z } from 'zod';
import { flag, jsonValue, list, pattern, text, timestamp } from '../../lib/schema.js';
import { tokenLength } from '../evidence/evidence-input.js';
import { optionsMax, questionsMax } from '../question/question.js';

/** Files that one answer names. */
const evidenceIdsMax = 20;

const keyText = () => pattern('^[a-z0-9_]{2,40}$');
export const reasonText = () => text(3, 300);

const valueForm = {
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: optionsMax },
  ],
};

/** A value of any kind; whether it fits its question is known once the job is. */
export const answerValue = () =>
  jsonValue(valueForm, (value) =>
    value === null ||
    value === undefined ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    (Array.isArray(value) &&
      value.length <= optionsMax &&
      value.every((one) => typeof one === 'string'))
      ? undefined
      : 'Input should be a string, a number or a list of strings',
  );

/** The value of an answer, or that there is none. */
export const valueFields = {
  questionKey: keyText().describe('Key of the question.'),
  value: answerValue()
    .nullish()
    .describe('The value, as the kind of the question says; null with cannot_tell.'),
  cannotTell: flag()
    .default(false)
    .describe('True where the answer is that it cannot be told; then a reason is required.'),
};

/** Reports answers with neither a value nor cannot_tell, or with both, and questions that are answered twice. */
export function checkValues(
  answers: readonly { questionKey: string; value?: unknown; cannotTell: boolean }[],
  issues: z.core.$RefinementCtx,
): void {
  const keys = answers.map((one) => one.questionKey);
  for (const [i, { value, cannotTell, questionKey }] of answers.entries()) {
    if (cannotTell === (value != null)) {
      const message = 'needs either a value or cannot_tell';
      issues.addIssue({ code: 'custom', path: [i, 'value'], message });
    }
    if (keys.indexOf(questionKey) < i) {
      const message = 'is answered twice';
      issues.addIssue({ code: 'custom', path: [i, 'questionKey'], message });
    }
  }
}

const answerInput = z
  .object({
    ...valueFields,
    reason: reasonText().nullish().describe('With cannot_tell: why it cannot be told.'),
    comment: text(0, 500).nullish().describe('Comment on the answer; null for none.'),
    evidenceIds: list(text(1, 36), { max: evidenceIdsMax })
      .default([])
      .describe('Ids of evidence of the job that shows the answer.'),
    answeredAt: timestamp()
      .nullish()
      .describe('Time of the answer by the clock of the device; null for the time of receipt.'),
  })
  .meta({ input: 'AnswerInput', description: 'The answer to one question.' });

export const answersField = list(answerInput, { min: 1, max: questionsMax + 1 })
  .superRefine((answers, issues) => {
    checkValues(answers, issues);
    for (const [i, { cannotTell, reason }] of answers.entries()) {
      if (cannotTell === (reason != null)) continue;
      const message = cannotTell ? 'is required with cannot_tell' : 'goes with cannot_tell only';
      issues.addIssue({ code: 'custom', path: [i, 'reason'], message });
    }
  })
  .describe('Answers to questions of the job, as many as there are yet.');

export const submitAnswersInput = z
  .object({ answers: answersField })
  .meta({ description: 'Answers to questions of the job.' });

const token = (name: string) =>
  text(tokenLength.min, tokenLength.max)
    .nullish()
    .meta({ description: `${name}; null where it is sent as Bearer.`, secret: true });

export const providerAnswersInput = z
  .object({ answers: answersField, providerTaskToken: token('Task token of the assignment') })
  .meta({ description: 'Answers of a verifier.' });

export const captureAnswersInput = z
  .object({ answers: answersField, captureToken: token('Capture token of the invitation') })
  .meta({ description: 'Answers of the requester or an invitee.' });
