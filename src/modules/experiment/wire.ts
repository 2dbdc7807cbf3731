import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { chooseDispatchPlan } from './choose-dispatch-plan.js';
import { createExperimentStore, type ExperimentStore } from './experiment.store.js';

declare module '../../services.js' {
  interface Services {
    experiments: ExperimentStore;
  }
}

export function wireExperiment(
  needs: Pick<Services, 'db' | 'clock' | 'relay' | 'shapeOf' | 'catalogue'>,
): Wired<'experiments' | 'dispatchPlan'> {
  const experiments = createExperimentStore(needs);
  const { catalogue } = needs;
  return {
    services: {
      experiments,
      dispatchPlan: (job) => chooseDispatchPlan({ experiments, catalogue }, job),
    },
    ensureIndexes: experiments.ensureIndexes,
  };
}
