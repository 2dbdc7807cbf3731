import { hash } from 'node:crypto';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { ApiError } from '../../errors.js';
import { checkFetchUrl, GuardedFetchError, guardedFetch } from '../../lib/guarded-fetch.js';
import { operation, post } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import { getIntegrator } from '../integrator/get-integrator.js';
import type { Job } from '../job/job.js';
import { jobTarget } from '../job/job-target.js';
import { chooseStep, requireAcceptingState, requireRoom } from './accept-evidence.js';
import { type SubmitEvidenceInput, submitEvidenceInput } from './evidence-input.js';
import { sizeLimit } from './media-types.js';
import { type SubmittedEvidence, storeEvidence, submitted } from './store-evidence.js';
import { counted } from './upload-gate.js';

const fetchMilliseconds = 30_000;
const redirectsMax = 3;

/** By which a repeat of the same input is known. */
function inputHash(input: SubmitEvidenceInput): string {
  const { mediaUrl, mediaSha256, latitude, longitude, capturedAt, nonce, notes, stepName } = input;
  const fields = [
    mediaUrl,
    mediaSha256.toLowerCase(),
    latitude,
    longitude,
    capturedAt.toISOString(),
    nonce,
    notes ?? null,
    stepName ?? null,
    // Left out without a value, so that hashes of earlier releases stay the same.
    ...(input.accuracyM == null ? [] : [input.accuracyM]),
  ];
  return hash('sha256', JSON.stringify(fields), 'hex');
}

/** Says what `guardedFetch` found in the words of the interface. */
function rejection(error: unknown, mediaUrl: string): unknown {
  if (!(error instanceof GuardedFetchError)) return error;
  if (error.kind === 'forbidden') {
    // An address with credentials is not said back.
    const input = mediaUrl.includes('@') ? '[redacted]' : mediaUrl;
    return new ApiError('bad_user_input', `mediaUrl ${error.message}.`, {
      members: {
        issues: [{ path: ['input', 'mediaUrl'], message: error.message, input }],
      },
    });
  }
  return new ApiError('media_unavailable', `The media_url is not available: ${error.message}.`, {
    cause: error,
  });
}

/**
 * Stores evidence that an integrator names by its address: fetches the file, judges it and adds it
 * to the job. The same nonce with the same input answers as the first time, without fetching.
 *
 * @throws ApiError `bad_user_input` for an address that can never be allowed, `job_not_found`,
 *   `step_not_found`, `invalid_transition`, `evidence_limit`, `media_unavailable`, `rate_limited`
 *   and `unavailable` when too much is uploaded at once
 */
async function submit(
  ctx: Call<KeyHolder>,
  id: string,
  input: SubmitEvidenceInput,
): Promise<SubmittedEvidence> {
  const { services, viewer } = ctx;
  const { mediaUrlHosts } = services.config;
  try {
    checkFetchUrl(input.mediaUrl, mediaUrlHosts);
  } catch (error) {
    throw rejection(error, input.mediaUrl);
  }

  const owned = jobScope(viewer);
  const inputSha256 = inputHash(input);
  const repeated = (job: Job) => job.evidence.find((item) => item.inputSha256 === inputSha256);
  const before = await services.jobs.get(id, owned);
  const first = repeated(before);
  if (first) {
    ctx.notes.replayed = true;
    return submitted(before, first);
  }
  // What would be refused in the end is refused before anything is fetched.
  const step = chooseStep(before, input.stepName ?? null);
  requireAcceptingState(before, 'integrator');
  requireRoom(before, step);

  const integrator = await getIntegrator(services, viewer.integratorId);
  const started = services.clock.now();
  const pass = services.uploads.enter(viewer.integratorId);
  try {
    const media = await guardedFetch(input.mediaUrl, {
      allowedHosts: mediaUrlHosts,
      redirectsMax,
      timeoutMilliseconds: fetchMilliseconds,
      signal: services.evidenceFiles.stopping,
      sizeLimit,
    });
    const sizeMax = sizeLimit(media.contentType);
    const file = await services.evidenceFiles
      .store({ jobId: before._id, bytes: counted(media.bytes, pass), sizeMax, now: started })
      .finally(() => media.close());
    const { replayed, ...answer } = await storeEvidence(
      services,
      { jobId: before._id, scope: owned },
      {
        source: 'integrator',
        file: { ...file, name: null, declaredType: media.contentType },
        receivedAt: services.clock.now(),
        latitude: input.latitude,
        longitude: input.longitude,
        capturedAt: input.capturedAt,
        accuracyMetres: input.accuracyM ?? null,
        resizedFrom: null,
        notes: input.notes ?? null,
        stepName: input.stepName ?? null,
        nonce: input.nonce,
        declaredSha256: input.mediaSha256,
        inputSha256,
        assigneeName: integrator.name,
      },
      repeated,
    );
    ctx.notes.replayed = replayed;
    return answer;
  } catch (error) {
    throw rejection(error, input.mediaUrl);
  } finally {
    pass.leave();
  }
}

export const submitEvidence = operation({
  name: 'submitEvidence',
  kind: 'mutation',
  description:
    'Submit evidence by its address: the file is fetched, checked and added to the job. An open job is assigned to the integrator.',
  access: scope('jobs:write'),
  target: jobTarget,
  input: submitEvidenceInput,
  errors: ['step_not_found', 'invalid_transition', 'evidence_limit', 'media_unavailable'],
  example: {
    media_url: 'https://media.example.com/front.jpg',
    media_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    latitude: 52.5219,
    longitude: 13.4132,
    captured_at: '2026-01-31T12:00:00Z',
    nonce: 'front-photo-0001',
    step_name: 'arrival_overview',
  },
  rest: post('/v1/jobs/{job_id}/evidence', {
    tool: { name: 'submit_evidence', annotations: { idempotentHint: true } },
    tag: 'Evidence',
    summary: 'Submit evidence by URL',
    status: 201,
  }),
  run: (ctx, { id, input }) => submit(ctx, id, input),
});
