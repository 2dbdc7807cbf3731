import { messages } from '../../messages/capture.en.js';
import type { StoredPhoto } from './photo.js';
import type { PositionState } from './position.js';
import type { Result } from './result-text.js';
import type { SendingState } from './sender.js';
import { inOrder, nextStep, type OnPhone } from './steps.js';
import type { Task, TaskStep } from './task.js';

/** Why a link opens nothing that can be done. */
export type DeadEnd = 'incomplete' | 'invalid' | 'expired' | 'finished';

/** Everything that the page shows. */
export interface CaptureState {
  phase: 'opening' | 'unreachable' | 'before' | 'steps' | 'end' | 'dead';
  dead: DeadEnd | null;
  task: Task | null;
  /** The task is the one that the phone kept: the service did not answer. */
  offline: boolean;
  /** Why the task could not be read, where the service said so. */
  trouble: string | null;
  /** Minutes by which the phone's clock is ahead; null when it is right enough. */
  minutesOff: number | null;
  /** Step that is open; null when every one was left out or waits. */
  open: string | null;
  mode: 'shoot' | 'camera' | 'preview' | 'sent';
  draft: StoredPhoto | null;
  /** Address of the draft's bytes, for the preview. */
  preview: string | null;
  /** "Use photo" was pressed and waits for the position. */
  using: boolean;
  problem: string | null;
  /** A photo that is too large, of which a smaller copy can be sent. */
  tooLarge: { file: File; isFresh: boolean } | null;
  position: PositionState;
  /** Photos of this job that wait to be sent, or of every job for a link without one. */
  kept: StoredPhoto[];
  leftOut: string[];
  sending: SendingState;
  /** A photo was sent since the page opened. */
  sent: boolean;
  result: Result | null;
  /** The phone closed the page while its camera was open. */
  pageClosed: boolean;
}

export const onPhone = ({ kept, leftOut, sending }: CaptureState): OnPhone => ({
  waiting: kept.map(({ stepName }) => stepName),
  sending: sending.current?.photo.stepName ?? null,
  leftOut,
});

export const openStep = ({ task, open }: CaptureState): TaskStep | null =>
  task?.steps.find(({ step_name }) => step_name === open) ?? null;

/** The step to go on with. */
export const following = (state: CaptureState): TaskStep | null =>
  state.task && nextStep(state.task, onPhone(state), state.open ?? undefined);

/** Place of a step in the order of the work, from 1. */
export const placeOf = (task: Task, stepName: string) =>
  inOrder(task.steps).findIndex(({ step_name }) => step_name === stepName) + 1;

/**
 * What the status "Sending" says; null when there was nothing to send, and while a photo is in the hand or
 * has to be taken again: that everything is sent would be heard as if it were.
 */
export function sendingText({ sending, kept, sent, mode, result }: CaptureState): string | null {
  if (sending.current) return messages.sending.one(sending.current.at, sending.current.of);
  if (sending.why && kept.length > 0) return messages.sending.notSent(sending.why);
  if (kept.length > 0) return messages.sending.waits(kept.length);
  const isOpen = mode === 'preview' || result?.accepted === false;
  return sent && !isOpen ? messages.sending.all : null;
}
