import { builder } from '../../graphql/builder.js';
import { mutation, query } from '../../graphql/operations.js';
import { createCustomerPushSubscription } from './create-customer-push-subscription.js';
import { createOperatorPushSubscription } from './create-operator-push-subscription.js';
import { createSiteCheckPushSubscription } from './create-site-check-push-subscription.js';
import { deleteCustomerPushSubscription } from './delete-customer-push-subscription.js';
import { deleteOperatorPushSubscription } from './delete-operator-push-subscription.js';
import { deleteSiteCheckPushSubscription } from './delete-site-check-push-subscription.js';
import { getPushKey, type PushKey } from './get-push-key.js';
import type { Unsubscribed } from './push-input.js';
import type { PushSubscription } from './push-subscription.js';

const PushKeyRef = builder.objectRef<PushKey>('PushKey').implement({
  extensions: { document: 'PushKeyOut' },
  description: 'The key for notifications (PushKeyOut).',
  fields: (t) => ({
    publicKey: t.exposeString('publicKey', {
      nullable: true,
      description: 'Public VAPID key in base64url; null if the service sends no notifications.',
    }),
  }),
});

const PushSubscriptionRef = builder.objectRef<PushSubscription>('PushSubscription').implement({
  extensions: { document: 'PushSubscriptionOut' },
  description: 'A browser that takes notifications (PushSubscriptionOut).',
  fields: (t) => ({
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time of the first subscription.',
    }),
  }),
});

const UnsubscribedRef = builder.objectRef<Unsubscribed>('DeletedPushSubscription').implement({
  extensions: { document: 'PushSubscriptionDeletedOut' },
  description: 'Outcome of turning notifications off (PushSubscriptionDeletedOut).',
  fields: (t) => ({
    removed: t.exposeBoolean('removed', {
      description: 'False if the browser was not subscribed.',
    }),
  }),
});

query(getPushKey, PushKeyRef);
mutation(createSiteCheckPushSubscription, PushSubscriptionRef);
mutation(deleteSiteCheckPushSubscription, UnsubscribedRef);
mutation(createCustomerPushSubscription, PushSubscriptionRef);
mutation(deleteCustomerPushSubscription, UnsubscribedRef);
mutation(createOperatorPushSubscription, PushSubscriptionRef);
mutation(deleteOperatorPushSubscription, UnsubscribedRef);
