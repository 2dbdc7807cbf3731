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

/** One thing the verifier has to show, embedded in the job. */
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

/** The offer of a dispatch run by which a job was assigned. */
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
  /** Absent where the job was assigned otherwise. */
  offer?: AcceptedOffer;
  /** Set where its holder gave the job back: why, null where no reason was given. */
  releaseReason?: string | null;
}

export interface Assignment {
  assigneeName: string;
  assignedAt: Date;
  /** When the token of the assignee expires; null for an integrator that works itself. */
  expiresAt: Date | null;
  tokenId: string | null;
  /** Absent where the job was assigned otherwise. */
  offer?: AcceptedOffer;
}

/**
 * The job document: the aggregate and the commit point. Every change is one write to it, guarded
 * by `status` and `revision`, with the events of the change pushed onto `outbox` in that write.
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
  /** Customer whose site check it is, as the site check says; absent for any other job. */
  customerId?: string;
  /** Who cancelled it, where it was its requester; anybody else is an operator or its integrator. */
  cancelledBy?: 'requester';
  steps: Step[];
  /** What is asked on site, the objective first; absent from jobs of earlier releases (`questionsOf`). */
  questions?: Question[];
  /** What its request said of questions, which a replay compares; absent where it said nothing. */
  statedQuestions?: StatedQuestions;
  /** The latest answer to each question, hidden ones included; absent before the first. */
  answers?: Answer[];
  /** Earlier revisions of the answers, oldest first; absent when there are none. */
  earlierAnswers?: Answer[];
  /** What lists find its answers by; absent before the first. */
  answerTags?: string[];
  /** Its place in the review queue: 2 with a flagged answer, 1 with one that cannot be told; else absent. */
  attention?: 1 | 2;
  warnings: JobWarning[];
  evidence: EvidenceItem[];
  /** Evidence nonces that this job was the first to use (unique across jobs; absent when none). */
  evidenceNonces?: string[];
  /** Hashes of files that this job was the first to accept (unique across jobs; absent when none). */
  firstHashes?: string[];
  /** Hashes of readable files that this job did not accept; absent when none. */
  triedHashes?: string[];
  feedback: Feedback[];
  tokens: TaskToken[];
  assignment: Assignment | null;
  /** Who was invited to capture it, oldest first (ids unique across jobs; absent when nobody was). */
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
  /** When something about the job falls due (expiry, token expiry); absent when nothing will. */
  dueAt?: Date;
  /** When its content was erased, after which it never changes; absent before. */
  erasedAt?: Date;
  /** Set with `erasedAt` until its files, its site check and the traces of both are erased too. */
  erasePending?: true;
  /** Time of the last attempt to finish the erasure; absent before the first and after the last. */
  eraseTriedAt?: Date;
  outbox: OutboxEvent[];
}

/** Where a job is, and what it was made for. */
export type JobPlace = Pick<Job, '_id' | 'latitude' | 'longitude' | 'serviceKey' | 'requestId'>;

/** Whose jobs are looked at: one integrator's, or every one's when absent. */
export interface JobScope {
  integratorId?: string;
}
