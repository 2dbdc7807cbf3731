import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import type { Provider } from './provider.js';
import { providerTarget } from './provider-target.js';

export const getProvider = operation({
  name: 'provider',
  kind: 'query',
  description: 'Get a provider.',
  access: scope('operator'),
  target: providerTarget,
  errors: [],
  rest: get('/v1/operator/providers/{provider_id}', {
    operationId: 'get_provider',
    tag: 'Dispatch',
    summary: 'Get a provider',
  }),
  run: ({ services }, { id }): Promise<Provider> => services.providers.get(id),
});
