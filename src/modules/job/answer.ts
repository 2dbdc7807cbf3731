import { z } from 'zod';
import type { FieldPolicies } from '../../lib/field-policy.js';
import type { AnswerValue } from '../question/evaluate.js';

/** The author of an answer. */
export const answeredBy = z.enum(['verifier', 'requester', 'invitee', 'integrator', 'reviewer']);
export type AnsweredBy = z.infer<typeof answeredBy>;

/** One revision of the answer to one question, embedded in the job. */
export interface Answer {
  questionKey: string;
  /** From 1 per question. */
  revision: number;
  /** Null if the question cannot be answered, or if the value was erased. */
  value: AnswerValue | null;
  /** True if the answer is that the question cannot be answered on site. */
  cannotTell: boolean;
  /** Reason why it cannot be answered, or of a reviewer's correction; otherwise null. */
  reason: string | null;
  comment: string | null;
  evidenceIds: string[];
  answeredBy: AnsweredBy;
  /** When it was given, by the device's clock. */
  answeredAt: Date;
  receivedAt: Date;
  flagged: boolean;
  /** Set when a reviewer confirmed it. */
  confirmed?: { at: Date; reason: string | null };
}

/** An erasure removes the content of an answer; its author and times are kept. */
export const answerPolicies: FieldPolicies<Answer> = {
  questionKey: { erase: 'keep', export: true },
  revision: { erase: 'keep', export: true },
  value: { erase: 'null', export: true },
  cannotTell: { erase: 'keep', export: true },
  reason: { erase: 'text', export: true },
  comment: { erase: 'text', export: true },
  evidenceIds: { erase: 'keep', export: true },
  answeredBy: { erase: 'keep', export: true },
  answeredAt: { erase: 'keep', export: true },
  receivedAt: { erase: 'keep', export: true },
  flagged: { erase: 'keep', export: true },
  confirmed: {
    fields: { at: { erase: 'keep', export: true }, reason: { erase: 'text', export: true } },
    export: true,
  },
};
