import { hash } from 'node:crypto';
import { earthRadiusMetres, isPossiblePosition, type Position } from '../../lib/geo.js';
import { minute } from '../../lib/units.js';
import type { Services } from '../../services.js';
import type { StoredFile } from '../evidence/evidence-files.js';
import { sizeLimit } from '../evidence/media-types.js';
import { storeEvidence } from '../evidence/store-evidence.js';
import { planAssignment } from '../job/assign-job.js';
import type { Job } from '../job/job.js';
import { planAnswers } from '../job/plan-answers.js';
import { planReview } from '../job/review-job.js';
import { drawPicture } from './draw-picture.js';
import { type Act, nextAct, type PhotoAct, simulatedAssignee } from './plan.js';
import { simulatedAnswers } from './simulated-answers.js';

const tokenHours = 24;
const failReason = 'inaccessible';

type Used = Pick<Services, 'jobs' | 'evidenceFiles' | 'clock'>;

/** Returns whether the act is still the next one: another process could have done it. */
function isStillNext(job: Job, act: Act): boolean {
  const next = nextAct(job);
  return next?.kind === act.kind && next.at.getTime() === act.at.getTime();
}

/** Members of a job from which its photos are drawn. */
export type PhotographedJob = Pick<Job, '_id' | 'latitude' | 'longitude'>;

/** Returns a position at this distance north of the job, or south of it near the north pole. */
function placeAt(job: PhotographedJob, distance: number): Position {
  const { latitude, longitude } = isPossiblePosition(job.latitude, job.longitude)
    ? job
    : { latitude: 0, longitude: 0 };
  const degrees = ((distance / earthRadiusMetres) * 180) / Math.PI;
  return { latitude: latitude + (latitude > 0 ? -degrees : degrees), longitude };
}

async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** A photo of the simulated verifier, stored before the act that sends it. */
export interface TakenPhoto extends Position {
  name: string;
  capturedAt: Date;
  /** The hash that its sender states. */
  declaredSha256: string;
  file: StoredFile;
}

/**
 * Draws a photo and stores its file, which changes no job: photos of several jobs can be taken at the same time.
 */
export async function takePhoto(
  { evidenceFiles }: Pick<Services, 'evidenceFiles'>,
  job: PhotographedJob,
  act: PhotoAct,
): Promise<TakenPhoto> {
  const now = act.at;
  const capturedAt = new Date(now.getTime() - minute);
  const place = placeAt(job, act.distanceMetres);
  const name = `${act.stepName}-${act.index + 1}.jpg`;
  const bytes = await drawPicture(`${job._id} ${name}`, { takenAt: capturedAt, ...place });
  const file = await evidenceFiles.store({
    jobId: job._id,
    bytes: whole(bytes),
    sizeMax: sizeLimit('image/jpeg'),
    now,
  });
  return { name, capturedAt, ...place, file, declaredSha256: hash('sha256', bytes, 'hex') };
}

async function sendPhoto(
  services: Used,
  jobId: string,
  act: PhotoAct,
  { file, name, ...declared }: TakenPhoto,
): Promise<void> {
  // Identifies the photo, so that a second process finds that it was sent.
  const nonce = `simulated-${jobId}-${act.index}`;
  await storeEvidence(
    services,
    { jobId, scope: {} },
    {
      source: 'simulated',
      file: { ...file, name, declaredType: 'image/jpeg' },
      receivedAt: services.clock.now(),
      ...declared,
      accuracyMetres: null,
      resizedFrom: null,
      notes: null,
      stepName: act.stepName,
      nonce,
      inputSha256: null,
      assigneeName: simulatedAssignee,
    },
    (found) => found.evidence.find((item) => item.nonce === nonce),
  );
}

/** Answers the open questions after a photo. */
async function answerQuestions({ jobs, clock }: Used, jobId: string): Promise<void> {
  await jobs.change(jobId, {}, (job) => {
    const now = clock.now();
    const answers = simulatedAnswers(job, now);
    return answers.length > 0 ? planAnswers(job, answers, { answeredBy: 'verifier' }, now) : null;
  });
}

/**
 * Performs the next act of the simulated verifier with the use cases of live jobs; does nothing if the job has changed
 * in the meantime.
 *
 * @param services with a clock at the time of the act
 * @param take returns the photo of the act
 * @throws ApiError errors of the use case
 */
export async function perform(
  services: Used,
  jobId: string,
  act: Act,
  take: (act: PhotoAct) => Promise<TakenPhoto>,
): Promise<void> {
  if (act.kind === 'photo') {
    await sendPhoto(services, jobId, act, await take(act));
    return answerQuestions(services, jobId);
  }
  await services.jobs.change(jobId, {}, (found) => {
    if (!isStillNext(found, act)) return null;
    const now = services.clock.now();
    return act.kind === 'assign'
      ? planAssignment(found, { assigneeName: simulatedAssignee, expiresInHours: tokenHours }, now)
      : planReview(found, { decision: 'fail', note: failReason, stepNames: [] }, now);
  });
}
