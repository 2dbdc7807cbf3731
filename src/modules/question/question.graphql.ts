import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { type Question, textLengthMax } from './evaluate.js';
import { objectiveKind, questionKind } from './question.js';

const kinds = {
  yes_no: '`yes` or `no`.',
  choice: 'The key of one option.',
  choices: 'The keys of one or more options.',
  number: 'A number.',
  text: `A text of 1 to ${textLengthMax} characters.`,
  date_time: 'A date and time, RFC 3339.',
};
export const QuestionKindRef = enumType(
  'QuestionKind',
  questionKind,
  'Kind of the answer to a question.',
  kinds,
);
const { yes_no, text, number, date_time } = kinds;
export const ObjectiveKindRef = enumType(
  'ObjectiveKind',
  objectiveKind,
  'Kind of the answer to an objective.',
  { yes_no, text, number, date_time },
);

const QuestionOptionRef = builder
  .objectRef<Question['options'][number]>('QuestionOption')
  .implement({
    description: 'An option of a question.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Key of the option, used in answers.' }),
      label: t.exposeString('label', { description: 'Label for display.' }),
    }),
  });

const ShowWhenRef = builder.objectRef<NonNullable<Question['showWhen']>>('ShowWhen').implement({
  description: 'The answer to an earlier question that shows this one.',
  fields: (t) => ({
    questionKey: t.exposeString('questionKey', { description: 'Key of an earlier question.' }),
    values: t.field({
      type: ['JSON'],
      description: 'Values of its answer that show the question.',
      resolve: ({ values }) => values,
    }),
  }),
});

const condition = (description: string, field: 'evidenceWhen' | 'commentWhen' | 'flagWhen') => ({
  type: 'JSON' as const,
  nullable: true as const,
  description,
  resolve: (question: Question) => question[field],
});

export const QuestionRef = builder.objectRef<Question>('Question').implement({
  description: 'A question for the person on site.',
  fields: (t) => ({
    questionKey: t.exposeString('questionKey', {
      description: 'Key of the question, unique within the job; `objective` for the objective.',
    }),
    label: t.exposeString('label', {
      description: 'Text of the question, shown to the person on site.',
    }),
    help: t.exposeString('help', {
      nullable: true,
      description: 'Instructions for finding the answer; null for none.',
    }),
    kind: t.expose('kind', { type: QuestionKindRef, description: 'Kind of the answer.' }),
    options: t.expose('options', {
      type: [QuestionOptionRef],
      description: 'Options of a choice or choices question; empty for other kinds.',
    }),
    unit: t.exposeString('unit', {
      nullable: true,
      description: 'Unit of a number; null for none.',
    }),
    minimum: t.exposeFloat('minimum', {
      nullable: true,
      description: 'Smallest number accepted; null for none.',
    }),
    maximum: t.exposeFloat('maximum', {
      nullable: true,
      description: 'Largest number accepted; null for none.',
    }),
    decimals: t.exposeInt('decimals', {
      nullable: true,
      description: 'Digits of a number after the decimal point; null for any.',
    }),
    required: t.exposeBoolean('required', {
      description:
        'True if the job cannot be submitted without an answer while the question is shown.',
    }),
    stepName: t.exposeString('stepName', {
      nullable: true,
      description:
        'Key of the step with whose photos the question is asked; null if it belongs to no step.',
    }),
    showWhen: t.expose('showWhen', {
      type: ShowWhenRef,
      nullable: true,
      description:
        'The answer to an earlier question that shows this one; null if it is always shown.',
    }),
    evidenceWhen: t.field(
      condition('Values that need a photo, or `always`; null for none.', 'evidenceWhen'),
    ),
    commentWhen: t.field(
      condition('Values that need a comment, or `always`; null for none.', 'commentWhen'),
    ),
    flagWhen: t.field(
      condition(
        'Values that flag the answer, including `cannot_tell`; for a number also `{below, above}`, both exclusive; null for none.',
        'flagWhen',
      ),
    ),
  }),
});
