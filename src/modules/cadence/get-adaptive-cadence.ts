import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { get, operation } from '../../operation.js';
import type { CadenceAnswer } from './cadence.js';
import { scopeKeyText } from './evaluate-adaptive-cadence.js';

export const getAdaptiveCadence = operation({
  name: 'adaptiveCadence',
  kind: 'query',
  description: 'Get the last decision of an adaptive cadence.',
  access: scope('operator'),
  args: { scopeKey: scopeKeyText().describe('Cadence to read.') },
  errors: ['not_found'],
  rest: get('/v1/operator/adaptive-cadence', {
    operationId: 'get_adaptive_cadence',
    tag: 'Figures',
    summary: 'Get the last decision of an adaptive cadence',
  }),
  async run({ services }, { scopeKey }): Promise<CadenceAnswer> {
    const state = await services.cadences.find(scopeKey);
    if (!state) {
      throw new ApiError('not_found', errorText('error.cadence'), {
        hint: errorText('error.hint_cadence'),
      });
    }
    return state;
  },
});
