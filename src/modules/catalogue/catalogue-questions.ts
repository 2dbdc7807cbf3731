import type { Question } from '../question/evaluate.js';
import { objectiveKey } from '../question/objective.js';
import { type Flaw, listFlaws, questionFlaws, toQuestion } from '../question/question.js';
import type { CatalogueFile } from './catalogue-schema.js';

/** Returns the questions of an entry of the catalogue. */
export const questionsOf = ({
  questions,
}: Pick<CatalogueFile['default'], 'questions'>): Question[] =>
  questions.map((one) =>
    toQuestion({
      questionKey: one.question_key,
      label: one.label,
      help: one.help,
      kind: one.kind,
      options: one.options,
      unit: one.unit,
      minimum: one.minimum,
      maximum: one.maximum,
      decimals: one.decimals,
      required: one.required,
      stepName: one.step_name,
      showWhen: one.show_when && {
        questionKey: one.show_when.question_key,
        values: one.show_when.values,
      },
      evidenceWhen: one.evidence_when,
      commentWhen: one.comment_when,
      flagWhen: one.flag_when,
    }),
  );

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the errors in the questions of an entry; each starts with the path of the member. */
export function brokenQuestions(path: string, entry: CatalogueFile['default']): string[] {
  const questions = questionsOf(entry);
  const steps = new Set(entry.steps.map((step) => step.step_name));
  const flaws: Flaw[] = [
    ...questions.flatMap((question, i) => [
      ...questionFlaws(question).map((flaw) => ({ ...flaw, path: [i, ...flaw.path] })),
      ...(question.questionKey === objectiveKey
        ? [{ path: [i, 'questionKey'], message: `${objectiveKey} is asked for every job` }]
        : []),
      ...(question.stepName !== null && !steps.has(question.stepName)
        ? [{ path: [i, 'stepName'], message: `${question.stepName} is not a step of the service` }]
        : []),
    ]),
    ...listFlaws(questions),
  ];
  return flaws.map(({ path: [i, ...members], message }) => {
    const member = members.map((part) =>
      typeof part === 'number' ? `[${part}]` : `.${snakeCase(part)}`,
    );
    return `${path}.questions[${i}]${member.join('')} ${message}`;
  });
}
