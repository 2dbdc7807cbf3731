import { ApiError } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import { isDuplicateKey } from '../../lib/mongo.js';
import type { Services } from '../../services.js';
import type { FileElsewhere } from '../job/evidence-item.js';
import type { Job, JobScope, JobStatus, Step } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import { chooseStep, isShown, requireAcceptingState, requireRoom } from './accept-evidence.js';
import { distanceToJob, evaluateChecks, runChecks } from './checks.js';
import type { EvidenceItem, EvidenceSource } from './evidence.js';
import type { StoredFile } from './evidence-files.js';
import { unknownMediaType } from './media-types.js';

/** A file in storage, with everything that was declared about it. */
export interface Submission {
  source: EvidenceSource;
  file: StoredFile & { name: string | null; declaredType: string | null };
  receivedAt: Date;
  latitude: number;
  longitude: number;
  capturedAt: Date;
  /** Radius of the declared position in metres; null where none was declared. */
  accuracyMetres: number | null;
  /** Size in pixels of a photo before the capture page made it smaller, as `width x height`. */
  resizedFrom: string | null;
  notes: string | null;
  stepName: string | null;
  nonce: string | null;
  declaredSha256: string | null;
  inputSha256: string | null;
  /** Who takes an open job by sending evidence for it. */
  assigneeName: string;
}

/** EvidenceSubmitOut of the interface. */
export interface SubmittedEvidence {
  jobId: string;
  stepName: string;
  validationPassed: boolean;
  validationErrors: string[];
  /** What the job was after it. */
  jobStatus: JobStatus;
}

export const submitted = (job: Pick<Job, '_id'>, item: EvidenceItem): SubmittedEvidence => ({
  jobId: job._id,
  stepName: item.stepName,
  validationPassed: item.validationPassed,
  validationErrors: item.validationErrors,
  jobStatus: item.jobStatus,
});

/** What this write may still claim as its own across all jobs. */
interface Claims {
  nonce: boolean;
  hash: boolean;
}

/** Judges a submission by its job. */
function newItem(
  job: Job,
  step: Step,
  given: Submission,
  claims: Claims,
  elsewhere: FileElsewhere,
): EvidenceItem {
  const { file, nonce } = given;
  const { media } = file;
  const own = job.evidence.filter((item) => item.mediaSha256 === file.sha256);
  const seenInJob = own.some((item) => item.validationPassed)
    ? 'passed_on_this_job'
    : own.length > 0
      ? 'on_this_job'
      : 'never';
  const seen = elsewhere.accepted ? 'on_another_job' : seenInJob;
  const unused = claims.nonce && !job.evidenceNonces?.includes(nonce ?? '');
  const checks = runChecks({
    declared: {
      latitude: given.latitude,
      longitude: given.longitude,
      capturedAt: given.capturedAt,
      accuracyMetres: given.accuracyMetres,
      resizedFrom: given.resizedFrom,
      sha256: given.declaredSha256,
      mediaType: file.declaredType,
    },
    received: { at: given.receivedAt, sha256: file.sha256, sizeBytes: file.sizeBytes },
    media,
    job: { ...job, openedAt: job.openedAt ?? job.createdAt },
    seen,
    attempts: elsewhere.tried,
    nonce: nonce === null ? 'none_given' : unused ? 'unused' : 'used',
  });
  return {
    evidenceId: newId(),
    stepName: step.stepName,
    fileId: file.fileId,
    fileName: file.name,
    mediaSha256: file.sha256,
    mediaType: media.type ?? unknownMediaType,
    sizeBytes: file.sizeBytes,
    latitude: given.latitude + 0,
    longitude: given.longitude + 0,
    distanceM: distanceToJob(given, job),
    capturedAt: given.capturedAt,
    receivedAt: given.receivedAt,
    notes: given.notes,
    nonce,
    inputSha256: given.inputSha256,
    ...evaluateChecks(checks),
    checks,
    source: given.source,
    jobStatus: job.status,
  };
}

/** A failing item leaves its step as it was; only why it failed is noted, while the step is open. */
function stepAfter(step: Step, item: EvidenceItem): Step {
  const evidenceIds = [...step.evidenceIds, item.evidenceId];
  if (item.validationPassed) {
    const completedAt = step.status === 'passed' ? step.completedAt : item.receivedAt;
    return { ...step, evidenceIds, status: 'passed', validationErrors: [], completedAt };
  }
  if (step.status === 'passed') return { ...step, evidenceIds };
  return { ...step, evidenceIds, validationErrors: item.validationErrors };
}

