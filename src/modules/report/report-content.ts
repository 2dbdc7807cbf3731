import type { KeyMode } from '../../scopes.js';
import type { EvidenceItem } from '../evidence/evidence.js';
import type { Job, Step } from '../job/job.js';
import { summariseChanges } from './change-summary.js';
import { deriveLimitations, otherLimitations } from './limitations.js';
import { english } from './reader-wording.js';
import { answerContents } from './report-answers.js';
import type {
  ContentEvidenceItem,
  ContentStep,
  PreviousVersion,
  ReportContent,
  ReportFacts,
} from './report-schema.js';
import { deriveSummary } from './report-summary.js';
import { titleOf } from './report-title.js';

const templateName = 'reality-report';
const templateVersion = '1';

/**
 * Returns the facts of a report, a pure function of the stored job, the label of its service and its mode. Evidence is
 * in the order of receipt, including failed items.
 *
 * @throws Error if the job was never submitted: it has no report
 */
export function deriveReportFacts(
  job: Job,
  of: { reportId: string; serviceLabel: string | null; mode: KeyMode; hasTimestamps: boolean },
): ReportFacts {
  const { reportId, serviceLabel } = of;
  const isTest = of.mode === 'test';
  if (job.submittedAt === null) throw new Error(`job ${job._id} was never submitted`);
  const verdictFeedback = job.feedback.findLast((feedback) => feedback.verdict !== null);
  const facts: Omit<ReportFacts, 'summary' | 'limitations'> = {
    schema_version: 'RealityReportV0',
    report_id: reportId,
    request_id: job.requestId,
    job_id: job._id,
    service_key: job.serviceKey,
    service_label: serviceLabel,
    report_title: titleOf(english, { serviceLabel, isTest }),
    template_name: templateName,
    template_version: templateVersion,
    objective: job.objective,
    address: job.address,
    latitude: job.latitude,
    longitude: job.longitude,
    status: job.status,
    completed_at: job.submittedAt.toISOString(),
    requester_verdict: verdictFeedback?.verdict
      ? { verdict: verdictFeedback.verdict, at: verdictFeedback.createdAt.toISOString() }
      : null,
    ...answerContents(job),
    steps: job.steps.map(stepContent),
    evidence_items: [...job.evidence].sort(byReceipt).map(evidenceContent),
  };
  const other = otherLimitations(english);
  return wellFormed({
    ...facts,
    summary: deriveSummary(english, facts),
    limitations: [
      ...(isTest ? [other.test] : []),
      ...deriveLimitations(english, facts),
      ...(of.hasTimestamps ? [] : [other.noTimestamp]),
    ],
  });
}

/** Returns the signed content of the version after `previous`, from the facts and the time. */
export function buildReportContent(
  facts: ReportFacts,
  {
    versionNumber,
    now,
    previous,
  }: { versionNumber: number; now: Date; previous: PreviousVersion | null },
): ReportContent {
  return {
    ...facts,
    version_number: versionNumber,
    generated_at: now.toISOString(),
    change_summary: previous && summariseChanges(previous, facts, versionNumber),
  };
}

function byReceipt(a: EvidenceItem, b: EvidenceItem): number {
  return a.receivedAt.getTime() - b.receivedAt.getTime() || (a.evidenceId < b.evidenceId ? -1 : 1);
}

function stepContent(step: Step): ContentStep {
  return {
    step_name: step.stepName,
    label: step.label,
    status: step.status,
    required: step.required,
    instructions: step.instructions,
    evidence_ids: [...step.evidenceIds],
    validation_errors: [...step.validationErrors],
    completed_at: step.completedAt?.toISOString() ?? null,
  };
}

function evidenceContent(item: EvidenceItem): ContentEvidenceItem {
  const { latitude, longitude } = item;
  if (latitude === null || longitude === null) throw new Error('erased evidence has no report');
  return {
    evidence_id: item.evidenceId,
    step_name: item.stepName,
    media_sha256: item.mediaSha256,
    media_type: item.mediaType,
    size_bytes: item.sizeBytes,
    latitude,
    longitude,
    distance_m: item.distanceM,
    captured_at: item.capturedAt.toISOString(),
    received_at: item.receivedAt.toISOString(),
    notes: item.notes,
    validation_passed: item.validationPassed,
    validation_errors: [...item.validationErrors],
    checks: item.checks.map(({ name, result, measured, threshold, message }) => ({
      name,
      result,
      measured,
      threshold,
      message,
    })),
    source: item.source,
  };
}

/** Replaces lone surrogates, which canonical JSON cannot represent, by U+FFFD, as storing them does. */
function wellFormed<T>(value: T): T {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\uFFFD') as T;
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, wellFormed(member)]),
  ) as T;
}
