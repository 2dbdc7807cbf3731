import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createDispatchStore } from './dispatch.store.js';
import type { FindDispatchPlan } from './dispatch-plan.js';
import { sweepErasedProviders } from './erase-provider.js';
import { followJobs } from './follow-jobs.js';
import { createDispatchRuns, type DispatchRuns } from './runs.js';

declare module '../../services.js' {
  interface Services {
    dispatch: { runs: DispatchRuns };
    /** Chooses the parameters of a dispatch run that its caller does not set. */
    dispatchPlan: FindDispatchPlan;
  }
}

export function wireDispatch(
  needs: Pick<Services, 'db' | 'clock' | 'relay' | 'shapeOf' | 'log' | 'jobs'>,
): Wired<'dispatch'> {
  const store = createDispatchStore(needs);
  const runs = createDispatchRuns({ ...needs, store });
  return {
    services: { dispatch: { runs } },
    ensureIndexes: store.ensureIndexes,
    connect: followJobs,
    start: runs.start,
    stop: runs.stop,
    sweep: sweepErasedProviders,
  };
}
