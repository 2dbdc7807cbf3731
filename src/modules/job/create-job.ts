import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { ApiError } from '../../errors.js';
import { isPossiblePosition } from '../../lib/geo.js';
import { newId } from '../../lib/ids.js';
import { finite, flag, list } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { KeyHolder } from '../../viewer.js';
import { type Catalogue, stepsFor } from '../catalogue/catalogue.js';
import type { Job } from './job.js';
import { JobChange } from './job-change.js';
import {
  addressText,
  nonceText,
  notesText,
  objectiveText,
  referencePhotosMax,
  referencePhotoText,
  serviceKeyText,
} from './text-lengths.js';

/** CustomerSchemaIn of the interface. */
const createJobInput = z
  .object({
    serviceKey: serviceKeyText()
      .nullish()
      .describe('Key of a service in the catalogue; null or unknown for the default steps.'),
    objective: objectiveText().describe('What to verify, in one sentence.'),
    address: addressText().describe('Address as a person on site would look for it.'),
    referencePhotos: list(referencePhotoText(), { max: referencePhotosMax })
      .default([])
      .describe('URLs of photos that show the subject.'),
    latitude: finite().describe('Latitude in degrees, WGS 84.'),
    longitude: finite().describe('Longitude in degrees, WGS 84.'),
    notes: notesText().describe('Notes for the verifier.'),
    nonce: nonceText().describe(
      'Replay protection, unique per integrator: a repeated nonce with the same content returns the existing job.',
    ),
    autoOpen: flag().default(true).describe('Whether to open the job to verifiers on creation.'),
  })
  .meta({ document: 'CustomerSchemaIn', description: 'What to verify, and where.' });
export type CreateJobInput = z.infer<typeof createJobInput>;

const contentOf = (job: Job) => [
  job.serviceKey,
  job.objective,
  job.address,
  job.referencePhotos,
  job.latitude,
  job.longitude,
  job.notes,
  job.autoOpen,
];

/** The steps of a service as a new job has them. */
export function pendingSteps(catalogue: Catalogue, serviceKey: string | null): Job['steps'] {
  const templates = stepsFor(catalogue, serviceKey);
  return templates.map(({ stepName, label, required, instructions }) => ({
    stepName,
    label,
    required,
    instructions,
    status: 'pending' as const,
    evidenceIds: [],
    validationErrors: [],
    completedAt: null,
  }));
}

/** A job that nobody has stored yet, before any event. */
export function newJob(
  input: CreateJobInput,
  integratorId: string,
  now: Date,
  steps: Job['steps'],
): Job {
  return {
    _id: newId(),
    integratorId,
    status: 'created',
    statusReason: null,
    serviceKey: input.serviceKey ?? null,
    objective: input.objective,
    address: input.address,
    // Plus zero: a negative zero would not come back from JSON as it was stored.
    latitude: input.latitude + 0,
    longitude: input.longitude + 0,
    notes: input.notes,
    referencePhotos: input.referencePhotos,
    nonce: input.nonce,
    autoOpen: input.autoOpen,
    intakeSource: 'api',
    executionMode: 'operator',
    requestId: null,
    steps,
    warnings: [],
    evidence: [],
    feedback: [],
    tokens: [],
    assignment: null,
    setBackAt: null,
    reportId: null,
    reports: [],
    revision: 0,
    createdAt: now,
    updatedAt: now,
    openedAt: null,
    assignedAt: null,
    submittedAt: null,
    completedAt: null,
    expiresAt: null,
    outbox: [],
  };
}

/**
 * Stores a job and, unless asked otherwise, opens it; both in the one write that creates it.
 * A position that cannot be on Earth leaves the job `created`, with a warning.
 */
async function create(ctx: Call<KeyHolder>, input: CreateJobInput): Promise<Job> {
  const { services } = ctx;
  const { integratorId } = ctx.viewer;
  const now = services.clock.now();
  const steps = pendingSteps(services.catalogue, input.serviceKey ?? null);
  const draft = newJob(input, integratorId, now, steps);
  const change = new JobChange(draft, now);
  change.emit('job.created', { previous_status: null });
  if (!isPossiblePosition(draft.latitude, draft.longitude)) {
    const message =
      'The position is outside ±90/±180 degrees, so the job was not opened and distances cannot be checked.';
    change.set({ warnings: [{ code: 'position_impossible', message }] });
  } else if (input.autoOpen) {
    change.move('open');
  }
  const job = { ...change.after, revision: 1, outbox: change.events };
  const stored = await services.jobs.insert(job);
  if (stored) return stored;

  const first = await services.jobs.getByNonce(integratorId, input.nonce);
  // The content of an erased job cannot be compared.
  if (!first.erasedAt && JSON.stringify(contentOf(first)) !== JSON.stringify(contentOf(draft))) {
    throw new ApiError(
      'nonce_conflict',
      'This nonce was already used for a job with different content.',
    );
  }
  ctx.notes.replayed = true;
  return first;
}

export const createJob = operation({
  name: 'createJob',
  kind: 'mutation',
  description:
    'Create a job and open it, unless the input says to leave it unopened. With a test key the job is simulated.',
  access: scope('jobs:write'),
  input: createJobInput,
  errors: ['nonce_conflict', 'sandbox_limit'],
  example: {
    objective: 'Is the shop open?',
    address: 'Alexanderplatz 1, 10178 Berlin',
    latitude: 52.5219,
    longitude: 13.4132,
    notes: 'The entrance is on the square.',
    nonce: 'shop-check-2026-01-31',
  },
  rest: post('/v1/jobs', {
    tool: { name: 'create_job', annotations: { idempotentHint: true } },
    tag: 'Jobs',
    summary: 'Create a job',
    status: 201,
    answer: 'JobCreatedOut',
    location: (job) => `/v1/jobs/${job.job_id}`,
  }),
  run: (ctx, { input }) => create(ctx, input),
});