const adding = (list: string[] | undefined, value: string) =>
  list?.includes(value) ? list : [...(list ?? []), value];

/**
 * Plans everything that one submission changes: the item, its step, the claims, and every state
 * that the job passes through.
 *
 * @throws ApiError `step_not_found`, `invalid_transition`, `evidence_limit`
 */
function planEvidence(
  job: Job,
  given: Submission,
  claims: Claims,
  elsewhere: FileElsewhere,
): { change: JobChange; item: EvidenceItem } {
  const step = chooseStep(job, given.stepName);
  requireAcceptingState(job, given.source);
  requireRoom(job, step);
  const item = newItem(job, step, given, claims, elsewhere);
  const change = new JobChange(job, given.receivedAt);
  if (job.status === 'open') {
    const { assigneeName, receivedAt } = given;
    change.move('assigned').set({
      assignment: { assigneeName, assignedAt: receivedAt, expiresAt: null, tokenId: null },
    });
  }
  const steps = job.steps.map((one) => (one === step ? stepAfter(one, item) : one));
  const data = {
    evidence_id: item.evidenceId,
    step_name: item.stepName,
    source: item.source,
  };
  change.emit('evidence.received', data);
  change.emit(item.validationPassed ? 'evidence.validated' : 'evidence.rejected', data);
  if (change.after.status === 'assigned') change.move('in_progress');
  const shown = item.validationPassed && isShown(steps);
  if (change.after.status === 'in_progress' && shown) change.move('submitted');
  const passing = [...job.evidence, item].filter((one) => one.validationPassed);
  const warned = passing.some((one) => one.checks.some((check) => check.result === 'warn'));
  if (change.after.status === 'submitted' && shown && !warned) change.move('completed');

  item.jobStatus = change.after.status;
  change.set({ evidence: [...job.evidence, item], steps });
  if (given.nonce !== null && claims.nonce) {
    change.set({ evidenceNonces: adding(job.evidenceNonces, given.nonce) });
  }
  const { sha256, media } = given.file;
  if (item.validationPassed) {
    if (claims.hash) change.set({ firstHashes: adding(job.firstHashes, sha256) });
  } else if (media.content !== null && media.content.outcome !== 'refused') {
    change.set({ triedHashes: adding(job.triedHashes, sha256) });
  }
  return { change, item };
}

/**
 * Stores evidence in one guarded write on its job. The file must lie in storage; it is kept only
 * when the job names it in the end.
 *
 * @param check looks at the job first, each time it is read: throws to refuse, or returns the item
 *   that this submission repeats
 * @throws ApiError `job_not_found`, `step_not_found`, `invalid_transition`, `evidence_limit`, and
 *   what `judge` throws
 */
export async function storeEvidence(
  services: Pick<Services, 'jobs' | 'evidenceFiles'>,
  target: { jobId: string; scope: JobScope },
  given: Submission,
  check: (job: Job) => EvidenceItem | undefined,
): Promise<SubmittedEvidence & { replayed: boolean }> {
  const { jobs, evidenceFiles } = services;
  const claims: Claims = { nonce: true, hash: true };
  const findElsewhere = () => jobs.findFileElsewhere(target.jobId, given.file.sha256);
  let outcome: { item: EvidenceItem; replayed: boolean } | null = null;
  try {
    let elsewhere = await findElsewhere();
    for (;;) {
      try {
        const job = await jobs.change(target.jobId, target.scope, (found) => {
          const repeated = check(found);
          if (repeated) {
            outcome = { item: repeated, replayed: true };
            return null;
          }
          const { change, item } = planEvidence(found, given, claims, elsewhere);
          outcome = { item, replayed: false };
          return change;
        });
        const { item, replayed } = outcome as unknown as { item: EvidenceItem; replayed: boolean };
        if (replayed) await evidenceFiles.discard(given.file.fileId);
        // Only a note for the sweep, which finds out by itself that the job names the file.
        else await evidenceFiles.keep(given.file.fileId).catch(() => {});
        return { ...submitted(job, item), replayed };
      } catch (error) {
        // Another job was first: the check fails, and the item is stored without the claim.
        if (claims.nonce && isDuplicateKey(error, 'evidenceNonces')) claims.nonce = false;
        else if (claims.hash && isDuplicateKey(error, 'firstHashes')) {
          claims.hash = false;
          elsewhere = await findElsewhere();
        } else throw error;
      }
    }
  } catch (error) {
    // After any other error the write may have happened all the same; the sweep will see.
    if (error instanceof ApiError) await evidenceFiles.discard(given.file.fileId).catch(() => {});
    throw error;
  }
}
