import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import { browserExample, deleteInput, unsubscribe } from './push-input.js';

export const deleteOperatorPushSubscription = operation({
  name: 'deleteOperatorPushSubscription',
  kind: 'mutation',
  description: 'Stop notifying a browser about alerts and director tickets.',
  access: scope('operator'),
  input: deleteInput,
  errors: [],
  example: { endpoint: browserExample.endpoint },
  rest: post('/v1/operator/push-subscriptions/delete', {
    tag: 'Operators',
    summary: 'Turn off notifications for operators',
  }),
  run: ({ services, viewer: { integratorId, keyId } }, { input }) =>
    unsubscribe(services, { kind: 'operator', integratorId, keyId }, input.endpoint),
});
