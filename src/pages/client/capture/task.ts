import type { components } from '../../../../schema/rest.js';
import type { AnswerValue, Question } from '../../../modules/question/evaluate.js';

type Schemas = components['schemas'];
/** Replaces the types of members that the description leaves open, because their form depends on the question. */
type With<T, Members> = Omit<T, keyof Members> & Members;

export type TaskQuestion = With<
  Schemas['Question'],
  {
    kind: Question['kind'];
    show_when: { question_key: string; values: (string | number)[] } | null;
    evidence_when: Question['evidenceWhen'];
    comment_when: Question['commentWhen'];
    flag_when: Question['flagWhen'];
  }
>;
export type TaskAnswer = With<Schemas['Answer'], { value: AnswerValue | null }>;
export type TaskStep = Schemas['StepOut'];
export type TaskEvidence = Schemas['CaptureTaskEvidence'];

/** The response of `GET /v1/capture/task`. A task that an earlier version of the page kept lacks optional members. */
export type Task = With<
  Schemas['CaptureTask'],
  {
    kind: 'provider' | 'capture';
    questions?: TaskQuestion[];
    answers?: TaskAnswer[];
    evidence?: TaskEvidence[];
    missing_keys?: string[];
    more_comment?: string | null;
    /** Language of the labels and instructions of the steps, as the page read them. */
    language?: string;
  }
>;

/** Returns the language of the labels and instructions of a task's steps. */
export const textLanguage = (task: Task | null): string => task?.language ?? 'en';

/** The response to an upload on either path; `validation_errors` has `check: sentence` of each failed check. */
export type UploadAnswer = Schemas['EvidenceSubmitOut'];

const accepting = ['assigned', 'in_progress', 'submitted'];

/** True if the job accepts no more photos. */
export const isClosed = (status: string) => !accepting.includes(status);

/** Returns the task after an upload. */
export function afterUpload(task: Task, answer: UploadAnswer): Task {
  const { validation_passed: passed, validation_errors } = answer;
  const steps = task.steps.map((step) => {
    if (step.step_name !== answer.step_name || step.status === 'passed') return step;
    return passed
      ? { ...step, status: 'passed' as const, validation_errors: [] }
      : { ...step, validation_errors };
  });
  return { ...task, steps, job_status: answer.job_status };
}
