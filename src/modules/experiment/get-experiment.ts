import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import type { Experiment } from './experiment.js';
import { experimentTarget } from './experiment-target.js';

export const getExperiment = operation({
  name: 'experiment',
  kind: 'query',
  description: 'Get an experiment.',
  access: scope('operator'),
  target: experimentTarget,
  errors: [],
  rest: get('/v1/operator/experiments/{experiment_id}', {
    operationId: 'get_experiment',
    tag: 'Experiments',
    summary: 'Get an experiment',
  }),
  run: ({ services }, { id }): Promise<Experiment> => services.experiments.get(id),
});
