import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { emailText } from '../../lib/email-text.js';
import { newId } from '../../lib/ids.js';
import { list, pattern, text, whole } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { type Job, jobIdTarget } from '../job/job.js';
import { invalidTransition } from '../job/job-change.js';
import { emailMissing, phoneMissing } from '../provider/create-provider.js';
import type { ProviderChannel } from '../provider/provider.js';
import { acceptedQuoteId } from '../site-check/accepted-quote.js';
import { candidatesFor, type NamedCandidate } from './candidates.js';
import { planNumbers } from './dispatch-plan.js';
import type { DispatchRun } from './dispatch-run.js';
import { eraseWritten, type ProviderErasureNeeds } from './erase-provider.js';
import { RunChange } from './run-change.js';

/** Services that start a dispatch run. */
export type DispatchNeeds = ProviderErasureNeeds &
  Pick<Services, 'catalogue' | 'dispatchPlan' | 'publicIntegratorId' | 'siteChecks'>;

const providersMax = 50;
const candidatesMax = 20;
const payTextMax = 120;

const candidateInput = z
  .object({
    label: text(2, 200).describe('Name of the candidate.'),
    email: emailText()
      .nullish()
      .describe('Address to which the offer is mailed; required for the channel email.'),
    phone: text(7, 40)
      .nullish()
      .describe(
        'Phone number; required for the channel sms. Without a country code, it is one of the country of the place.',
      ),
    preferredChannel: pattern('^(sms|email)$')
      .nullish()
      .describe(
        'sms or email. Omitted or null: email with an email, else sms with a phone, else you pass the link on.',
      ),
  })
  .refine(({ preferredChannel, email }) => preferredChannel !== 'email' || email != null, {
    message: emailMissing,
    path: ['email'],
  })
  .refine(({ preferredChannel, phone }) => preferredChannel !== 'sms' || phone != null, {
    message: phoneMissing,
    path: ['phone'],
  })
  .meta({ input: 'DispatchCandidateInput', description: 'A candidate who is not registered.' });

type CandidateInput = z.infer<typeof candidateInput>;

function channelOf({ preferredChannel, email, phone }: CandidateInput): ProviderChannel {
  if (preferredChannel != null) return preferredChannel as 'sms' | 'email';
  if (email != null) return 'email';
  return phone != null ? 'sms' : 'link';
}

const namedCandidate = (input: CandidateInput): NamedCandidate => ({
  label: input.label,
  channel: channelOf(input),
  email: input.email ?? null,
  phone: input.phone ?? null,
});

const startDispatchRunInput = z
  .object({
    providerIds: list(text(0, 64), { max: providersMax })
      .default([])
      .describe('Ids of the providers to offer the job to, in this order.'),
    candidates: list(candidateInput, { max: candidatesMax })
      .default([])
      .describe('Further candidates; with no provider either, the registry is searched.'),
    maxThreads: whole({ ge: 1, le: 50 })
      .nullish()
      .describe('Maximum number of candidates; 10 unless an experiment chooses.'),
    offersAtOnce: whole({ ge: 1, le: 10 })
      .nullish()
      .describe('Number of candidates in a wave; 3 unless an experiment chooses.'),
    offerMinutes: whole({ ge: 5, le: 1440 })
      .nullish()
      .describe('Lifetime of an offer in minutes; 60 unless an experiment chooses.'),
    payText: text(0, payTextMax)
      .nullish()
      .describe('What the verifier is paid, shown with each offer; null to state nothing.'),
  })
  .meta({ description: 'Whom to offer the job to, and how.' });
export type StartDispatchRunInput = z.infer<typeof startDispatchRunInput>;

const dispatchRunning = () => new ApiError('dispatch_running', errorText('error.dispatch_running'));

/** @throws ApiError `invalid_transition`, `dispatch_running` */
async function checkJob({ dispatch }: Pick<Services, 'dispatch'>, job: Job): Promise<void> {
  if (job.status !== 'open') throw invalidTransition(job);
  if (job.executionMode !== 'operator') {
    throw new ApiError('invalid_transition', errorText('error.self_service'));
  }
  const runs = await dispatch.runs.ofJob(job._id);
  if (runs.some(({ status }) => status === 'offering')) throw dispatchRunning();
}

/**
 * Starts to offer an open job.
 * @throws ApiError `job_not_found`, `invalid_transition`, `dispatch_running`, `no_candidates`, `provider_not_found`
 */
export async function startRun(
  services: DispatchNeeds,
  jobId: string,
  input: StartDispatchRunInput,
): Promise<DispatchRun> {
  const { jobs, dispatch, clock, publicIntegratorId } = services;
  const job = await jobs.get(jobId, {});
  await checkJob(services, job);
  const { maxThreads, ...numbers } = planNumbers(input, await services.dispatchPlan(job));
  const candidates = input.candidates.map(namedCandidate);
  const given = { providerIds: input.providerIds, candidates };
  const threads = await candidatesFor(services, job, given, maxThreads);
  const { requestId, intakeSource } = job;
  const now = clock.now();
  const draft: DispatchRun = {
    _id: newId(),
    integratorId: publicIntegratorId,
    status: 'offering',
    jobId,
    activeJobId: jobId,
    requestId,
    publicRequestId: intakeSource === 'public_site_check' ? requestId : null,
    quoteSnapshotId: requestId === null ? null : await acceptedQuoteId(services, requestId),
    ...numbers,
    waveNumber: 0,
    threads,
    payText: input.payText?.trim() || null,
    cancelReason: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    outbox: [],
  };
  const { after, events } = new RunChange(draft, now).emitEvent('dispatch.started').beginWave();
  const run = await dispatch.runs.insert({ ...after, revision: 1, outbox: events });
  if (!run) throw dispatchRunning();
  const providerIds = threads.flatMap(({ providerId }) => providerId ?? []);
  return (await eraseWritten(services, providerIds)) ? dispatch.runs.get(run._id) : run;
}

export const startDispatchRun = operation({
  name: 'startDispatchRun',
  kind: 'mutation',
  description:
    'Start a dispatch run: an open job is offered to verifiers, wave after wave, until one accepts it.',
  access: scope('operator'),
  target: jobIdTarget,
  input: startDispatchRunInput,
  errors: ['invalid_transition', 'dispatch_running', 'no_candidates', 'provider_not_found'],
  example: { offers_at_once: 2, offer_minutes: 45 },
  rest: post('/v1/operator/jobs/{job_id}/dispatch-runs', {
    tool: { name: 'start_dispatch_run' },
    tag: 'Dispatch',
    summary: 'Start a dispatch run',
    status: 201,
    location: (run) => `/v1/operator/dispatch-runs/${run.id}`,
  }),
  run: ({ services }, { jobId, input }) => startRun(services, jobId, input),
});
