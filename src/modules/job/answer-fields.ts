import type { z } from 'zod';
import { codePointLength, flag, jsonValue, text } from '../../lib/schema.js';
import { textLengthMax } from '../question/evaluate.js';
import { optionKeyMax, optionsMax, questionKeyText } from '../question/question.js';

const valueForm = {
  anyOf: [
    { type: 'string', maxLength: textLengthMax },
    { type: 'number', format: 'double' },
    {
      type: 'array',
      items: { type: 'string', maxLength: optionKeyMax },
      minItems: 1,
      maxItems: optionsMax,
    },
  ],
};

export const answerReasonText = () => text(3, 300);

/** Accepts a value of any kind; it is validated against its question when the job is known. */
const answerValue = () =>
  jsonValue(valueForm, (value) =>
    value === null ||
    value === undefined ||
    (typeof value === 'string' && codePointLength(value) <= textLengthMax) ||
    typeof value === 'number' ||
    (Array.isArray(value) &&
      value.length <= optionsMax &&
      value.every((one) => typeof one === 'string'))
      ? undefined
      : 'Input should be a string, a number or a list of strings',
  );

/** The value of an answer, or a statement that the question cannot be answered. */
export const valueFields = {
  questionKey: questionKeyText().describe('Key of the question.'),
  value: answerValue()
    .nullish()
    .describe('The value, as the kind of the question says; null with cannot_tell.'),
  cannotTell: flag()
    .default(false)
    .describe('True where the answer is that it cannot be told; then a reason is required.'),
};

/** Reports answers with neither a value nor cannot_tell, or with both, and questions that are answered twice. */
export function checkValues(
  answers: readonly {
    questionKey: string;
    value?: unknown;
    cannotTell: boolean;
    reason?: string | null | undefined;
  }[],
  issues: z.core.$RefinementCtx,
): void {
  const keys = answers.map((one) => one.questionKey);
  const add = (path: (string | number)[], message: string) =>
    issues.addIssue({ code: 'custom', path, message });
  for (const [i, { value, cannotTell, questionKey, reason }] of answers.entries()) {
    if (cannotTell === (value != null)) add([i, 'value'], 'needs either a value or cannot_tell');
    if (cannotTell && reason == null) add([i, 'reason'], 'is required with cannot_tell');
    if (keys.indexOf(questionKey) < i) add([i, 'questionKey'], 'is answered twice');
  }
}
