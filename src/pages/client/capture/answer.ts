import { second } from '../../../lib/units.js';
import { messages } from '../../messages/capture.en.js';
import type { UploadAnswer } from './task.js';

/** How the service answered an upload. */
export interface Answer {
  status: number;
  body: unknown;
  /** Seconds of `Retry-After`; null without. */
  retryAfter: number | null;
}

/** What follows from the answer, or from none. */
export type Outcome =
  | { kind: 'stored'; answer: UploadAnswer }
  /** Try again; `stops` is true where the other photos would fare no better now. */
  | { kind: 'later'; why: string | null; afterMilliseconds: number; stops: boolean }
  /** This photo is not taken; others may be. */
  | { kind: 'refused'; why: string }
  | { kind: 'ended'; end: 'invalid' | 'expired' | 'finished' };

const delays = [2, 5, 15, 30, 60].map((seconds) => seconds * second);

/** When to try again after so many attempts in a row that failed. */
const retryDelay = (failures: number) => delays[Math.min(failures, delays.length) - 1] ?? 0;

const codeOf = (body: unknown) => (body as { code?: string } | null)?.code ?? '';

/** Whether the answer is the one that the interface documents: a proxy may answer in its place. */
const isUploadAnswer = (body: unknown): body is UploadAnswer =>
  typeof (body as UploadAnswer | null)?.validation_passed === 'boolean';

/**
 * Judges the answer to an upload.
 * @param answer null when none came: it may be lost while the photo is stored, so the photo is kept
 * @param failures attempts in a row that failed, this one included
 */
export function classifyAnswer(answer: Answer | null, failures: number): Outcome {
  const { reasons } = messages.sending;
  const later = (why: string | null, stops: boolean): Outcome => {
    const requested = (answer?.retryAfter ?? 0) * second;
    return {
      kind: 'later',
      why,
      stops,
      afterMilliseconds: Math.max(requested, retryDelay(failures)),
    };
  };
  if (answer === null) return later(null, true);
  const { status, body } = answer;
  const code = codeOf(body);
  if (status === 201 && isUploadAnswer(body)) return { kind: 'stored', answer: body };
  if (code === 'token_invalid') return { kind: 'ended', end: 'invalid' };
  if (code === 'token_expired') return { kind: 'ended', end: 'expired' };
  if (code === 'invalid_transition') return { kind: 'ended', end: 'finished' };
  if (code === 'evidence_limit') return { kind: 'refused', why: reasons.full };
  if (code === 'payload_too_large') return { kind: 'refused', why: reasons.large };
  if (status === 429 || status === 503) return later(reasons.busy, true);
  // A proxy or a network's own page answered, or the service failed on this photo.
  if (status === 408 || status >= 500 || code === '') return later(reasons.trouble, false);
  return { kind: 'refused', why: reasons.other };
}
