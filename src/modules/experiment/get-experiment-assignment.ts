import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { text } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { assigningStatuses, experimentTarget, variantOf } from './experiment.js';

/** The variant of one unit. */
export interface ExperimentAssignment {
  experimentId: string;
  unitKey: string;
  variant: string;
  /** Canonical JSON of an arbitrary object. */
  parameters: string;
}

export const getExperimentAssignment = operation({
  name: 'experimentAssignment',
  kind: 'query',
  description:
    'Get the variant of a unit in an experiment that runs or is paused; the same at every call.',
  access: scope('operator'),
  target: experimentTarget,
  args: { unitKey: text(1, 200).describe('Key of the unit, such as the id of a job.') },
  errors: ['invalid_transition'],
  example: { unit_key: '019c1000-0000-7000-8000-000000000001' },
  rest: get('/v1/operator/experiments/{experiment_id}/assignment', {
    tool: { name: 'get_experiment_assignment' },
    operationId: 'get_experiment_assignment',
    tag: 'Experiments',
    summary: 'Get the variant of a unit',
  }),
  async run({ services }, { id, unitKey }): Promise<ExperimentAssignment> {
    const experiment = await services.experiments.get(id);
    if (!assigningStatuses.includes(experiment.status)) {
      throw new ApiError(
        'invalid_transition',
        errorText('error.experiment_state', { status: experiment.status }),
      );
    }
    const { key: variant, parameters } = variantOf(experiment, unitKey);
    return { experimentId: experiment._id, unitKey, variant, parameters };
  },
});
