import { z } from 'zod';
import { choice, finite, flag, jsonValue, list, pattern, text, whole } from '../../lib/schema.js';
import {
  type AnswerValue,
  type Condition,
  cannotTell,
  type FlagCondition,
  type Question,
  valueFlaw,
} from './evaluate.js';
import { objectiveKey } from './objective.js';

export const questionKind = z.enum(['yes_no', 'choice', 'choices', 'number', 'text', 'date_time']);
/** Kinds that the objective can have without options. */
export const objectiveKind = z.enum(['yes_no', 'text', 'number', 'date_time']);

/** Questions of one job, its objective not counted. */
export const questionsMax = 30;
export const optionsMax = 12;
export const optionsMin = 2;

const questionKey = () => pattern('^[a-z0-9_]{2,40}$');
const optionKey = () => pattern('^[a-z0-9_]{1,40}$');

const isScalar = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 4000);
const areScalars = (value: unknown) =>
  Array.isArray(value) && value.length <= optionsMax && value.every(isScalar);

const scalarForm = { anyOf: [{ type: 'string' }, { type: 'number' }] };
const scalarsForm = { type: 'array', items: scalarForm, maxItems: optionsMax };

const scalar = () =>
  jsonValue(scalarForm, (value) =>
    isScalar(value) ? undefined : 'Input should be a string or a number',
  );

const conditionForm = { anyOf: [scalarsForm, { type: 'string', const: 'always' }] };
const condition = () =>
  jsonValue(conditionForm, (value) =>
    value === null || value === undefined || value === 'always' || areScalars(value)
      ? undefined
      : `Input should be "always" or a list of at most ${optionsMax} values`,
  );

const rangeForm = {
  type: 'object',
  properties: { below: { type: 'number' }, above: { type: 'number' } },
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

/** Members of a question, in the catalogue and in requests. */
export const questionFields = {
  questionKey: questionKey().describe(
    'Key of the question, unique within the job; that of a question of the service replaces it.',
  ),
  label: text(3, 200).describe('The question as the person on site reads it.'),
  help: text(0, 500).nullish().describe('How to find the answer; null for none.'),
  kind: choice(questionKind).describe('Kind of the answer.'),
  options: list(
    z
      .object({
        key: optionKey().describe('Key of the option, unique within the question.'),
        label: text(1, 120).describe('The option as the person on site reads it.'),
      })
      .meta({ input: 'QuestionOptionInput', description: 'An option of a question.' }),
    { max: optionsMax },
  )
    .nullish()
    .describe(
      `Options of a choice or choices question, ${optionsMin} to ${optionsMax}; none for other kinds.`,
    ),
  unit: text(0, 20).nullish().describe('Unit of a number; null for none.'),
  minimum: finite().nullish().describe('Smallest number accepted; null for none.'),
  maximum: finite().nullish().describe('Largest number accepted; null for none.'),
  decimals: whole({ ge: 0, le: 6 })
    .nullish()
    .describe('Digits of a number after the decimal point; null for any.'),
  required: flag()
    .default(true)
    .describe('Whether the job needs an answer to be submitted, where the question is asked.'),
  stepName: text(1, 120)
    .nullish()
    .describe('Key of the step with whose photos the question is asked; null for none.'),
  showWhen: z
    .object({
      questionKey: questionKey().describe('Key of an earlier question.'),
      values: list(scalar(), { min: 1, max: optionsMax }).describe(
        'Values of its answer for which this question is asked.',
      ),
    })
    .meta({
      input: 'ShowWhenInput',
      description: 'The answer for which a question is asked.',
    })
    .nullish()
    .describe('The answer to an earlier question for which this one is asked; null for always.'),
  evidenceWhen: condition()
    .nullish()
    .describe('Values that need a photo, or "always"; null for none.'),
  commentWhen: condition()
    .nullish()
    .describe('Values that need a comment, or "always"; null for none.'),
  flagWhen: flagCondition()
    .nullish()
    .describe(
      'Values to be alerted to, "cannot_tell" among them; for a number also {below, above}, both exclusive; null for none.',
    ),
};

/** A question as a request or the catalogue states it, before its conditions are checked. */
type Stated = z.infer<z.ZodObject<typeof questionFields>>;

/** What is wrong with a question, and where. */
export interface Flaw {
  path: (string | number)[];
  message: string;
}

/** A question as it is stored. */
export function toQuestion(stated: Stated): Question {
  const { showWhen } = stated;
  return {
    questionKey: stated.questionKey,
    label: stated.label,
    help: stated.help || null,
    kind: stated.kind,
    options: stated.options ?? [],
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

/** Returns why a condition never holds for a value; null where it can. */
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
    if (key === cannotTell) return [{ path, message: `${cannotTell} is not available as a key` }];
    return options.findIndex((one) => one.key === key) < i
      ? [{ path, message: 'each option needs another key' }]
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
          : `a question of kind ${question.kind} has no range`
        : conditionFlaw(question, value);
      return flaw ? [{ path: ['flagWhen'], message: flaw }] : [];
    }),
  ];
}

/** Returns what is wrong with a question, whatever stands before it. */
export const questionFlaws = (question: Question): Flaw[] => [
  ...optionFlaws(question),
  ...numberFlaws(question),
  // Values are compared with options that are known to be sound.
  ...(optionFlaws(question).length > 0 ? [] : conditionFlaws(question)),
];

/**
 * Returns what is wrong with questions as a list: keys that repeat, conditions on a question that does not
 * come earlier or on values that it does not take.
 */
export function listFlaws(questions: readonly Question[]): Flaw[] {
  return questions.flatMap(({ questionKey: key, showWhen }, i) => {
    const before = questions.slice(0, i);
    const flaws: Flaw[] = [];
    if (before.some((one) => one.questionKey === key)) {
      flaws.push({ path: [i, 'questionKey'], message: 'each question needs another key' });
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

/** What a request says of its questions; every member can be left out. */
export const questionsFields = {
  questions: list(questionInput, { max: questionsMax + 1 })
    .superRefine((stated, issues) => {
      const keys = stated.map(({ questionKey: key }) => key);
      for (const [i, key] of keys.entries()) {
        if (keys.indexOf(key) === i) continue;
        const message = 'each question needs another key';
        issues.addIssue({ code: 'custom', path: [i, 'questionKey'], message });
      }
      if (keys.filter((key) => key !== objectiveKey).length > questionsMax) {
        issues.addIssue({ code: 'custom', message: `at most ${questionsMax} besides objective` });
      }
    })
    .nullish()
    .describe(
      `Questions for the person on site, at most ${questionsMax} with those of the service. They follow the questions of the service; one with the same key replaces it.`,
    ),
  objectiveKind: choice(objectiveKind)
    .nullish()
    .describe(
      'Kind of the answer to the objective; null to derive it from the text: yes_no for a question that is answered by yes or no, else text.',
    ),
  questionsRequired: flag()
    .nullish()
    .describe(
      'Whether the job needs answers to the objective and to the required questions of the service; by default they are asked but not required.',
    ),
};
export type StatedQuestions = z.infer<z.ZodObject<typeof questionsFields>>;

export type { AnswerValue, Condition, FlagCondition, Question };
