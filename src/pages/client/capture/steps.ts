import { messages } from '../../messages/capture.en.js';
import type { Task, TaskStep } from './task.js';

export type StepState = 'todo' | 'done' | 'again' | 'leftOut' | 'waiting' | 'sending';

/** What the phone knows of the steps beside the task. */
export interface OnPhone {
  /** Steps of the photos that wait. */
  waiting: readonly string[];
  /** Step of the photo that is being sent. */
  sending: string | null;
  leftOut: readonly string[];
}

/**
 * The steps in the order of the work: with the last required one the task closes, so the optional ones
 * behind it come before it.
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

export const stepWord = (state: StepState) => messages.steps[state];

/**
 * The step to open next: the first that is still to be shown. What failed comes round again.
 * @param except the step that is open
 */
export function nextStep(task: Task, phone: OnPhone, except?: string): TaskStep | null {
  const open = inOrder(task.steps).filter((step) => {
    const state = stepState(step, phone);
    return step.step_name !== except && (state === 'todo' || state === 'again');
  });
  return open[0] ?? null;
}

/** Whether every required step has passed: the task has what it asks for. */
export const isComplete = (task: Task) =>
  task.steps.every(({ required, status }) => !required || /^(passed|skipped)$/.test(status));

/** How many photos are asked for: one a step. */
export const photosRequested = (task: Task) => task.steps.length;
