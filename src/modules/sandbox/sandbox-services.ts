import { ApiError } from '../../errors.js';
import type { Clock } from '../../lib/clock.js';
import type { ModeServices, Services } from '../../services.js';
import type { Jobs } from '../job/jobs.js';

/** Jobs that an integrator may have in the sandbox. */
export const testJobsMax = 1_000;

/** What both modes use; all else of the live services is closed to the sandbox. */
const shared: readonly (keyof Services)[] = [
  'config',
  'log',
  'client',
  'storeSilentMs',
  'baseUrl',
  'catalogue',
  'integrators',
  'uploads',
  'sandbox',
  'openStreams',
  'rateLimiter',
  'idempotency',
  'metrics',
  'tracing',
];

/** In the place of what only live mode has: use of it is a bug, which must not reach live documents. */
const closed = (name: string) =>
  new Proxy(
    {},
    {
      get() {
        throw new Error(`the sandbox has no ${name}`);
      },
    },
  );

/** The services of mode test: what is shared, and what is the mode's own. */
export function servicesOfMode(live: Services, own: ModeServices): Services {
  const others = Object.entries(live).map(([name, value]) => [
    name,
    shared.includes(name as keyof Services) ? value : closed(name),
  ]);
  return withStopping(live, { ...Object.fromEntries(others), ...own });
}

/** The process stops once, for both modes. */
const withStopping = (live: Pick<Services, 'stopping'>, services: Services): Services =>
  Object.defineProperty(services, 'stopping', { get: () => live.stopping, enumerable: true });

/** Jobs of which an integrator may have so many. */
const limited = (jobs: Jobs): Jobs => ({
  ...jobs,
  async insert(job) {
    const { integratorId, nonce } = job;
    const count = await jobs.count({ integratorId }, {});
    if (count >= testJobsMax && !(await jobs.hasNonce(integratorId, nonce))) {
      throw new ApiError('sandbox_limit', `The sandbox has ${testJobsMax} jobs already.`);
    }
    return jobs.insert(job);
  },
});

/** The same services on another clock. */
export function servicesAt(
  live: Pick<Services, 'stopping'>,
  mode: Services,
  clock: Clock,
  jobs: Jobs,
): Services {
  const own = limited(jobs);
  return withStopping(live, {
    ...mode,
    clock,
    jobs: own,
    settleDue: (scope) => own.settleDue(scope),
  });
}
