import { ApiError, englishText } from '../../errors.js';
import { rejectedValueLength, withoutCredentials } from '../../lib/rejected-value.js';
import type { Question } from './evaluate.js';
import { objectiveKey, objectiveKindOf } from './objective.js';
import {
  type Flaw,
  listFlaws,
  questionsMax,
  type StatedQuestions,
  toQuestion,
} from './question.js';

/** The part of a request that determines its questions. */
interface Asking extends StatedQuestions {
  objective: string;
}

function objectiveQuestion({ objective, objectiveKind, questionsRequired }: Asking): Question {
  return {
    questionKey: objectiveKey,
    label: objective,
    help: null,
    kind: objectiveKind ?? objectiveKindOf(objective),
    options: [],
    unit: null,
    minimum: null,
    maximum: null,
    decimals: null,
    required: questionsRequired ?? false,
    stepName: null,
    showWhen: null,
    evidenceWhen: null,
    commentWhen: null,
    flagWhen: null,
  };
}

/** Returns the only question of a job created before jobs had questions. */
export const questionsOfOldJob = (objective: string): Question[] => [
  objectiveQuestion({ objective }),
];

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

/** Returns the rejected value of an issue: a scalar or a list of them, within the limit; otherwise none. */
function rejectedValue(input: object, path: Flaw['path']): { input?: unknown } {
  const value: unknown =
    path.reduce<unknown>((at, name) => (Object(at) as Record<string, unknown>)[name], input) ??
    null;
  if (![value].flat().every(isScalar)) return {};
  if (JSON.stringify(value).length > rejectedValueLength) return {};
  const shown = (one: unknown) => (typeof one === 'string' ? withoutCredentials(one) : one);
  return { input: Array.isArray(value) ? value.map(shown) : shown(value) };
}

/**
 * Returns the error for input that conflicts with the stored state or the catalogue, with the path and the rejected
 * value of each issue.
 */
export function unfitInput(flaws: readonly Flaw[], input: object): ApiError {
  const [first] = flaws;
  return new ApiError(
    'bad_user_input',
    englishText(`${first?.path.join('.')} ${first?.message}.`),
    {
      members: {
        issues: flaws.map(({ path, message }) => ({
          path: ['input', ...path],
          message,
          ...rejectedValue(input, path),
        })),
      },
    },
  );
}

/**
 * Returns the questions of a new job: the objective, the service's questions, then the caller's. A question of the
 * caller replaces one with the same key. The objective is first, so that every other question can depend on it.
 *
 * @param service questions of the service, in the order of a visit
 * @param stepNames keys of the steps that a question can belong to
 * @throws ApiError `bad_user_input` for questions that conflict with the service or with each other
 */
export function resolveQuestions(
  service: readonly Question[],
  stepNames: readonly string[],
  asking: Asking,
): Question[] {
  const stated = (asking.questions ?? []).map(toQuestion);
  const indexOf = (key: string) => stated.findIndex((one) => one.questionKey === key);
  const isRequired = asking.questionsRequired ?? false;
  const own = [
    objectiveQuestion(asking),
    ...service.map((one) => ({ ...one, required: one.required && isRequired })),
  ];
  const ownKeys = new Set(own.map((one) => one.questionKey));
  const questions = [
    ...own.map((one) => stated[indexOf(one.questionKey)] ?? one),
    ...stated.filter((one) => !ownKeys.has(one.questionKey)),
  ];
  const flaws: Flaw[] = [
    ...(questions.length - 1 > questionsMax
      ? [
          {
            path: ['questions'],
            message: `must be at most ${questionsMax} including those of the service`,
          },
        ]
      : []),
    ...stated.flatMap(({ stepName }, i) =>
      stepName === null || stepNames.includes(stepName)
        ? []
        : [{ path: ['questions', i, 'stepName'], message: 'is not a step of the service' }],
    ),
    ...listFlaws(questions).map(({ path: [at, ...rest], message }) => {
      const question = questions[at as number] as Question;
      const index = indexOf(question.questionKey);
      if (index >= 0) return { path: ['questions', index, ...rest], message };
      // A question of the service depends on one that the caller replaced.
      const on = indexOf(question.showWhen?.questionKey ?? '');
      const dependent = `does not fit the question ${question.questionKey}, which depends on it`;
      return { path: ['questions', Math.max(on, 0), 'questionKey'], message: dependent };
    }),
  ];
  if (flaws.length > 0) throw unfitInput(flaws, asking);
  return questions;
}
