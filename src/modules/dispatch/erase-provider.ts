import { scope } from '../../access.js';
import { ApiError } from '../../errors.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { JobChange } from '../job/job-change.js';
import { erasedLabel, type Provider, ProviderChange } from '../provider/provider.js';
import { providerTarget } from '../provider/provider-target.js';
import { settleChange } from './plan-run.js';
import { RunChange } from './run-change.js';

/** Erasures that one sweep takes up. */
const batchSize = 100;

async function blankRuns({ dispatch, clock }: Services, providerId: string): Promise<void> {
  for (const id of await dispatch.runs.idsOfProvider(providerId)) {
    await dispatch.runs.change(id, (run, job) => {
      const now = clock.now();
      const change = new RunChange(run, now).blank((thread) => thread.providerId === providerId);
      settleChange(change, job, now);
      return JSON.stringify(change.after) === JSON.stringify(run) ? null : change;
    });
  }
}

/** Removes the name of an erased provider from the jobs that it holds or has held; may be repeated. */
async function blankJobs({ jobs, clock }: Services, providerId: string): Promise<void> {
  const assigneeName = erasedLabel;
  for (const id of await jobs.idsOfProvider(providerId)) {
    await jobs.change(id, {}, (job) => {
      const held = job.tokens.filter(({ offer }) => offer?.providerId === providerId);
      if (job.erasedAt || held.every((token) => token.assigneeName === assigneeName)) return null;
      const { assignment, tokens } = job;
      const isOwn = assignment?.offer?.providerId === providerId;
      return new JobChange(job, clock.now()).set({
        assignment: isOwn ? { ...assignment, assigneeName } : assignment,
        tokens: tokens.map((token) => (held.includes(token) ? { ...token, assigneeName } : token)),
      });
    });
  }
}

/**
 * Removes the contact data of an erased provider from runs, jobs and mails. Every part may be repeated, so
 * that a killed process leaves nothing that the next sweep does not finish.
 */
async function finishErasure(services: Services, providerId: string): Promise<void> {
  const { relay, followers, events, mails, providers } = services;
  await blankRuns(services, providerId);
  await blankJobs(services, providerId);
  await relay.drain();
  // No mail is made after these from what a thread said before.
  await followers.reach('mails', await events.lastSeq());
  await mails.blank({ providerId });
  await providers.clearErasePending(providerId);
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
    if (await jobs.heldBy(id)) {
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
  description:
    'Erase the contact data of a provider: here, in dispatch runs, in the assignments of jobs and in mails. The provider is retired.',
  access: scope('operator'),
  target: providerTarget,
  refusals: ['provider_busy'],
  rest: post('/v1/operator/providers/{provider_id}/erase', {
    tag: 'Dispatch',
    summary: 'Erase a provider',
  }),
  run: ({ services }, { id }) => erase(services, id),
});
