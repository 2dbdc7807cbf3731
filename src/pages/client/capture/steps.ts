import type { Task, TaskStep } from './task.js';
import { t } from './text.js';

export type StepState = 'todo' | 'done' | 'again' | 'leftOut' | 'waiting' | 'sending';

/** The phone's own state of the steps. */
export interface OnPhone {
  /** Steps of the queued photos. */
  waiting: readonly string[];
  /** Step of the photo that is being sent. */
  sending: string | null;
  leftOut: readonly string[];
}

/**
 * Returns the steps in the order of work: the last required step closes the task, so the optional ones after it
 * are moved before it.
 */
export function inOrder(steps: readonly TaskStep[]): TaskStep[] {
  const last = steps.findLastIndex((step) => step.required);
  if (last < 0) return [...steps];
  return [...steps.slice(0, last), ...steps.slice(last + 1), steps[last]!];
}

export function stepState(step: TaskStep, { waiting, sending, leftOut }: OnPhone): StepState {
  if (sending === step.step_name) return 'sending';
  if (waiting.includes(step.step_name)) return 'waiting';
  if (step.status === 'passed') return 'done';
  if (step.status === 'skipped') return 'leftOut';
  if (step.validation_errors.length > 0 || step.status === 'failed') return 'again';
  return !step.required && leftOut.includes(step.step_name) ? 'leftOut' : 'todo';
}

const stepWords = {
  todo: 'capture.steps.todo',
  done: 'capture.steps.done',
  again: 'capture.steps.again',
  leftOut: 'capture.steps.skipped',
  waiting: 'capture.steps.waiting',
  sending: 'capture.steps.sending',
} as const satisfies Record<StepState, string>;

export const stepWord = (state: StepState): string => t(stepWords[state]);

/**
 * Returns the step to open next: the first unfinished one. A failed step comes up again.
 * @param except the step that is open
 */
export function nextStep(task: Task, phone: OnPhone, except?: string): TaskStep | null {
  const open = inOrder(task.steps).filter((step) => {
    const state = stepState(step, phone);
    return step.step_name !== except && (state === 'todo' || state === 'again');
  });
  return open[0] ?? null;
}

/** True if every required step has passed, which completes the task. */
export const isComplete = (task: Task) =>
  task.steps.every(({ required, status }) => !required || /^(passed|skipped)$/.test(status));

/** Returns the number of requested photos: one per step. */
export const photosRequested = (task: Task) => task.steps.length;
