import { scope } from '../../access.js';
import { hour } from '../../lib/units.js';
import { operation, post } from '../../operation.js';
import type { IssuedEndpoint } from './endpoint.js';
import { EndpointChange, rotationMilliseconds } from './endpoint-change.js';
import { checkMayChange } from './endpoint-input.js';
import { hintOf, newWebhookSecret, sealSecret } from './secret.js';
import { endpointTarget } from './webhook-target.js';

export const rotateWebhookSecret = operation({
  name: 'rotateWebhookSecret',
  kind: 'mutation',
  description: `Rotate the secret of a webhook endpoint; the new one is returned only here. The previous one also signs for ${rotationMilliseconds / hour} hours; the one before that ends at once.`,
  access: scope('webhooks:write'),
  target: endpointTarget,
  errors: [],
  rest: post('/v1/webhook-endpoints/{endpoint_id}/rotate-secret', {
    tag: 'Webhooks',
    summary: 'Rotate the secret of a webhook endpoint',
  }),
  async run({ services, viewer }, { id }): Promise<IssuedEndpoint> {
    const { endpoints, sealKey, now } = services.webhooks;
    const secret = newWebhookSecret();
    const sealed = await sealSecret(sealKey, secret);
    const endpoint = await endpoints.changeOf(viewer.integratorId, id, (found) => {
      checkMayChange(viewer, found);
      return new EndpointChange(found, now()).rotate(sealed, hintOf(secret));
    });
    return { ...endpoint, issuedSecret: secret };
  },
});
