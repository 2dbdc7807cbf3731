import { z } from 'zod';
import { type Aggregate, aggregatePolicies } from '../../aggregate/change.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import type { Target } from '../../target.js';
import { declareEvents } from '../event/event.js';
import { erasedLabel, type ProviderChannel } from '../provider/provider.js';

/** The events of dispatch runs, which integrators cannot see. */
export const dispatchEventType = declareEvents({
  'dispatch.started': 'A dispatch run was started for an open job.',
  'dispatch.offered': 'A job was offered to a verifier.',
  'dispatch.accepted': 'A verifier accepted an offer; the job is assigned.',
  'dispatch.declined': 'A verifier declined an offer, or gave the job back.',
  'dispatch.offer_expired': 'An offer expired, or the assignment that followed from it.',
  'dispatch.assigned': 'The job of a dispatch run was assigned.',
  'dispatch.exhausted': 'Nobody is left to whom a dispatch run could offer its job.',
  'dispatch.cancelled': 'A dispatch run was cancelled.',
});
export type DispatchEventType = z.infer<typeof dispatchEventType>;

/** The dispatch run that an operation targets. */
export const dispatchRunTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'run_id',
  description: 'Id of the dispatch run.',
  missing: 'dispatch_run_not_found',
};

/** Status of a dispatch run; `runTransitions` lists the next statuses of each. */
export const dispatchStatus = z.enum(['offering', 'assigned', 'exhausted', 'cancelled']);
export type DispatchStatus = z.infer<typeof dispatchStatus>;

/** Every status can change to `assigned`: if a job refers to an accepted offer, its run is assigned. */
export const runTransitions: Readonly<Record<DispatchStatus, readonly DispatchStatus[]>> = {
  offering: ['assigned', 'exhausted', 'cancelled'],
  assigned: ['offering', 'exhausted'],
  exhausted: ['assigned'],
  cancelled: ['assigned'],
};

export const threadState = z.enum([
  'queued',
  'offered',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
]);
export type ThreadState = z.infer<typeof threadState>;

/** Source of a candidate: the registry, or the request that started the run. */
export const sourceKind = z.enum(['registry', 'named']);

/** One candidate of a run. */
export interface DispatchThread {
  threadId: string;
  candidateId: string;
  providerId: string | null;
  label: string;
  channel: ProviderChannel;
  email: string | null;
  /** Number of a candidate with the channel sms, as typed; absent in runs of earlier versions. */
  phone?: string | null;
  sourceKind: z.infer<typeof sourceKind>;
  /** Order of the offers to the candidates, from 1. */
  rank: number;
  /** Distance from the nearest market city of a registered provider to the job. */
  distanceKm: number | null;
  state: ThreadState;
  /** Number of the wave of its offer; null before the offer. */
  wave: number | null;
  offeredAt: Date | null;
  expiresAt: Date | null;
  answeredAt: Date | null;
  /** When the offer was accepted, even if the job was released later; null if it never was. */
  acceptedAt: Date | null;
  declineReason: string | null;
}

/** The variant of an experiment that chose the parameters of a run. */
export interface RunExperiment {
  experimentId: string;
  variant: string;
}

/** An attempt to find a verifier for a job: it is offered to candidates in waves. */
export interface DispatchRun extends Aggregate {
  status: DispatchStatus;
  jobId: string;
  /** The job while the run is `offering`; unique across runs. */
  activeJobId?: string;
  requestId: string | null;
  publicRequestId: string | null;
  quoteSnapshotId: string | null;
  policyVersion: string;
  /** Absent if it is not part of an experiment. */
  experiment?: RunExperiment;
  offersAtOnce: number;
  offerMinutes: number;
  waveNumber: number;
  threads: DispatchThread[];
  /** The verifier's pay in the operator's words; absent or null if not stated. */
  payText?: string | null;
  cancelReason: string | null;
  createdAt: Date;
  /** When it left `offering`; null while it is `offering`. */
  completedAt: Date | null;
}

/** Erasing a provider, or a job with an unregistered candidate, erases that candidate's thread. */
export const threadPolicies: FieldPolicies<DispatchThread> = {
  threadId: kept,
  candidateId: kept,
  providerId: kept,
  label: { erase: { with: () => erasedLabel }, export: false },
  channel: kept,
  email: { erase: 'null', export: false },
  phone: { erase: 'null', export: false },
  sourceKind: kept,
  rank: kept,
  distanceKm: kept,
  state: kept,
  wave: kept,
  offeredAt: kept,
  expiresAt: kept,
  answeredAt: kept,
  acceptedAt: kept,
  declineReason: { erase: 'text', part: 'reasons', export: false },
};

/** Erasing a job erases the part `reasons` of its runs. */
export const runPolicies: FieldPolicies<DispatchRun> = {
  ...aggregatePolicies,
  jobId: kept,
  activeJobId: kept,
  requestId: kept,
  publicRequestId: kept,
  quoteSnapshotId: kept,
  policyVersion: kept,
  experiment: { fields: { experimentId: kept, variant: kept }, export: false },
  offersAtOnce: kept,
  offerMinutes: kept,
  waveNumber: kept,
  threads: { fields: threadPolicies, export: false },
  payText: { erase: 'null', part: 'reasons', export: false },
  cancelReason: { erase: 'text', part: 'reasons', export: false },
  createdAt: kept,
  completedAt: kept,
};

/** Orders candidates by rank. */
export const byRank = (a: DispatchThread, b: DispatchThread) => a.rank - b.rank;

/** Returns the thread whose verifier holds the job; null if no verifier of this run does. */
export const selectedThread = ({ threads }: DispatchRun): DispatchThread | null =>
  threads.find(({ state }) => state === 'accepted') ?? null;

/**
 * Returns the most relevant thread of a run: accepted, otherwise the first offered, otherwise the first queued,
 * otherwise the last.
 */
export function primaryThread(run: DispatchRun): DispatchThread | null {
  const first = (wanted: ThreadState) =>
    run.threads.filter(({ state }) => state === wanted).toSorted(byRank)[0];
  return selectedThread(run) ?? first('offered') ?? first('queued') ?? run.threads.at(-1) ?? null;
}
