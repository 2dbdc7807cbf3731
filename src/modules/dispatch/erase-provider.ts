import { scope } from '../../access.js';
import { ApiError } from '../../errors.js';
import { minute } from '../../lib/units.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { eraseAnswers } from '../idempotency/erase-answers.js';
import { blankToken } from '../job/blank-job.js';
import type { TaskToken } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import { erasedLabel, type Provider, ProviderChange } from '../provider/provider.js';
import { providerTarget } from '../provider/provider-target.js';
import { settleChange } from './plan-run.js';
import { RunChange } from './run-change.js';

/** Erasures that one sweep takes up. */
const batchSize = 100;
/**
 * How long sweeps repeat an erasure. A request that read the provider before may store its contact data after, and
 * its process may be killed before it calls `eraseWritten`; no request takes this long.
 */
const lateWriteMilliseconds = 10 * minute;

async function blankRuns({ dispatch, clock }: Services, providerId: string): Promise<void> {
  for (const id of await dispatch.runs.idsOfProvider(providerId)) {
    await dispatch.runs.change(id, (run, job) => {
      const now = clock.now();
      const isMeant = (thread: { providerId: string | null }) => thread.providerId === providerId;
      const change = settleChange(new RunChange(run, now).blank(isMeant), job, now);
      // Again: the job may have brought in the reason for which it was given back.
      change.blank(isMeant);
      return JSON.stringify(change.after) === JSON.stringify(run) ? null : change;
    });
  }
}

/** Removes what the jobs that an erased provider holds or has held say of it; may be repeated. */
async function blankJobs({ jobs, clock }: Services, providerId: string): Promise<void> {
  const isOwn = (one: Pick<TaskToken, 'offer'> | null) => one?.offer?.providerId === providerId;
  for (const id of await jobs.idsOfProvider(providerId)) {
    await jobs.change(id, {}, (job) => {
      const { assignment } = job;
      const tokens = job.tokens.map((token) =>
        isOwn(token) ? blankToken(token, erasedLabel) : token,
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
 * Removes the contact data of an erased provider from runs, jobs and mails. Every part may be repeated, so
 * that a killed process leaves nothing that the next sweep does not finish.
 */
async function finishErasure(services: Services, providerId: string): Promise<void> {
  const { relay, followers, events, mails, providers, clock } = services;
  await eraseAnswers(services, [providerId]);
  await blankRuns(services, providerId);
  await blankJobs(services, providerId);
  await relay.drain();
  // No mail is made after these from what a thread said before.
  await followers.reach('mails', await events.lastSeq());
  await eraseAnswers(services, await mails.blank({ providerId }));
  const { erasedAt } = await providers.get(providerId);
  const age = clock.now().getTime() - (erasedAt?.getTime() ?? 0);
  if (age >= lateWriteMilliseconds) await providers.clearErasePending(providerId);
}

async function tryFinish(services: Services, providerId: string): Promise<void> {
  try {
    await finishErasure(services, providerId);
  } catch (error) {
    services.log.warn({ err: error, provider: providerId }, 'erasure: unfinished, retrying later');
  }
}

/**
 * Erases what was just written of providers, where they were erased after they had been read for it.
 * @returns whether any of them was
 */
export async function eraseWritten(
  services: Services,
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

/** Finishes the erasures of providers that an earlier process, or a store that was away, has left. */
export async function sweepErasedProviders(services: Services): Promise<void> {
  for (const id of await services.providers.listErasePending(batchSize)) {
    await tryFinish(services, id);
  }
}

async function erase(services: Services, id: string): Promise<Provider> {
  const { providers, jobs, clock } = services;
  const provider = await providers.change(id, async (found) => {
    if (found.erasedAt) return null;
    if ((await jobs.countHeld([id])).has(id)) {
      throw new ApiError('provider_busy', 'The provider works on a job.');
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
