import { z } from 'zod';
import { aggregatePolicies, type OutboxEvent } from '../../aggregate/change.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { type Metadata, metadataPolicies } from '../../lib/metadata.js';
import type { Target } from '../../target.js';
import type { ExecutionMode } from '../catalogue/catalogue-schema.js';
import { declareEvents } from '../event/event.js';
import { type Question, questionPolicies } from '../question/evaluate.js';
import { type StatedQuestions, statedQuestionsPolicies } from '../question/question.js';
import { type Answer, answerPolicies } from './answer.js';
import { type EvidenceItem, evidencePolicies } from './evidence-item.js';
import { type Invite, invitePolicies } from './invite.js';
import type { JobStatus } from './job-status.js';
import { type ReportVersionHeader, reportVersionPolicies } from './report-version.js';

/** The events of a job, and of the evidence, report versions, feedback and invites in its document. */
export const jobEventType = declareEvents({
  'job.created': 'A job was created.',
  'job.updated': 'The metadata of a job was changed.',
  'job.assigned': 'A job was assigned.',
  'job.in_progress': 'Work on a job began, or more evidence was requested.',
  'job.submitted': 'The last required step of a job passed.',
  'job.completed': 'A job was completed: its result is verified.',
  'job.disputed': 'The requester disputed the result of a job.',
  'job.failed': 'A job failed: the verification could not be carried out.',
  'job.expired': 'A job expired at its deadline.',
  'job.cancelled': 'A job was cancelled.',
  'job.opened': 'A job was opened for verifiers.',
  'job.answers_submitted': 'Questions of a job were answered, or answers were changed.',
  'job.answer_flagged': 'An answer was given that the requester wants to be alerted to.',
  'job.erased': 'The content of a job was erased.',
  'evidence.received': 'An evidence item was stored.',
  'evidence.validated': 'An evidence item passed its checks.',
  'evidence.rejected': 'An evidence item failed at least one check.',
  'report.version_created': 'A report version was created.',
  'report.delivery_requested': 'Delivery of a report version was requested.',
  'report.delivered': 'A report version was delivered.',
  'report.delivery_failed': 'A report version could not be delivered.',
  'report.viewed': 'A report version was viewed for the first time.',
  'report.withdrawn': 'A report version was withdrawn.',
  'feedback.received': 'Requester feedback was stored.',
  'invite.created': 'Somebody was invited to capture the evidence of a job.',
  'invite.resent': 'A new capture link was issued for an invite; the previous one was revoked.',
  'invite.reassigned': 'An invite was replaced by an invite to another person.',
  'invite.opened': 'The capture link of an invite was opened for the first time.',
  'invite.revoked': 'An invite was revoked.',
});
export type JobEventType = z.infer<typeof jobEventType>;

/** The job that an operation targets. */
export const jobTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'job_id',
  description: 'Id of the job.',
  missing: 'job_not_found',
  node: 'Job',
};

/** The same target under a name for operations with several ids. */
export const jobIdTarget: Target<'jobId'> = { ...jobTarget, argument: 'jobId' };

export { type ExecutionMode, executionMode } from '../catalogue/catalogue-schema.js';
export * from './job-status.js';
export * from './job-transitions.js';

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

const stepPolicies: FieldPolicies<Step> = {
  stepName: kept,
  label: kept,
  instructions: kept,
  required: kept,
  status: kept,
  evidenceIds: kept,
  validationErrors: kept,
  completedAt: kept,
};

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
  /** Hash of the input, which identifies a replay; absent without a nonce. */
  inputSha256?: string;
  createdAt: Date;
}

const feedbackPolicies: FieldPolicies<Feedback> = {
  feedbackId: { erase: 'keep', export: true },
  rating: { erase: 'keep', export: true },
  verdict: { erase: 'keep', export: true },
  comment: { erase: 'text', export: true },
  stepNames: { erase: 'keep', export: true },
  reportVersion: { erase: 'keep', export: true },
  nonce: kept,
  inputSha256: { erase: 'remove', export: false },
  createdAt: { erase: 'keep', export: true },
};

/** The only search tag of an erased job; no filter looks for it. */
export const erasedTag = 'erased';

export const taskTokenKind = z.enum(['provider', 'capture']);

/** The offer of a dispatch run through which a job was assigned. */
export interface AcceptedOffer {
  /** Null for a candidate who is not registered. */
  providerId: string | null;
  runId: string;
  threadId: string;
}

const acceptedOfferPolicies: FieldPolicies<AcceptedOffer> = {
  providerId: kept,
  runId: kept,
  threadId: kept,
};

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

/** The part `holder` is about the verifier: erasing a provider erases it without the job. */
export const tokenPolicies: FieldPolicies<TaskToken> = {
  tokenId: kept,
  kind: kept,
  assigneeName: { erase: 'text', part: 'holder', export: false },
  createdAt: kept,
  expiresAt: kept,
  // Also replaces null, so `blankJob` sets it.
  revokedAt: kept,
  offer: { fields: acceptedOfferPolicies, export: false },
  releaseReason: { erase: 'text', part: 'holder', export: false },
};

