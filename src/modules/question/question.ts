import { z } from 'zod';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import {
  choice,
  codePointLength,
  finite,
  flag,
  jsonValue,
  list,
  pattern,
  text,
  whole,
} from '../../lib/schema.js';
import {
  type AnswerValue,
  type Condition,
  cannotTell,
  type FlagCondition,
  type Question,
  questionPolicies,
  textLengthMax,
  valueFlaw,
} from './evaluate.js';
import { objectiveKey } from './objective.js';

export const questionKind = z.enum(['yes_no', 'choice', 'choices', 'number', 'text', 'date_time']);
/** Kinds of the objective: those without options. */
export const objectiveKind = z.enum(['yes_no', 'text', 'number', 'date_time']);

/** Maximum number of questions of one job, not counting the objective. */
export const questionsMax = 30;
export const optionsMax = 12;
export const optionsMin = 2;

export const questionKeyText = () => pattern('^[a-z0-9_]{2,40}$');
/** Maximum length of the key of an option. */
export const optionKeyMax = 40;
const optionKey = () => pattern(`^[a-z0-9_]{1,${optionKeyMax}}$`);

const isScalar = (value: unknown): value is string | number =>
  typeof value === 'number' ||
  (typeof value === 'string' && codePointLength(value) <= textLengthMax);
const areScalars = (value: unknown) =>
  Array.isArray(value) && value.length <= optionsMax && value.every(isScalar);

const numberForm = { type: 'number', format: 'double' };
const scalarForm = { anyOf: [{ type: 'string', maxLength: textLengthMax }, numberForm] };
const scalarsForm = { type: 'array', items: scalarForm, maxItems: optionsMax };

const scalar = () =>
  jsonValue(scalarForm, (value) =>
    isScalar(value) ? undefined : 'Input should be a string or a number',
  );

const conditionForm = { anyOf: [scalarsForm, { type: 'string', enum: ['always'] }] };
const condition = () =>
  jsonValue(conditionForm, (value) =>
    value === null || value === undefined || value === 'always' || areScalars(value)
      ? undefined
      : `Input should be "always" or a list of at most ${optionsMax} values`,
  );

const rangeForm = {
  type: 'object',
  properties: { below: numberForm, above: numberForm },
};
const flagForm = {
  anyOf: [
    { type: 'array', items: { anyOf: [...scalarForm.anyOf, rangeForm] }, maxItems: optionsMax },
    rangeForm,
  ],
};

function isRange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const limits = Object.entries(value);
  return (
    limits.every(
      ([name, limit]) =>
        (name === 'below' || name === 'above') && (limit === null || typeof limit === 'number'),
    ) && limits.some(([, limit]) => limit !== null)
  );
}

const flagCondition = () =>
  jsonValue(flagForm, (value) =>
    value === null ||
    value === undefined ||
    isRange(value) ||
    (Array.isArray(value) &&
      value.length <= optionsMax &&
      value.every((one) => isScalar(one) || isRange(one)))
      ? undefined
      : `Input should be a list of at most ${optionsMax} values, or for a number {below, above}`,
  );

/** Maximum lengths of the texts of a question. */
export const questionTextLength = { label: 200, help: 500, option: 120, unit: 20 };

/** Fields of an option in requests and in the catalogue. */
export const questionOptionFields = {
  key: optionKey().describe('Key of the option, unique within the question.'),
  label: text(1, questionTextLength.option).describe(
    'Text of the option, shown to the person on site.',
  ),
};

