import { answerLanguage } from '../../context.js';
import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { timeZoneOf } from '../../lib/time-zone.js';
import { labelFor } from '../catalogue/catalogue.js';
import { labelsFor } from '../catalogue/labels-for.js';
import { labelsIn, textsOf } from '../catalogue/service-texts.js';
import { nearestMarketCity } from '../catalogue/serviceability.js';
import type { Job } from '../job/job.js';
import type { Mail } from '../mail/mail.js';
import { ProviderChannelRef, ProviderRef } from '../provider/provider.graphql.js';
import { type AcceptedProviderOffer, acceptProviderOffer } from './accept-provider-offer.js';
import { cancelDispatchRun } from './cancel-dispatch-run.js';
import { declineProviderOffer } from './decline-provider-offer.js';
import {
  type DispatchRun,
  type DispatchThread,
  dispatchStatus,
  primaryThread,
  selectedThread,
  sourceKind,
  threadState,
} from './dispatch-run.js';
import { eraseProvider } from './erase-provider.js';
import { getDispatchRun } from './get-dispatch-run.js';
import { getProviderOffer } from './get-provider-offer.js';
import { listDispatchRuns } from './list-dispatch-runs.js';
import { offerError } from './offer-delivery.js';
import { offerLink } from './offer-token.js';
import { offeredWork } from './offered-work.js';
import type { ProviderOffer } from './provider-offer.js';
import { startDispatchRun } from './start-dispatch-run.js';

const DispatchStatusRef = enumType('DispatchStatus', dispatchStatus, 'Status of a dispatch run.', {
  offering: 'The job is offered to verifiers.',
  assigned: 'The job is assigned, by an offer of the run or otherwise.',
  exhausted: 'Nobody is left to whom the job could be offered.',
  cancelled: 'The run was cancelled, or the job is no longer open.',
});

const ThreadStateRef = enumType(
  'DispatchThreadState',
  threadState,
  'State of a candidate in a dispatch run.',
  {
    queued: 'The candidate waits for a later wave.',
    offered: 'The offer is open.',
    accepted: 'The candidate accepted and holds the job.',
    declined: 'The candidate declined the offer, or gave the job back.',
    expired: 'The offer, or the assignment that followed from it, expired.',
    withdrawn: 'Somebody else was assigned, or the run is over.',
  },
);

const SourceKindRef = enumType('DispatchSourceKind', sourceKind, 'Where a candidate comes from.', {
  registry: 'The candidate is a registered provider.',
  named: 'The candidate was named for this run alone.',
});

const maybe = (description: string) => ({ nullable: true, description }) as const;
const maybeTime = (description: string) => ({ type: 'DateTime' as const, ...maybe(description) });

/** A thread with its run. */
interface ThreadView {
  run: DispatchRun;
  thread: DispatchThread;
  /** The job and the mails about it, newest first, read once for all threads of a run. */
  jobAndMails: () => Promise<readonly [Job, Mail[]]>;
}

const ThreadRef = builder.objectRef<ThreadView>('DispatchThread').implement({
  description: 'What becomes of one candidate of a dispatch run.',
  fields: (t) => ({
    threadId: t.field({
      type: 'UUID',
      description: 'Id of the thread.',
      resolve: ({ thread }) => thread.threadId,
    }),
    candidateId: t.field({
      type: 'UUID',
      description: 'Id of the candidate in this run.',
      resolve: ({ thread }) => thread.candidateId,
    }),
    providerId: t.field({
      type: 'UUID',
      ...maybe('Id of the provider; null for a candidate who is not registered.'),
      resolve: ({ thread }) => thread.providerId,
    }),
    label: t.string({
      description: 'Name of the candidate; `Erased` once erased.',
      resolve: ({ thread }) => thread.label,
    }),
    channel: t.field({
      type: ProviderChannelRef,
      description: 'How the offer reaches the candidate.',
      resolve: ({ thread }) => thread.channel,
    }),
    email: t.string({
      ...maybe('Address to which the offer is mailed; null without one.'),
      resolve: ({ thread }) => thread.email,
    }),
    phone: t.string({
      ...maybe('Phone number to which the offer is sent by text message; null without one.'),
      resolve: ({ thread }) => thread.phone ?? null,
    }),
    sourceKind: t.field({
      type: SourceKindRef,
      description: 'Where the candidate comes from.',
      resolve: ({ thread }) => thread.sourceKind,
    }),
    rank: t.int({
      description: 'Order in which candidates are offered the job, from 1.',
      resolve: ({ thread }) => thread.rank,
    }),
    distanceKm: t.float({
      ...maybe('Distance in km from the nearest market city of the provider; null when unknown.'),
      resolve: ({ thread }) => thread.distanceKm,
    }),
    state: t.field({
      type: ThreadStateRef,
      description: 'Current state.',
      resolve: ({ thread }) => thread.state,
    }),
    wave: t.int({
      ...maybe('Number of the wave of its offer; null before.'),
      resolve: ({ thread }) => thread.wave,
    }),
    offeredAt: t.field({
      ...maybeTime('Time of the offer; null before.'),
      resolve: ({ thread }) => thread.offeredAt,
    }),
    expiresAt: t.field({
      ...maybeTime('Time when the offer expires; null before it is made.'),
      resolve: ({ thread }) => thread.expiresAt,
    }),
    answeredAt: t.field({
      ...maybeTime('Time of the answer or withdrawal; null without either.'),
      resolve: ({ thread }) => thread.answeredAt,
    }),
    declineReason: t.string({
      ...maybe('Reason for declining or giving back; null without one.'),
      resolve: ({ thread }) => thread.declineReason,
    }),
    deliveryError: t.string({
      ...maybe(
        'Reason why the offer is not sent or was not delivered, known before it is made, such as `sms_not_configured`; null otherwise.',
      ),
      async resolve({ thread, jobAndMails }, _args, { services }) {
        const [job, sent] = await jobAndMails();
        return offerError(services, job, thread, sent);
      },
    }),
    offerUrl: t.string({
      ...maybe(
        'URL of the page to accept or decline, with the offer token in its fragment; null unless the offer is open.',
      ),
      resolve: ({ run, thread }, _args, { services }) => offerLink(services, run, thread),
    }),
  }),
});

