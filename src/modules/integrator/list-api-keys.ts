import { scope } from '../../access.js';
import { text } from '../../lib/schema.js';
import { operation } from '../../operation.js';
import { type ApiKey, type Integrator, testPrefix } from './integrator.js';

export const listApiKeys = operation({
  name: 'apiKeys',
  kind: 'query',
  description:
    'List the API keys of an integrator and of its test counterpart, the newest first, revoked keys included.',
  access: scope('operator'),
  args: {
    integrator: text(2, 120)
      .nullish()
      .describe(
        'Name of the integrator; by default the one that makes the request. An unknown name has no keys.',
      ),
  },
  errors: [],
  async run(
    { services, viewer },
    { integrator },
  ): Promise<{ apiKey: ApiKey; integrator: Integrator }[]> {
    const { integrators } = services;
    const name = integrator ?? (await integrators.get(viewer.integratorId)).name;
    const owners = await integrators.listByName([name, testPrefix + name]);
    return owners
      .flatMap((owner) => owner.keys.map((apiKey) => ({ apiKey, integrator: owner })))
      .sort((a, b) => b.apiKey.createdAt.getTime() - a.apiKey.createdAt.getTime());
  },
});