/** Fields of a question in requests and in the catalogue. */
export const questionFields = {
  questionKey: questionKeyText().describe(
    'Key of the question, unique within the job. A question with the key of one of the service replaces it.',
  ),
  label: text(3, questionTextLength.label).describe(
    'Text of the question, shown to the person on site.',
  ),
  help: text(0, questionTextLength.help)
    .nullish()
    .describe('Instructions for finding the answer; null for none.'),
  kind: choice(questionKind).describe('Kind of the answer.'),
  options: list(
    z
      .object(questionOptionFields)
      .meta({ input: 'QuestionOptionInput', description: 'An option of a question.' }),
    { max: optionsMax },
  )
    .nullish()
    .describe(
      `Options of a choice or choices question, ${optionsMin} to ${optionsMax}; none for other kinds.`,
    ),
  unit: text(0, questionTextLength.unit).nullish().describe('Unit of a number; null for none.'),
  minimum: finite().nullish().describe('Smallest number accepted; null for none.'),
  maximum: finite().nullish().describe('Largest number accepted; null for none.'),
  decimals: whole({ ge: 0, le: 6 })
    .nullish()
    .describe('Digits of a number after the decimal point; null for any.'),
  required: flag()
    .default(true)
    .describe('True if the job cannot be submitted without an answer while the question is shown.'),
  stepName: text(1, 120)
    .nullish()
    .describe(
      'Key of the step with whose photos the question is asked; null if it belongs to no step.',
    ),
  showWhen: z
    .object({
      questionKey: questionKeyText().describe('Key of an earlier question.'),
      values: list(scalar(), { min: 1, max: optionsMax }).describe(
        'Values of its answer that show this question.',
      ),
    })
    .meta({
      input: 'ShowWhenInput',
      description: 'The answer to an earlier question that shows this one.',
    })
    .nullish()
    .describe('The answer to an earlier question that shows this one; null to show it always.'),
  evidenceWhen: condition()
    .nullish()
    .describe('Values that need a photo, or "always"; null for none.'),
  commentWhen: condition()
    .nullish()
    .describe('Values that need a comment, or "always"; null for none.'),
  flagWhen: flagCondition()
    .nullish()
    .describe(
      'Values that flag the answer, including "cannot_tell"; for a number also {below, above}, both exclusive; null for none.',
    ),
};

/** A question of a request or of the catalogue, before its conditions are validated. */
type Stated = z.infer<z.ZodObject<typeof questionFields>>;

/** A validation error of a question, with its path. */
export interface Flaw {
  path: (string | number)[];
  message: string;
}

/** Converts the input of a question to its stored form. */
export function toQuestion(stated: Stated): Question {
  const { showWhen } = stated;
  return {
    questionKey: stated.questionKey,
    label: stated.label,
    help: stated.help || null,
    kind: stated.kind,
    options: (stated.options ?? []).map(({ key, label }) => ({ key, label })),
    unit: stated.unit || null,
    minimum: stated.minimum ?? null,
    maximum: stated.maximum ?? null,
    decimals: stated.decimals ?? null,
    required: stated.required,
    stepName: stated.stepName ?? null,
    showWhen: showWhen
      ? { questionKey: showWhen.questionKey, values: showWhen.values as (string | number)[] }
      : null,
    evidenceWhen: (stated.evidenceWhen ?? null) as Condition | null,
    commentWhen: (stated.commentWhen ?? null) as Condition | null,
    flagWhen: (stated.flagWhen ?? null) as FlagCondition | null,
  };
}

/** Returns the reason why no answer can have this value of a condition; null if one can. */
const conditionFlaw = (question: Question, value: string | number): string | null =>
  valueFlaw(question, question.kind === 'choices' ? [value] : value);

function optionFlaws({ kind, options }: Question): Flaw[] {
  const takesOptions = kind === 'choice' || kind === 'choices';
  if (!takesOptions) {
    return options.length > 0
      ? [{ path: ['options'], message: `a question of kind ${kind} has no options` }]
      : [];
  }
  if (options.length < optionsMin) {
    const message = `a question of kind ${kind} needs ${optionsMin} to ${optionsMax} options`;
    return [{ path: ['options'], message }];
  }
  return options.flatMap(({ key }, i) => {
    const path = ['options', i, 'key'];
    if (key === cannotTell)
      return [{ path, message: `${cannotTell} is reserved and cannot be a key` }];
    return options.findIndex((one) => one.key === key) < i
      ? [{ path, message: 'each option needs a unique key' }]
      : [];
  });
}

function numberFlaws(question: Question): Flaw[] {
  const { kind, minimum, maximum } = question;
  if (kind === 'number') {
    return minimum !== null && maximum !== null && minimum > maximum
      ? [{ path: ['maximum'], message: 'must not be less than minimum' }]
      : [];
  }
  return (['unit', 'minimum', 'maximum', 'decimals'] as const).flatMap((name) =>
    question[name] === null
      ? []
      : [{ path: [name], message: `a question of kind ${kind} has no ${name}` }],
  );
}

