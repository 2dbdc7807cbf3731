import { hash } from 'node:crypto';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { ApiError, englishText, errorText } from '../../errors.js';
import { checkFetchUrl, GuardedFetchError, guardedFetch } from '../../lib/guarded-fetch.js';
import { inputHash } from '../../lib/input-hash.js';
import { operation, post } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import { type Job, jobTarget } from '../job/job.js';
import { chooseStep, requireAcceptingState, requireRoom } from './accept-evidence.js';
import { type SubmitEvidenceInput, submitEvidenceInput } from './evidence-input.js';
import { sizeLimit } from './media-types.js';
import { type SubmittedEvidence, storeEvidence, submitted } from './store-evidence.js';
import { counted } from './upload-gate.js';

const fetchMilliseconds = 30_000;
const redirectsMax = 3;

/** Returns the hash that earlier releases stored. It covers the members that the input had then. */
function earlierInputHash(input: SubmitEvidenceInput): string {
  const { mediaUrl, mediaSha256, latitude, longitude, capturedAt, nonce, notes, stepName } = input;
  const fields = [
    mediaUrl,
    mediaSha256,
    latitude,
    longitude,
    capturedAt.toISOString(),
    nonce,
    notes ?? null,
    stepName ?? null,
    ...(input.accuracyM == null ? [] : [input.accuracyM]),
  ];
  return hash('sha256', JSON.stringify(fields), 'hex');
}

/** Converts an error of `guardedFetch` to an API error. */
function rejection(error: unknown, mediaUrl: string): unknown {
  if (!(error instanceof GuardedFetchError)) return error;
  if (error.kind === 'forbidden') {
    // A URL with credentials is not echoed.
    const input = mediaUrl.includes('@') ? '[redacted]' : mediaUrl;
    return new ApiError('bad_user_input', englishText(`mediaUrl ${error.message}.`), {
      members: {
        issues: [{ path: ['input', 'mediaUrl'], message: error.message, input }],
      },
    });
  }
  return new ApiError(
    'media_unavailable',
    errorText('error.media_url', { reason: error.message }),
    {
      cause: error,
    },
  );
}

/**
 * Stores evidence that an integrator submits as a URL: fetches the file, checks it and adds it to the job. The same
 * nonce with the same input returns the first response, without fetching.
 *
 * @throws ApiError `bad_user_input` for a URL that is never allowed, `job_not_found`, `step_not_found`,
 * `invalid_transition`, `evidence_limit`, `media_unavailable`, `rate_limited` and `unavailable` if there are too many
 * uploads at once
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
  const sent = { ...input, mediaSha256: input.mediaSha256.toLowerCase() };
  const inputSha256 = inputHash(sent);
  const hashes: (string | null)[] = [inputSha256, earlierInputHash(sent)];
  const repeated = (job: Job) => job.evidence.find((item) => hashes.includes(item.inputSha256));
  const before = await services.jobs.get(id, owned);
  const first = repeated(before);
  if (first) {
    ctx.notes.replayed = true;
    return submitted(before, first);
  }
  // Rejects before fetching what would be rejected afterwards.
  const step = chooseStep(before, input.stepName ?? null);
  requireAcceptingState(before, 'integrator');
  requireRoom(before, step);

  const integrator = await services.integrators.get(viewer.integratorId);
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
