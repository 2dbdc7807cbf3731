import { anyoneLive } from '../../access.js';
import { get, operation } from '../../operation.js';

export interface PushKey {
  publicKey: string | null;
}

export const getPushKey = operation({
  name: 'pushKey',
  kind: 'query',
  description:
    'Get the key that browsers need to subscribe to notifications (the application server key of the Push API).',
  access: anyoneLive,
  errors: [],
  rest: get('/v1/public/push-key', {
    operationId: 'get_push_key',
    tag: 'Site checks',
    summary: 'Get the key for notifications',
  }),
  run: ({ services }): PushKey => ({ publicKey: services.push.publicKey }),
});
