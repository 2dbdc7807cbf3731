import type { Call } from '../../context.js';
import { operation, post } from '../../operation.js';
import type { OfferHolder } from '../../viewer.js';
import { captureUrl } from '../job/capture-link.js';
import { invalidated } from '../job/invite.js';
import type { Job } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import { issueTaskToken } from '../job/task-token.js';
import { transferJob } from '../job/transfer-job.js';
import { eraseWritten } from './erase-provider.js';
import { offerToken } from './offer-token.js';
import { offerGone, readOffer, threadOf } from './provider-offer.js';

/** Hours in which the verifier finishes an accepted job: the lifetime of the task token. */
export const taskHours = 24;

export interface AcceptedProviderOffer {
  job: Job;
  taskToken: string;
  /** Page for the verifier; the token is in the fragment, so that no log contains it. */
  captureUrl: string;
  expiresAt: Date;
}

/** Returns whether the job is assigned through this offer. */
const isAssignedBy = ({ assignment }: Job, { runId, threadId }: OfferHolder): boolean =>
  assignment?.offer?.runId === runId && assignment.offer.threadId === threadId;

/**
 * Assigns the job in one guarded write, which is the commit point: the run is updated after it, here or, if the process
 * is killed, by its follower.
 *
 * @throws ApiError `offer_gone`
 */
async function accept({
  services,
  viewer,
  notes,
}: Call<OfferHolder>): Promise<AcceptedProviderOffer> {
  const { jobs, dispatch, clock, serverKeys, baseUrl } = services;
  const { runId, threadId } = viewer;
  const { run, thread } = await readOffer(services, viewer);
  const changed = await jobs.change(run.jobId, {}, async (found) => {
    notes.replayed = isAssignedBy(found, viewer);
    if (notes.replayed) return null;
    if (found.status !== 'open') throw offerGone();
    const { state } = threadOf(await dispatch.runs.get(runId), threadId);
    // Accepted since the job was read, by a concurrent call of the same verifier.
    notes.replayed = state === 'accepted';
    if (notes.replayed) return null;
    if (state !== 'offered') throw offerGone();
    const change = new JobChange(found, clock.now());
    const { label: assigneeName } = thread;
    const offer = { providerId: thread.providerId, runId, threadId };
    transferJob(change, { kind: 'provider', assigneeName, expiresInHours: taskHours, offer });
    return change.set({ invites: invalidated(change.after.invites, change.now) });
  });
  await dispatch.runs.get(runId);
  const job = isAssignedBy(changed, viewer) ? changed : await jobs.get(run.jobId, {});
  const { providerId } = thread;
  if (providerId !== null) await eraseWritten(services, [providerId]);
  const token = job.tokens.find(({ offer }) => offer?.threadId === threadId);
  if (!token || token.revokedAt) throw offerGone();
  const taskToken = await issueTaskToken(serverKeys.tokens, job, token);
  const url = captureUrl(baseUrl, taskToken);
  return { job, taskToken, captureUrl: url, expiresAt: token.expiresAt };
}

export const acceptProviderOffer = operation({
  name: 'acceptProviderOffer',
  kind: 'mutation',
  description:
    'Accept the offer of the token: the job is assigned, and its task token is returned. Repeated by its winner, it returns the same token.',
  access: offerToken,
  errors: ['offer_gone'],
  rest: post('/v1/provider/offer/accept', { tag: 'Dispatch', summary: 'Accept an offer' }),
  run: (ctx) => accept(ctx),
});
