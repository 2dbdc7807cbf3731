import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import { browserExample, createInput, subscribe } from './push-input.js';

export const createOperatorPushSubscription = operation({
  name: 'createOperatorPushSubscription',
  kind: 'mutation',
  description:
    'Notify a browser about new alerts and director tickets, until the key is revoked. The same browser again replaces its keys.',
  access: scope('operator'),
  input: createInput,
  errors: ['push_off', 'push_limit'],
  example: browserExample,
  rest: post('/v1/operator/push-subscriptions', {
    tag: 'Operators',
    summary: 'Turn on notifications for operators',
  }),
  run: ({ services, viewer: { integratorId, keyId } }, { input }) =>
    subscribe(services, { kind: 'operator', integratorId, keyId }, input),
});
