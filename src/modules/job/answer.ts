import { z } from 'zod';
import type { AnswerValue } from '../question/evaluate.js';

/** Who gave an answer. */
export const answeredBy = z.enum(['verifier', 'requester', 'invitee', 'integrator', 'reviewer']);
export type AnsweredBy = z.infer<typeof answeredBy>;

/** One revision of the answer to one question, embedded in the job. */
export interface Answer {
  questionKey: string;
  /** From 1 for each question. */
  revision: number;
  /** Null where it cannot be told, or was erased. */
  value: AnswerValue | null;
  /** True where the answer is that it cannot be told. */
  cannotTell: boolean;
  /** Why it cannot be told, or why a reviewer corrected it; else null. */
  reason: string | null;
  comment: string | null;
  evidenceIds: string[];
  answeredBy: AnsweredBy;
  /** When it was given, by the clock of the device. */
  answeredAt: Date;
  receivedAt: Date;
  flagged: boolean;
  /** Set once a reviewer confirmed it. */
  confirmed?: { at: Date; reason: string | null };
}
