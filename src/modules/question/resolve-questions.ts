import { ApiError } from '../../errors.js';
import type { Question } from './evaluate.js';
import { objectiveKey, objectiveKindOf } from './objective.js';
import {
  type Flaw,
  listFlaws,
  questionsMax,
  type StatedQuestions,
  toQuestion,
} from './question.js';

/** The part of a request that its questions follow from. */
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

/** The only question of a job from before there were questions. */
export const questionsOfOldJob = (objective: string): Question[] => [
  objectiveQuestion({ objective }),
];

/** The error of an input that the stored state or the catalogue rules out; names each place. */
export function unfitInput(flaws: readonly Flaw[]): ApiError {
  const [first] = flaws;
  return new ApiError('bad_user_input', `${first?.path.join('.')} ${first?.message}.`, {
    members: {
      issues: flaws.map(({ path, message }) => ({
        path: ['input', ...path],
        message,
        input: null,
      })),
    },
  });
}

/**
 * Returns the questions of a new job: the objective, those of the service, then the caller's; one with the
 * key of another replaces it. The objective comes first, so that every other question can depend on it.
 *
 * @param service questions of the service, in the order of a visit
 * @param stepNames keys of the steps that a question can belong to
 * @throws ApiError `bad_user_input` for questions that do not fit the service or one another
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
            message: `are more than ${questionsMax} with those of the service`,
          },
        ]
      : []),
    ...stated.flatMap(({ stepName }, i) =>
      stepName === null || stepNames.includes(stepName)
        ? []
        : [{ path: ['questions', i, 'stepName'], message: 'is no step of the service' }],
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
  if (flaws.length > 0) throw unfitInput(flaws);
  return questions;
}
