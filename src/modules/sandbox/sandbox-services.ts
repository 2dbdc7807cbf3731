import { ApiError, errorText } from '../../errors.js';
import type { Clock } from '../../lib/clock.js';
import type { ModeServices, Services } from '../../services.js';
import type { Jobs } from '../job/jobs.js';

/** Maximum number of an integrator's jobs in the sandbox. */
export const testJobsMax = 1_000;

/** The services that both modes share; all other live services are closed to the sandbox. */
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

/** Replaces a service that only live mode has: using it is a bug, which must not reach live documents. */
const closed = (name: string) =>
  new Proxy(
    {},
    {
      get() {
        throw new Error(`the sandbox has no ${name}`);
      },
    },
  );

/** Returns the services of mode test: the shared ones and the mode's own. */
export function servicesOfMode(live: Services, own: ModeServices): Services {
  const others = Object.entries(live).map(([name, value]) => [
    name,
    shared.includes(name as keyof Services) ? value : closed(name),
  ]);
  return withStopping(live, { ...Object.fromEntries(others), ...own });
}

/** Shares the `stopping` flag of the process between both modes. */
const withStopping = (live: Pick<Services, 'stopping'>, services: Services): Services =>
  Object.defineProperty(services, 'stopping', { get: () => live.stopping, enumerable: true });

/** Limits the number of an integrator's jobs. */
const limited = (jobs: Jobs): Jobs => ({
  ...jobs,
  async insert(job) {
    const { integratorId, nonce } = job;
    const count = await jobs.count({ integratorId }, {});
    if (count >= testJobsMax && !(await jobs.hasNonce(integratorId, nonce))) {
      throw new ApiError('sandbox_limit', errorText('error.sandbox_jobs', { max: testJobsMax }));
    }
    return jobs.insert(job);
  },
});

/** Returns the same services on another clock. */
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
