import { hash } from 'node:crypto';
import { earthRadiusMetres, isPossiblePosition, type Position } from '../../lib/geo.js';
import { minute } from '../../lib/units.js';
import type { Services } from '../../services.js';
import { sizeLimit } from '../evidence/media-types.js';
import { storeEvidence } from '../evidence/store-evidence.js';
import { planAssignment } from '../job/assign-job.js';
import type { Job } from '../job/job.js';
import { planAnswers } from '../job/plan-answers.js';
import { planReview } from '../job/review-job.js';
import { drawPicture } from './draw-picture.js';
import { type Act, nextAct, simulatedAssignee } from './plan.js';
import { simulatedAnswers } from './simulated-answers.js';

const tokenHours = 24;
const failReason = 'inaccessible';

type Used = Pick<Services, 'jobs' | 'evidenceFiles' | 'clock'>;

/** Returns whether the act is still the next one: another process could have done it. */
function isStillNext(job: Job, act: Act): boolean {
  const next = nextAct(job);
  return next?.kind === act.kind && next.at.getTime() === act.at.getTime();
}

/** Returns a position at this distance north of the job, or south of it near the north pole. */
function placeAt(job: Job, distance: number): Position {
  const { latitude, longitude } = isPossiblePosition(job.latitude, job.longitude)
    ? job
    : { latitude: 0, longitude: 0 };
  const degrees = ((distance / earthRadiusMetres) * 180) / Math.PI;
  return { latitude: latitude + (latitude > 0 ? -degrees : degrees), longitude };
}

async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function sendPhoto(services: Used, job: Job, act: Act & { kind: 'photo' }): Promise<void> {
  const { jobs: _, evidenceFiles, clock } = services;
  const now = clock.now();
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
  // Identifies the photo, so that a second process finds that it was sent.
  const nonce = `simulated-${job._id}-${act.index}`;
  await storeEvidence(
    services,
    { jobId: job._id, scope: {} },
    {
      source: 'simulated',
      file: { ...file, name, declaredType: 'image/jpeg' },
      receivedAt: now,
      ...place,
      capturedAt,
      accuracyMetres: null,
      resizedFrom: null,
      notes: null,
      stepName: act.stepName,
      nonce,
      declaredSha256: hash('sha256', bytes, 'hex'),
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
 * @throws ApiError errors of the use case
 */
export async function perform(services: Used, job: Job, act: Act): Promise<void> {
  if (act.kind === 'photo') {
    await sendPhoto(services, job, act);
    return answerQuestions(services, job._id);
  }
  await services.jobs.change(job._id, {}, (found) => {
    if (!isStillNext(found, act)) return null;
    const now = services.clock.now();
    return act.kind === 'assign'
      ? planAssignment(found, { assigneeName: simulatedAssignee, expiresInHours: tokenHours }, now)
      : planReview(found, { decision: 'fail', note: failReason, stepNames: [] }, now);
  });
}
