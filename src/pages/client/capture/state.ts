import type { FailureReason } from './answer.js';
import type { StoredPhoto } from './photo.js';
import type { PositionState } from './position.js';
import { type Answering, unsentAnswers } from './questions.js';
import type { Result } from './result-text.js';
import type { SendingState } from './sender.js';
import { inOrder, nextStep, type OnPhone } from './steps.js';
import type { Task, TaskStep } from './task.js';
import { t } from './text.js';

/** Reasons for which a link cannot be used. */
export type DeadEnd = 'incomplete' | 'invalid' | 'expired' | 'finished';

/** Target of the focus after a change; null: it stays. */
export type Focus = 'heading' | 'step' | 'alert' | null;

/** The complete state of the page. */
export interface CaptureState {
  phase: 'opening' | 'unreachable' | 'before' | 'steps' | 'end' | 'dead';
  dead: DeadEnd | null;
  task: Task | null;
  /** True if the task is the one stored on the phone, because the service did not respond. */
  offline: boolean;
  /** Reason why the task could not be read, if the service gave one. */
  trouble: string | null;
  /** Minutes by which the phone's clock is ahead; null if within the tolerance. */
  minutesOff: number | null;
  /** The open step; null if every step was skipped or is queued. */
  open: string | null;
  mode: 'shoot' | 'camera' | 'preview' | 'question' | 'review' | 'sent';
  answering: Answering;
  /** Key of the displayed question; null for none. */
  asking: string | null;
  /** Keys of the questions shown before this one since the photo was accepted, for "Back". */
  previousQuestions: readonly string[];
  /** True if the question was opened from the review of the answers, and returns to it. */
  fromReview: boolean;
  draft: StoredPhoto | null;
  /** URL of the draft's bytes, for the preview. */
  preview: string | null;
  /** True if "Use photo" was pressed and is waiting for the position. */
  using: boolean;
  problem: string | null;
  /** A photo that is too large, of which a smaller copy can be sent. */
  tooLarge: { file: File; isFresh: boolean } | null;
  position: PositionState;
  /** Queued photos of this job, or of every job for a link without one. */
  kept: StoredPhoto[];
  leftOut: string[];
  sending: SendingState;
  /** True if a photo was sent since the page opened. */
  sent: boolean;
  result: Result | null;
  /** Path of the request, for the requester who takes the photos; null for anyone else. */
  ownRequest: string | null;
  /** True if the phone closed the page while its camera was open. */
  pageClosed: boolean;
}

export const onPhone = ({ kept, leftOut, sending }: CaptureState): OnPhone => ({
  waiting: kept.map(({ stepName }) => stepName),
  sending: sending.current?.photo.stepName ?? null,
  leftOut,
});

export const openStep = ({ task, open }: CaptureState): TaskStep | null =>
  task?.steps.find(({ step_name }) => step_name === open) ?? null;

/** Returns the step to continue with. */
export const following = (state: CaptureState): TaskStep | null =>
  state.task && nextStep(state.task, onPhone(state), state.open ?? undefined);

/** Returns the position of a step in the order of work, from 1. */
export const placeOf = (task: Task, stepName: string) =>
  inOrder(task.steps).findIndex(({ step_name }) => step_name === stepName) + 1;

/** Number of answers that wait to be sent. */
export const waitingAnswers = ({ task, answering }: CaptureState): number =>
  task ? unsentAnswers(task, answering).length : 0;

const notSent = {
  busy: 'capture.sending.busy',
  trouble: 'capture.sending.trouble',
  large: 'capture.sending.large',
  full: 'capture.sending.full',
  rejected: 'capture.sending.rejected',
} as const satisfies Record<FailureReason, string>;

/**
 * Returns the text of the status "Sending". It is null if there was nothing to send, and while a photo is a draft or
 * has to be retaken: "Everything is sent" would seem to include it.
 */
export function sendingText(state: CaptureState): string | null {
  const { sending, kept, sent, mode, result } = state;
  if (sending.current) {
    const { at, of } = sending.current;
    return t('capture.sending.one', { at, of });
  }
  if (sending.reason && kept.length > 0) return t(notSent[sending.reason]);
  if (kept.length > 0) return t('capture.sending.photos_wait', { photos: kept.length });
  const isOpen = ['preview', 'question', 'review'].includes(mode) || result?.accepted === false;
  const answers = waitingAnswers(state);
  if (!isOpen && answers > 0) return t('capture.sending.answers_wait', { answers });
  return sent && !isOpen ? t('capture.sending.all') : null;
}
