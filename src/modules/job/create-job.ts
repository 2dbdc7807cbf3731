import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { isPossiblePosition } from '../../lib/geo.js';
import { newId } from '../../lib/ids.js';
import { inputHash, repeatsInput } from '../../lib/input-hash.js';
import { metadata, metadataBounds, storedMetadata } from '../../lib/metadata.js';
import { finite, flag, list } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { type Catalogue, questionsFor, stepsFor } from '../catalogue/catalogue.js';
import { questionsFields, type StatedQuestions, toQuestion } from '../question/question.js';
import { resolveQuestions } from '../question/resolve-questions.js';
import type { Job } from './job.js';
import { JobChange } from './job-change.js';
import { searchIndexOf } from './search-tags.js';
import {
  addressText,
  nonceText,
  notesText,
  objectiveText,
  referencePhotosMax,
  referencePhotoText,
  serviceKeyText,
} from './text-lengths.js';

/** CustomerSchemaIn of the API. */
export const createJobInput = z
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
    metadata: metadata()
      .nullish()
      .describe(`Keys and strings to find the job by, such as a shop number. ${metadataBounds}.`),
    ...questionsFields,
  })
  .meta({ document: 'CustomerSchemaIn', description: 'What to verify, and where.' });
export type CreateJobInput = z.infer<typeof createJobInput>;

const inputMembers = Object.keys(createJobInput.shape);

/** A record with the questions that its request stated, instead of those that were derived from them. */
export const withStatedQuestions = <T extends { statedQuestions?: StatedQuestions }>(
  record: T,
) => ({
  ...record,
  questions: undefined,
  ...record.statedQuestions,
});

/** Returns the steps of a service for a new job. */
function pendingSteps(catalogue: Catalogue, serviceKey: string | null): Job['steps'] {
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

/**
 * Returns the questions of a request; undefined if it has none, so that jobs without the question fields stay
 * unchanged.
 */
export function statedQuestions(input: StatedQuestions): StatedQuestions | undefined {
  const { questions, objectiveKind, questionsRequired } = input;
  if (questions == null && objectiveKind == null && questionsRequired == null) return undefined;
  return {
    // Includes every member, so that it compares equal to the stored form.
    questions: questions?.map(toQuestion) ?? null,
    objectiveKind: objectiveKind ?? null,
    questionsRequired: questionsRequired ?? null,
  };
}

/**
 * Returns the steps and questions of a new job.
 * @throws ApiError `bad_user_input` for questions that do not fit the service or one another
 */
export function assignmentOf(
  catalogue: Catalogue,
  input: Pick<CreateJobInput, 'serviceKey' | 'objective' | keyof StatedQuestions>,
): Pick<Job, 'steps' | 'questions' | 'statedQuestions'> {
  const { serviceKey = null } = input;
  const steps = pendingSteps(catalogue, serviceKey);
  const stepNames = steps.map((step) => step.stepName);
  const stated = statedQuestions(input);
  return {
    steps,
    questions: resolveQuestions(questionsFor(catalogue, serviceKey), stepNames, input),
    ...(stated && { statedQuestions: stated }),
  };
}

/** Returns a job that has not been stored, without events. */
export function newJob(
  input: CreateJobInput,
  integratorId: string,
  now: Date,
  assignment: Pick<Job, 'steps' | 'questions' | 'statedQuestions'>,
): Job {
  return {
    _id: newId(),
    integratorId,
    status: 'created',
    statusReason: null,
    serviceKey: input.serviceKey ?? null,
    objective: input.objective,
    address: input.address,
    // Plus zero: JSON does not preserve a negative zero.
    latitude: input.latitude + 0,
    longitude: input.longitude + 0,
    notes: input.notes,
    referencePhotos: input.referencePhotos,
    nonce: input.nonce,
    autoOpen: input.autoOpen,
    intakeSource: 'api',
    executionMode: 'operator',
    requestId: null,
    ...assignment,
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
 * Stores a job and, by default, opens it, both in the write that creates it. A position that cannot be on Earth leaves
 * the job `created`, with a warning. A repeated nonce with the same content returns the first job.
 *
 * @param scheduleId the job schedule that creates it; omitted for any other job
 * @throws ApiError `nonce_conflict`, `sandbox_limit`, and `bad_user_input` for questions that do not fit
 */
export async function create(
  services: Pick<Services, 'catalogue' | 'clock' | 'jobs'>,
  integratorId: string,
  input: CreateJobInput,
  scheduleId?: string,
): Promise<{ job: Job; replayed: boolean }> {
  const now = services.clock.now();
  const metadata = storedMetadata(input.metadata);
  // In the stored form, in which no metadata equals empty metadata.
  const compared = { ...input, metadata };
  const described = {
    ...newJob(input, integratorId, now, assignmentOf(services.catalogue, input)),
    ...(metadata.length > 0 && { metadata }),
    ...(scheduleId !== undefined && { scheduleId }),
  };
  const draft = {
    ...described,
    inputSha256: inputHash(compared),
    ...searchIndexOf(services.catalogue, described),
  };
  const change = new JobChange(draft, now);
  change.emit('job.created', {
    previous_status: null,
    ...(scheduleId !== undefined && { schedule_id: scheduleId }),
  });
  if (!isPossiblePosition(draft.latitude, draft.longitude)) {
    const message =
      'The position is outside ±90/±180 degrees, so the job was not opened and distances cannot be checked.';
    change.set({ warnings: [{ code: 'position_impossible', message }] });
  } else if (input.autoOpen) {
    change.move('open');
  }
  const job = { ...change.after, revision: 1, outbox: change.events };
  const stored = await services.jobs.insert(job);
  if (stored) return { job: stored, replayed: false };

  const first = await services.jobs.getByNonce(integratorId, input.nonce);
  // The content of an erased job cannot be compared.
  if (!first.erasedAt && !repeatsInput(compared, withStatedQuestions(first), inputMembers)) {
    throw new ApiError('nonce_conflict', errorText('error.job_nonce'));
  }
  return { job: first, replayed: true };
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
  async run({ services, viewer, notes }, { input }): Promise<Job> {
    const { job, replayed } = await create(services, viewer.integratorId, input);
    notes.replayed ||= replayed;
    return job;
  },
});
