import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { erasedRecord } from '../../lib/field-policy.js';
import { minute } from '../../lib/units.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { type TaskToken, tokenPolicies } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import {
  erasedLabel,
  type Provider,
  ProviderChange,
  providerTarget,
} from '../provider/provider.js';
import { settleChange } from './plan-run.js';
import { RunChange } from './run-change.js';

/** Services that erase a provider. */
export type ProviderErasureNeeds = Pick<
  Services,
  | 'clock'
  | 'dispatch'
  | 'events'
  | 'followers'
  | 'idempotency'
  | 'jobs'
  | 'log'
  | 'mails'
  | 'providers'
  | 'relay'
>;

/** Maximum number of erasures per sweep. */
const batchSize = 100;
/**
 * Time for which sweeps repeat an erasure. A request that read the provider before it could store contact data after
 * it, and its process could be killed before it calls `eraseWritten`; no request takes this long.
 */
const lateWriteMilliseconds = 10 * minute;

async function blankRuns(
  { dispatch, clock }: Pick<Services, 'clock' | 'dispatch'>,
  providerId: string,
): Promise<void> {
  for (const id of await dispatch.runs.idsOfProvider(providerId)) {
    await dispatch.runs.change(id, (run, job) => {
      const now = clock.now();
      const isMeant = (thread: { providerId: string | null }) => thread.providerId === providerId;
      const change = settleChange(new RunChange(run, now).blank(isMeant), job, now);
      // Repeated: reconciliation with the job could have added the reason of its release.
      change.blank(isMeant);
      return JSON.stringify(change.after) === JSON.stringify(run) ? null : change;
    });
  }
}

/** Removes the data of an erased provider from the jobs that the provider holds or has held; can be repeated. */
async function blankJobs(
  { jobs, clock }: Pick<Services, 'clock' | 'jobs'>,
  providerId: string,
): Promise<void> {
  const isOwn = (one: Pick<TaskToken, 'offer'> | null) => one?.offer?.providerId === providerId;
  for (const id of await jobs.idsOfProvider(providerId)) {
    await jobs.change(id, {}, (job) => {
      const { assignment } = job;
      const erasure = { at: clock.now(), parts: ['holder'] };
      const tokens = job.tokens.map((token) =>
        isOwn(token)
          ? { ...erasedRecord(tokenPolicies, token, erasure), assigneeName: erasedLabel }
          : token,
      );
      if (job.erasedAt || JSON.stringify(tokens) === JSON.stringify(job.tokens)) return null;
      return new JobChange(job, clock.now()).set({
        tokens,
        assignment:
          assignment && isOwn(assignment)
            ? { ...assignment, assigneeName: erasedLabel }
            : assignment,
      });
    });
  }
}

/**
 * Removes the contact data of an erased provider from runs, jobs and mails. Every part can be repeated, so that the
 * next sweep finishes the work of a killed process.
 */
async function finishErasure(services: ProviderErasureNeeds, providerId: string): Promise<void> {
  const { relay, followers, events, mails, providers, clock } = services;
  await services.idempotency.erase([providerId]);
  await blankRuns(services, providerId);
  await blankJobs(services, providerId);
  await relay.drain();
  // After this point, no mail is created from the earlier content of a thread.
  await followers.reach('mails', await events.lastSeq());
  await services.idempotency.erase(await mails.blank({ providerId }));
  const { erasedAt } = await providers.get(providerId);
  const age = clock.now().getTime() - (erasedAt?.getTime() ?? 0);
  if (age >= lateWriteMilliseconds) await providers.clearErasePending(providerId);
}

async function tryFinish(services: ProviderErasureNeeds, providerId: string): Promise<void> {
  try {
    await services.providers.noteEraseTried(providerId, services.clock.now());
    await finishErasure(services, providerId);
  } catch (error) {
    services.log.warn({ err: error, provider: providerId }, 'erasure: unfinished, retrying later');
  }
}

/**
 * Erases data of providers that was just written, if they were erased after it was read.
 * @returns whether any of them was erased
 */
export async function eraseWritten(
  services: ProviderErasureNeeds,
  providerIds: readonly string[],
): Promise<boolean> {
  const { providers, clock } = services;
  const found = await Promise.all(providerIds.map((id) => providers.get(id)));
  const erased = found.filter(({ erasedAt }) => erasedAt);
  for (const { _id } of erased) {
    await providers.change(_id, (provider) =>
      new ProviderChange(provider, clock.now()).set({ erasePending: true }),
    );
    await tryFinish(services, _id);
  }
  return erased.length > 0;
}

/** Finishes erasures of providers that were interrupted by the end of a process or an unavailable database. */
export async function sweepErasedProviders(services: ProviderErasureNeeds): Promise<void> {
  for (const id of await services.providers.listErasePending(batchSize)) {
    await tryFinish(services, id);
  }
}

async function erase(services: ProviderErasureNeeds, id: string): Promise<Provider> {
  const { providers, jobs, clock } = services;
  const provider = await providers.change(id, async (found) => {
    if (found.erasedAt) return null;
    if ((await jobs.countHeld([id])).has(id)) {
      throw new ApiError('provider_busy', errorText('error.provider_working'));
    }
    return new ProviderChange(found, clock.now()).blank();
  });
  if (provider.erasePending) await tryFinish(services, id);
  return provider;
}

export const eraseProvider = operation({
  name: 'eraseProvider',
  kind: 'mutation',
  erases: true,
  description:
    'Erase the contact data of a provider: here, in dispatch runs, in the assignments of jobs and in mails. The provider is retired.',
  access: scope('operator'),
  target: providerTarget,
  errors: ['provider_busy'],
  rest: post('/v1/operator/providers/{provider_id}/erase', {
    tag: 'Dispatch',
    summary: 'Erase a provider',
  }),
  run: ({ services }, { id }) => erase(services, id),
});
