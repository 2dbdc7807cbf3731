import { second } from '../../../lib/units.js';
import type { UploadAnswer } from './task.js';

/** The service's response to an upload. */
export interface Answer {
  status: number;
  body: unknown;
  /** Seconds of `Retry-After`; null without the header. */
  retryAfter: number | null;
}

/** Reason that a photo was not sent. */
export type FailureReason = 'busy' | 'trouble' | 'large' | 'full' | 'rejected';

/** The outcome of an upload with or without a response. */
export type Outcome =
  | { kind: 'stored'; answer: UploadAnswer }
  /** Try again; `stops` is true if the other photos would fail too. */
  | { kind: 'later'; reason: FailureReason | null; afterMilliseconds: number; stops: boolean }
  /** This photo is rejected; others may be accepted. */
  | { kind: 'refused'; reason: FailureReason }
  | { kind: 'ended'; end: 'invalid' | 'expired' | 'finished' };

const delays = [2, 5, 15, 30, 60].map((seconds) => seconds * second);

/** Returns the delay before the next attempt, after this number of consecutive failures. */
const retryDelay = (failures: number) => delays[Math.min(failures, delays.length) - 1] ?? 0;

const codeOf = (body: unknown) => (body as { code?: string } | null)?.code ?? '';

/** True if the body is the documented response: a proxy can respond instead of the service. */
const isUploadAnswer = (body: unknown): body is UploadAnswer =>
  typeof (body as UploadAnswer | null)?.validation_passed === 'boolean';

/**
 * Classifies the response to an upload.
 * @param answer null if none arrived: the photo may be stored nonetheless, so it is kept
 * @param failures number of consecutive failures, including this attempt
 */
export function classifyAnswer(answer: Answer | null, failures: number): Outcome {
  const later = (reason: FailureReason | null, stops: boolean): Outcome => {
    const requested = (answer?.retryAfter ?? 0) * second;
    return {
      kind: 'later',
      reason,
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
  if (code === 'evidence_limit') return { kind: 'refused', reason: 'full' };
  if (code === 'payload_too_large') return { kind: 'refused', reason: 'large' };
  if (status === 429 || status === 503) return later('busy', true);
  // A proxy or a captive portal responded, or the service failed on this photo.
  if (status === 408 || status >= 500 || code === '') return later('trouble', false);
  return { kind: 'refused', reason: 'rejected' };
}
