import { z } from 'zod';
import { checkName, checkResult, evidenceSource } from '../evidence/evidence.js';
import { answeredBy } from '../job/answer.js';
import { feedbackVerdict, jobStatus, stepStatus } from '../job/job.js';
import { questionKind } from '../question/question.js';
import { changeKind } from './json-diff.js';

/** RFC 3339, UTC, milliseconds, `Z`. */
export const instant = z.iso.datetime({ precision: 3 });

/** Reason for a version; of several reasons, the first in this order. */
export const changeReason = z.enum([
  'withdrawal',
  'correction',
  'feedback',
  'answers_changed',
  'evidence_replaced',
  'evidence_added',
  'status_changed',
]);
export type ChangeReason = z.infer<typeof changeReason>;

const contentStep = z.strictObject({
  step_name: z.string(),
  label: z.string(),
  status: stepStatus,
  required: z.boolean(),
  instructions: z.string(),
  evidence_ids: z.array(z.string()),
  validation_errors: z.array(z.string()),
  completed_at: instant.nullable(),
});

const contentCheck = z.strictObject({
  name: checkName,
  result: checkResult,
  measured: z.string().nullable(),
  threshold: z.string().nullable(),
  message: z.string(),
});

export const contentEvidenceItem = z.strictObject({
  evidence_id: z.string(),
  step_name: z.string(),
  media_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  media_type: z.string(),
  size_bytes: z.int().min(0),
  latitude: z.number(),
  longitude: z.number(),
  distance_m: z.number().nullable(),
  captured_at: instant,
  received_at: instant,
  notes: z.string().nullable(),
  validation_passed: z.boolean(),
  validation_errors: z.array(z.string()),
  checks: z.array(contentCheck),
  source: evidenceSource,
});

const contentChange = z.strictObject({
  path: z.string(),
  kind: changeKind,
  before: z.json(),
  after: z.json(),
});

const contentChangeSummary = z.strictObject({
  from_version: z.int().min(1),
  to_version: z.int().min(2),
  reason: changeReason,
  summary: z.string(),
  evidence_added: z.array(z.string()),
  evidence_removed: z.array(z.string()),
  steps_changed: z.array(z.string()),
  changes: z.array(contentChange),
});

const answerContent = z.strictObject({
  /** Stored form of the value; null if the question cannot be answered. */
  value: z.union([z.string(), z.number(), z.array(z.string())]).nullable(),
  cannot_tell: z.boolean(),
  /** The value as readable text. */
  text: z.string(),
  reason: z.string().nullable(),
  comment: z.string().nullable(),
  answered_by: answeredBy,
  answered_at: instant,
});

/** The answer to a question that applies. */
const contentAnswer = answerContent.extend({
  question_key: z.string(),
  question: z.string(),
  kind: questionKind,
  evidence_ids: z.array(z.string()),
  received_at: instant,
  flagged: z.boolean(),
  revision: z.int().min(1),
  confirmed_by: answeredBy.nullable(),
  confirmed_at: instant.nullable(),
  confirmation_reason: z.string().nullable(),
  /** The answer before the reviewer's correction; null unless the answer is a correction. */
  corrected: answerContent.nullable(),
});

/** The objective with its answer in one line. */
const contentHeadline = z.strictObject({
  question: z.string(),
  /** Null without an answer. */
  answer: z.string().nullable(),
  answered_by: answeredBy.nullable(),
  answered_at: instant.nullable(),
  confirmed_by: answeredBy.nullable(),
  /** The photo that shows it; null if the answer refers to none. */
  evidence_id: z.string().nullable(),
});

/**
 * The signed content of one report version, in its REST form (snake_case): the report as returned, without what can
 * change after signing or differs by reader. Positions are WGS 84 degrees, sizes bytes, distances metres. It never
 * changes after signing.
 */
export const reportContent = z.strictObject({
  schema_version: z.literal('RealityReportV0'),
  report_id: z.string(),
  version_number: z.int().min(1),
  request_id: z.string().nullable(),
  job_id: z.string(),
  service_key: z.string().nullable(),
  service_label: z.string().nullable(),
  report_title: z.string().nullable(),
  template_name: z.string().nullable(),
  template_version: z.string().nullable(),
  objective: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  status: jobStatus,
  completed_at: instant,
  generated_at: instant,
  summary: z.string(),
  requester_verdict: z.strictObject({ verdict: feedbackVerdict, at: instant }).nullable(),
  limitations: z.array(z.string()),
  /** Absent from reports of earlier releases, like the answers. */
  headline: contentHeadline.optional(),
  answers: z.array(contentAnswer).optional(),
  steps: z.array(contentStep),
  evidence_items: z.array(contentEvidenceItem),
  change_summary: contentChangeSummary.nullable(),
});
export type ReportContent = z.infer<typeof reportContent>;
export type ContentStep = ReportContent['steps'][number];
export type ContentEvidenceItem = z.infer<typeof contentEvidenceItem>;
export type ContentHeadline = z.infer<typeof contentHeadline>;
export type ContentAnswer = z.infer<typeof contentAnswer>;
export type CorrectedAnswer = z.infer<typeof answerContent>;
export type ContentCheck = ContentEvidenceItem['checks'][number];
export type ChangeSummary = NonNullable<ReportContent['change_summary']>;

/** Facts that a version states about the job, before it is compared with the previous version. */
export type ReportFacts = Omit<ReportContent, 'version_number' | 'generated_at' | 'change_summary'>;

/** The previous version, when a new one is created. */
export interface PreviousVersion {
  content: ReportContent;
  withdrawn: boolean;
}

/** Returns what a signed version states about the job: the content without the members specific to a version. */
export function factsOf(content: ReportContent): ReportFacts {
  const { version_number: _v, generated_at: _g, change_summary: _c, ...facts } = content;
  return facts;
}
