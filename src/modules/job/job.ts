import { z } from 'zod';
import type { OutboxEvent } from '../../aggregate/change.js';
import type { ExecutionMode } from '../catalogue/catalogue-schema.js';
import type { Question } from '../question/evaluate.js';
import type { StatedQuestions } from '../question/question.js';
import type { Answer } from './answer.js';
import type { EvidenceItem } from './evidence-item.js';
import type { Invite } from './invite.js';
import type { JobStatus } from './job-status.js';
import type { ReportVersionHeader } from './report-version.js';

export { type ExecutionMode, executionMode } from '../catalogue/catalogue-schema.js';
export * from './job-status.js';

export const stepStatus = z.enum(['pending', 'passed', 'failed', 'skipped']);
export type StepStatus = z.infer<typeof stepStatus>;

export const intakeSource = z.enum(['api', 'public_site_check', 'customer_portal', 'self_service']);
export type IntakeSource = z.infer<typeof intakeSource>;

export const feedbackVerdict = z.enum(['accepted', 'needs_more', 'disputed']);
export type FeedbackVerdict = z.infer<typeof feedbackVerdict>;

/** One step of the verifier's work, embedded in the job. */
export interface Step {
  stepName: string;
  label: string;
  instructions: string;
  required: boolean;
  status: StepStatus;
  evidenceIds: string[];
  validationErrors: string[];
  completedAt: Date | null;
}

export interface JobWarning {
  code: string;
  message: string;
}

export interface Feedback {
  feedbackId: string;
  rating: number | null;
  verdict: FeedbackVerdict | null;
  comment: string | null;
  stepNames: string[];
  reportVersion: number | null;
  nonce: string | null;
  createdAt: Date;
}

export const taskTokenKind = z.enum(['provider', 'capture']);

/** The offer of a dispatch run through which a job was assigned. */
export interface AcceptedOffer {
  /** Null for a candidate who is not registered. */
  providerId: string | null;
  runId: string;
  threadId: string;
}

/** The record of a task or capture token; the token itself is signed and never stored. */
export interface TaskToken {
  tokenId: string;
  kind: z.infer<typeof taskTokenKind>;
  assigneeName: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  /** Absent if the job was assigned in another way. */
  offer?: AcceptedOffer;
  /** Set if its holder released the job; null if no reason was given. */
  releaseReason?: string | null;
}

export interface Assignment {
  assigneeName: string;
  assignedAt: Date;
  /** When the assignee's token expires; null for an integrator that does the work itself. */
  expiresAt: Date | null;
  tokenId: string | null;
  /** Absent if the job was assigned in another way. */
  offer?: AcceptedOffer;
}

/**
 * The job document: the aggregate and the commit point. Every change is one write to it, guarded by `status` and
 * `revision`, which also pushes the events of the change onto `outbox`.
 */
export interface Job {
  _id: string;
  integratorId: string;
  status: JobStatus;
  statusReason: string | null;
  serviceKey: string | null;
  objective: string;
  address: string;
  latitude: number;
  longitude: number;
  notes: string;
  referencePhotos: string[];
  nonce: string;
  autoOpen: boolean;
  intakeSource: IntakeSource;
  executionMode: ExecutionMode;
  requestId: string | null;
  /** Customer of the site check, copied from it; absent for any other job. */
  customerId?: string;
  /** Set if its requester cancelled it; any other canceller is an operator or its integrator. */
  cancelledBy?: 'requester';
  steps: Step[];
  /** The questions to answer on site, the objective first; absent from jobs of earlier releases (`questionsOf`). */
  questions?: Question[];
  /** The questions of its request, which a replay compares; absent if it had none. */
  statedQuestions?: StatedQuestions;
  /** The latest answer to each question, including hidden ones; absent before the first. */
  answers?: Answer[];
  /** Earlier revisions of the answers, oldest first; absent if there are no such revisions. */
  earlierAnswers?: Answer[];
  /** Index tags by which lists find its answers; absent before the first. */
  answerTags?: string[];
  /** Position in the review queue: 2 with a flagged answer, 1 with one that cannot be answered; otherwise absent. */
  attention?: 1 | 2;
  warnings: JobWarning[];
  evidence: EvidenceItem[];
  /** Evidence nonces that this job was the first to use (unique across jobs; absent if none). */
  evidenceNonces?: string[];
  /** Hashes of files that this job was the first to accept (unique across jobs; absent if none). */
  firstHashes?: string[];
  /** Hashes of readable files that this job did not accept; absent if none. */
  triedHashes?: string[];
  feedback: Feedback[];
  tokens: TaskToken[];
  assignment: Assignment | null;
  /** Invites to capture it, oldest first (ids unique across jobs; absent if none). */
  invites?: Invite[];
  /** When the job was last set back to work; evidence limits count from here. */
  setBackAt: Date | null;
  reportId: string | null;
  reports: ReportVersionHeader[];
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  openedAt: Date | null;
  assignedAt: Date | null;
  submittedAt: Date | null;
  completedAt: Date | null;
  expiresAt: Date | null;
  /** When something about the job falls due (expiry, token expiry); absent if nothing will. */
  dueAt?: Date;
  /** When its content was erased; it never changes after that. Absent before. */
  erasedAt?: Date;
  /** Set with `erasedAt` until its files, its site check and the traces of both are also erased. */
  erasePending?: true;
  /** Time of the last attempt to finish the erasure; absent before the first and after the last. */
  eraseTriedAt?: Date;
  outbox: OutboxEvent[];
}

/** Position and purpose of a job. */
export type JobPlace = Pick<Job, '_id' | 'latitude' | 'longitude' | 'serviceKey' | 'requestId'>;

/** The jobs that a caller can access: one integrator's, or all if absent. */
export interface JobScope {
  integratorId?: string;
}
