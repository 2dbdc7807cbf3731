import type { AnswerValue, Question } from '../../../modules/question/evaluate.js';

/** A question as `GET /v1/capture/task` answers it. */
export interface TaskQuestion
  extends Omit<
    Question,
    'questionKey' | 'stepName' | 'showWhen' | 'evidenceWhen' | 'commentWhen' | 'flagWhen'
  > {
  question_key: string;
  step_name: string | null;
  show_when: { question_key: string; values: (string | number)[] } | null;
  evidence_when: Question['evidenceWhen'];
  comment_when: Question['commentWhen'];
  flag_when: Question['flagWhen'];
}

/** An answer as `GET /v1/capture/task` answers it. */
export interface TaskAnswer {
  question_key: string;
  value: AnswerValue | null;
  reason: string | null;
  comment: string | null;
}

/** A step as `GET /v1/capture/task` answers it. */
export interface TaskStep {
  step_name: string;
  label: string;
  instructions: string;
  required: boolean;
  status: 'pending' | 'passed' | 'failed' | 'skipped';
  validation_errors: string[];
}

/** Evidence of the job as `GET /v1/capture/task` lists it. */
export interface TaskEvidence {
  evidence_id: string;
  step_name: string;
  validation_passed: boolean;
}

/** The answer of `GET /v1/capture/task`. */
export interface Task {
  job_id: string;
  job_status: string;
  objective: string;
  address: string;
  latitude: number;
  longitude: number;
  notes: string;
  reference_photos: string[];
  /** Reason for requesting more photos; null without one, absent in a task that an earlier version of the page kept. */
  more_comment?: string | null;
  geofence: { pass_m: number; warn_m: number };
  steps: TaskStep[];
  /** Absent in a task that an earlier version of the page kept. */
  questions?: TaskQuestion[];
  answers?: TaskAnswer[];
  evidence?: TaskEvidence[];
  kind: 'provider' | 'capture';
  expires_at: string;
}

/** The response to an upload on either path. */
export interface UploadAnswer {
  job_id: string;
  step_name: string;
  validation_passed: boolean;
  /** `check: sentence` of each failed check. */
  validation_errors: string[];
  job_status: string;
}

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