function conditionFlaws(question: Question): Flaw[] {
  const { flagWhen } = question;
  const flags = flagWhen === null ? [] : Array.isArray(flagWhen) ? flagWhen : [flagWhen];
  return [
    ...(['evidenceWhen', 'commentWhen'] as const).flatMap((name) => {
      const when = question[name];
      if (when === null || when === 'always') return [];
      return when.flatMap((value) => {
        const flaw = conditionFlaw(question, value);
        return flaw ? [{ path: [name], message: flaw }] : [];
      });
    }),
    ...flags.flatMap((value) => {
      if (value === cannotTell) return [];
      const isRanged = typeof value === 'object';
      const flaw = isRanged
        ? question.kind === 'number'
          ? null
          : `a question of kind ${question.kind} cannot have a range`
        : conditionFlaw(question, value);
      return flaw ? [{ path: ['flagWhen'], message: flaw }] : [];
    }),
  ];
}

/** Returns the validation errors of a question that do not depend on other questions. */
export const questionFlaws = (question: Question): Flaw[] => [
  ...optionFlaws(question),
  ...numberFlaws(question),
  // Conditions can be validated only against valid options.
  ...(optionFlaws(question).length > 0 ? [] : conditionFlaws(question)),
];

/**
 * Returns the validation errors of a list of questions: duplicate keys, and conditions on a question that is not
 * earlier in the list or on values that it does not accept.
 */
export function listFlaws(questions: readonly Question[]): Flaw[] {
  return questions.flatMap(({ questionKey: key, showWhen }, i) => {
    const before = questions.slice(0, i);
    const flaws: Flaw[] = [];
    if (before.some((one) => one.questionKey === key)) {
      flaws.push({ path: [i, 'questionKey'], message: 'each question needs a unique key' });
    }
    if (showWhen === null) return flaws;
    const on = before.find((one) => one.questionKey === showWhen.questionKey);
    if (!on) {
      const message = `no earlier question has the key ${showWhen.questionKey}`;
      return [...flaws, { path: [i, 'showWhen', 'questionKey'], message }];
    }
    const flaw = showWhen.values.map((value) => conditionFlaw(on, value)).find(Boolean);
    return flaw ? [...flaws, { path: [i, 'showWhen', 'values'], message: flaw }] : flaws;
  });
}

/** A question of a request. */
export const questionInput = z
  .object(questionFields)
  .superRefine((stated, issues) => {
    for (const { path, message } of questionFlaws(toQuestion(stated))) {
      issues.addIssue({ code: 'custom', path, message });
    }
  })
  .meta({ input: 'QuestionInput', description: 'A question for the person on site.' });

/** Fields of a request about its questions; all are optional. */
export const questionsFields = {
  questions: list(questionInput, { max: questionsMax + 1 })
    .superRefine((stated, issues) => {
      const keys = stated.map(({ questionKey: key }) => key);
      for (const [i, key] of keys.entries()) {
        if (keys.indexOf(key) === i) continue;
        const message = 'each question needs a unique key';
        issues.addIssue({ code: 'custom', path: [i, 'questionKey'], message });
      }
      if (keys.filter((key) => key !== objectiveKey).length > questionsMax) {
        issues.addIssue({ code: 'custom', message: `at most ${questionsMax} besides objective` });
      }
    })
    .nullish()
    .describe(
      `Questions for the person on site, at most ${questionsMax} including those of the service. They follow the questions of the service; a question with the same key replaces it.`,
    ),
  objectiveKind: choice(objectiveKind)
    .nullish()
    .describe(
      'Kind of the answer to the objective; null to derive it from the text: yes_no for a yes-or-no question, otherwise text.',
    ),
  questionsRequired: flag()
    .nullish()
    .describe(
      'True if the job cannot be submitted without answers to the objective and to the required questions of the service. By default they are optional.',
    ),
};
export type StatedQuestions = z.infer<z.ZodObject<typeof questionsFields>>;

/** An erasure removes these fields as a whole. */
export const statedQuestionsPolicies: FieldPolicies<StatedQuestions> = {
  questions: { fields: questionPolicies, export: false },
  objectiveKind: kept,
  questionsRequired: kept,
};

export type { AnswerValue, Condition, FlagCondition, Question };