export interface Assignment {
  assigneeName: string;
  assignedAt: Date;
  /** When the assignee's token expires; null for an integrator that does the work itself. */
  expiresAt: Date | null;
  tokenId: string | null;
  /** Absent if the job was assigned in another way. */
  offer?: AcceptedOffer;
}

const assignmentPolicies: FieldPolicies<Assignment> = {
  assigneeName: { erase: 'text', export: false },
  assignedAt: kept,
  expiresAt: kept,
  tokenId: kept,
  offer: { fields: acceptedOfferPolicies, export: false },
};

/**
 * The job document: the aggregate and the commit point. Every change is one write to it, guarded by `status` and
 * `revision`, which also pushes the events of the change onto `outbox`.
 */
export interface Job {
  _id: string;
  shape?: number;
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
  /** Its integrator's notes about it, which no verifier or requester sees; absent without any. */
  metadata?: Metadata;
  /** Hash of the input that created it, which identifies a replay; absent if it was created in another way. */
  inputSha256?: string;
  autoOpen: boolean;
  intakeSource: IntakeSource;
  executionMode: ExecutionMode;
  requestId: string | null;
  /** The job schedule that created it; absent for any other job. */
  scheduleId?: string;
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
  /** True if a current answer is flagged; absent before the first answer. */
  hasFlaggedAnswer?: boolean;
  /**
   * Position in the review queue: 2 with an unconfirmed flagged answer, 1 with an unconfirmed "cannot tell"; otherwise
   * absent.
   */
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
  /** When it was first opened; absent before, and from jobs of earlier releases, unless they were opened again since. */
  firstOpenedAt?: Date;
  assignedAt: Date | null;
  submittedAt: Date | null;
  completedAt: Date | null;
  expiresAt: Date | null;
  /** Promised hours from the opening to the result; absent for `defaultTurnaroundHours`. */
  turnaroundHours?: number;
  /** When its result is due, counted from when it was last opened; absent before the first opening. */
  deadlineAt?: Date;
  /** Words, metadata and market city by which lists find it (`searchIndexOf`); absent from jobs of earlier releases. */
  searchTags?: string[];
  /** Smallest cell of its position (`cellOf`); absent for a position that cannot be on Earth. */
  cell?: string;
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

/**
 * Erasing a job removes every text about people and places; ids, hashes, times and the results of checks are kept. The
 * content of a site check's job is exported from the site check.
 */
export const jobPolicies: FieldPolicies<Job> = {
  ...aggregatePolicies,
  statusReason: { erase: 'text', export: false },
  serviceKey: kept,
  objective: { erase: 'text', export: false },
  address: { erase: 'text', export: false },
  latitude: { erase: 'coarsen', export: false },
  longitude: { erase: 'coarsen', export: false },
  notes: { erase: 'text', export: false },
  referencePhotos: { erase: 'empty', export: false },
  // Kept, so that a repeated request does not create the job again.
  nonce: kept,
  // Not exported: an export is for the requester of a site check.
  metadata: { erase: 'remove', fields: metadataPolicies, export: false },
  // Not kept: a hash of few possible inputs can be reversed by guessing.
  inputSha256: { erase: 'remove', export: false },
  autoOpen: kept,
  intakeSource: kept,
  executionMode: kept,
  requestId: kept,
  scheduleId: kept,
  customerId: { erase: 'remove', export: false },
  cancelledBy: kept,
  steps: { fields: stepPolicies, export: false },
  questions: { fields: questionPolicies, export: false },
  statedQuestions: { erase: 'remove', fields: statedQuestionsPolicies, export: false },
  answers: { fields: answerPolicies, export: false },
  earlierAnswers: { fields: answerPolicies, export: false },
  answerTags: { erase: 'remove', export: false },
  hasFlaggedAnswer: { erase: 'remove', export: false },
  attention: { erase: 'remove', export: false },
  warnings: { fields: { code: kept, message: kept }, export: false },
  evidence: { fields: evidencePolicies, export: false },
  evidenceNonces: kept,
  firstHashes: kept,
  triedHashes: kept,
  feedback: { fields: feedbackPolicies, export: true },
  tokens: { fields: tokenPolicies, export: false },
  assignment: { fields: assignmentPolicies, export: false },
  invites: { fields: invitePolicies, export: true },
  setBackAt: kept,
  reportId: kept,
  // The export adds the URLs of each version.
  reports: { fields: reportVersionPolicies, export: false },
  createdAt: kept,
  openedAt: kept,
  firstOpenedAt: kept,
  assignedAt: kept,
  submittedAt: kept,
  completedAt: kept,
  expiresAt: kept,
  turnaroundHours: kept,
  deadlineAt: kept,
  // Not removed: a job without tags is one of an earlier release.
  searchTags: { erase: { with: () => [erasedTag] }, export: false },
  cell: { erase: 'remove', export: false },
  erasedAt: kept,
  erasePending: kept,
  eraseTriedAt: kept,
};

/** The report of an earlier job of the same schedule. */
export interface PreviousVisit {
  jobId: string;
  reportId: string;
}

/** Position and purpose of a job. */
export type JobPlace = Pick<Job, '_id' | 'latitude' | 'longitude' | 'serviceKey' | 'requestId'>;

/** The jobs that a caller can access: one integrator's, or all if absent. */
export interface JobScope {
  integratorId?: string;
}
