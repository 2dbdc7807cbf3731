import { anyone } from '../../access.js';
import { operation } from '../../operation.js';
import type { ApiKey, Integrator } from './integrator.js';

export const getViewer = operation({
  name: 'viewer',
  kind: 'query',
  description: 'Get the integrator and the API key of the request; null without a valid key.',
  access: anyone,
  errors: [],
  async run({ services, viewer }): Promise<{ integrator: Integrator; apiKey: ApiKey } | null> {
    if (viewer.kind === 'anonymous') return null;
    const integrator = await services.integrators.get(viewer.integratorId);
    const apiKey = integrator.keys.find((key) => key.id === viewer.keyId);
    return apiKey ? { integrator, apiKey } : null;
  },
});
