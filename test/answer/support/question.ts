import type { Question } from '../../../src/modules/question/evaluate.js';

/** Returns a required yes-or-no question without conditions, except for the given members. */
export const sampleQuestion = (fields: Partial<Question> = {}): Question => ({
  questionKey: 'q1',
  label: 'Is it so?',
  help: null,
  kind: 'yes_no',
  options: [],
  unit: null,
  minimum: null,
  maximum: null,
  decimals: null,
  required: true,
  stepName: null,
  showWhen: null,
  evidenceWhen: null,
  commentWhen: null,
  flagWhen: null,
  ...fields,
});