const countOf = ({ threads }: DispatchRun, isMeant: (thread: DispatchThread) => boolean) =>
  threads.filter(isMeant).length;

const DispatchRunRef = builder.objectRef<DispatchRun>('DispatchRun').implement({
  extensions: { document: 'DispatchRunSummaryOut' },
  description: 'One attempt at finding a verifier for a job (DispatchRunSummaryOut).',
  fields: (t) => {
    /** Defines a field of a thread of the run; null without that thread. */
    const part = <T>(
      find: (run: DispatchRun) => DispatchThread | null,
      pick: (thread: DispatchThread) => T | null,
    ) => ({
      nullable: true as const,
      resolve: (run: DispatchRun) => {
        const thread = find(run);
        return thread && pick(thread);
      },
    });
    const primary = 'thread that says most: the accepted one, else the first offered or queued';
    return {
      id: t.expose('_id', { type: 'UUID', description: 'Id of the dispatch run, a UUIDv7.' }),
      jobId: t.expose('jobId', { type: 'UUID', description: 'Id of the job.' }),
      publicRequestId: t.expose('publicRequestId', {
        type: 'UUID',
        ...maybe('Id of the site check that a guest requested; null for any other job.'),
      }),
      requestId: t.expose('requestId', {
        type: 'UUID',
        ...maybe('Id of the site check that the job serves; null for other jobs.'),
      }),
      quoteSnapshotId: t.expose('quoteSnapshotId', {
        type: 'UUID',
        ...maybe('Id of the accepted quote; null when there is none.'),
      }),
      status: t.field({
        type: DispatchStatusRef,
        description: 'Current status.',
        resolve: ({ status }) => status,
      }),
      policyVersion: t.exposeString('policyVersion', {
        description:
          'Rules by which candidates were chosen, with `+<experiment>:<variant>` where an experiment chose numbers.',
      }),
      waveNumber: t.exposeInt('waveNumber', { description: 'Number of the latest wave, from 1.' }),
      primaryThreadId: t.field({
        type: 'UUID',
        description: `Id of the ${primary}.`,
        ...part(primaryThread, ({ threadId }) => threadId),
      }),
      primaryThreadState: t.field({
        type: ThreadStateRef,
        description: 'State of the primary thread.',
        ...part(primaryThread, ({ state }) => state),
      }),
      primaryProviderId: t.field({
        type: 'UUID',
        description: 'Provider of the primary thread; null for a named candidate.',
        ...part(primaryThread, ({ providerId }) => providerId),
      }),
      primaryProviderCandidateId: t.field({
        type: 'UUID',
        description: 'Candidate of the primary thread.',
        ...part(primaryThread, ({ candidateId }) => candidateId),
      }),
      primaryProviderLabel: t.string({
        description: 'Name of the candidate of the primary thread.',
        ...part(primaryThread, ({ label }) => label),
      }),
      primaryProviderChannel: t.field({
        type: ProviderChannelRef,
        description: 'How the candidate of the primary thread is reached.',
        ...part(primaryThread, ({ channel }) => channel),
      }),
      primarySourceKind: t.field({
        type: SourceKindRef,
        description: 'Where the candidate of the primary thread comes from.',
        ...part(primaryThread, (thread) => thread.sourceKind),
      }),
      selectedProviderId: t.field({
        type: 'UUID',
        description:
          'Provider who accepted and holds the job; null without one, or for a named candidate.',
        ...part(selectedThread, ({ providerId }) => providerId),
      }),
      selectedProviderCandidateId: t.field({
        type: 'UUID',
        description: 'Candidate who accepted and holds the job; null without one.',
        ...part(selectedThread, ({ candidateId }) => candidateId),
      }),
      selectedProviderLabel: t.string({
        description: 'Name of the candidate who accepted and holds the job; null without one.',
        ...part(selectedThread, ({ label }) => label),
      }),
      threadCount: t.int({
        description: 'Number of candidates.',
        resolve: ({ threads }) => threads.length,
      }),
      offeredThreadCount: t.int({
        description: 'Number of candidates who were ever offered the job.',
        resolve: (run) => countOf(run, ({ offeredAt }) => offeredAt !== null),
      }),
      queuedThreadCount: t.int({
        description: 'Number of candidates who wait for a later wave.',
        resolve: (run) => countOf(run, ({ state }) => state === 'queued'),
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
      completedAt: t.expose(
        'completedAt',
        maybeTime('Time when the run stopped offering; null while it offers.'),
      ),
      payText: t.string({
        ...maybe('What the verifier is paid; null where nothing was stated.'),
        extensions: { rest: false },
        resolve: ({ payText }) => payText ?? null,
      }),
      cancelReason: t.exposeString('cancelReason', {
        ...maybe('Reason for the cancellation; null without one.'),
        extensions: { rest: false },
      }),
      threads: t.field({
        type: [ThreadRef],
        description: 'The candidates, by rank.',
        extensions: { rest: false },
        resolve(run, _args, { services }) {
          let reading: ReturnType<ThreadView['jobAndMails']> | undefined;
          const { jobId } = run;
          const jobAndMails = () => {
            reading ??= Promise.all([
              services.jobs.get(jobId, {}),
              services.mails.listOf({ jobId }),
            ]);
            return reading;
          };
          return run.threads.map((thread) => ({ run, thread, jobAndMails }));
        },
      }),
    };
  },
});

const ProviderOfferRef = builder.objectRef<ProviderOffer>('ProviderOffer').implement({
  description: 'An offer as the verifier sees it: neither address nor contact.',
  fields: (t) => ({
    objective: t.string({ description: 'What to verify.', resolve: ({ job }) => job.objective }),
    serviceLabel: t.string({
      ...maybe('Name of the service; null when none is known.'),
      resolve: ({ job }, _args, ctx) => {
        const { catalogue } = ctx.services;
        const label = labelFor(catalogue, job.serviceKey);
        if (label === null) return null;
        return labelsIn(textsOf(catalogue, job.serviceKey), answerLanguage(ctx)).service(label);
      },
    }),
    city: t.string({
      ...maybe('Market city that is nearest to the place; null for an impossible position.'),
      resolve: ({ job }, _args, { services }) =>
        nearestMarketCity(services.catalogue, job)?.name ?? null,
    }),
    distanceKm: t.float({
      ...maybe('Distance in km from the nearest market city of the verifier; null when unknown.'),
      resolve: ({ thread }) => thread.distanceKm,
    }),
    questions: t.stringList({
      description: 'Questions to answer on site besides the objective, in their order.',
      resolve({ job }, _args, ctx) {
        const labels = labelsFor(ctx, job);
        return offeredWork(job).questions.map(({ questionKey, label }) =>
          labels.question(questionKey, 'label', label),
        );
      },
    }),
    questionCount: t.int({
      description:
        'Number of questions with the objective; those that depend on another answer are counted too.',
      resolve: ({ job }) => offeredWork(job).questionCount,
    }),
    photoCount: t.int({
      description: 'Number of required photos.',
      resolve: ({ job }) => offeredWork(job).photoCount,
    }),
    estimatedMinutes: t.int({
      description:
        'Approximate time on site in minutes: 5, and 2 for each required photo and 1 for each question, rounded up to 5.',
      resolve: ({ job }) => offeredWork(job).estimatedMinutes,
    }),
    payText: t.string({
      ...maybe('What the verifier is paid; null where nothing was stated.'),
      resolve: ({ run }) => run.payText ?? null,
    }),
    timeZone: t.string({
      ...maybe('IANA time zone of the place; null when unknown.'),
      resolve: ({ job }) => timeZoneOf(job),
    }),
    expiresAt: t.field({
      ...maybeTime('Time when the offer expires.'),
      resolve: ({ thread }) => thread.expiresAt,
    }),
    state: t.field({
      type: ThreadStateRef,
      description: 'Current state of the offer.',
      resolve: ({ thread }) => thread.state,
    }),
  }),
});

const AcceptedProviderOfferRef = builder
  .objectRef<AcceptedProviderOffer>('AcceptedProviderOffer')
  .implement({
    description: 'A job that was assigned by an offer, with the task token of its verifier.',
    fields: (t) => ({
      jobId: t.field({
        type: 'UUID',
        description: 'Id of the job.',
        resolve: ({ job }) => job._id,
      }),
      taskToken: t.exposeString('taskToken', { description: 'Bearer token of the verifier.' }),
      captureUrl: t.exposeString('captureUrl', {
        description: 'URL of the capture page, with the token in its fragment.',
      }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'Time when the task token expires.',
      }),
    }),
  });

mutation(eraseProvider, ProviderRef);
mutation(startDispatchRun, DispatchRunRef);
mutation(cancelDispatchRun, DispatchRunRef);
query(getDispatchRun, DispatchRunRef);
connection(listDispatchRuns, connectionType('DispatchRun', DispatchRunRef, { counted: true }));
query(getProviderOffer, ProviderOfferRef);
mutation(acceptProviderOffer, AcceptedProviderOfferRef);
mutation(declineProviderOffer, ProviderOfferRef);
