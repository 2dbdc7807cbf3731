import { every } from '../../aggregate/schedule.js';
import { minute } from '../../lib/units.js';
import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { followPushEvents, remindOfQuotes } from './follow-events.js';
import { createPush, type Push } from './push.js';
import { createPushSubscriptionStore } from './push-subscription.store.js';

declare module '../../services.js' {
  interface Services {
    push: Push;
  }
}

export function wirePush(
  needs: Pick<Services, 'db' | 'clock' | 'log' | 'config' | 'serverKeys' | 'integrators'>,
): Wired<'push'> {
  const { config, serverKeys } = needs;
  const subscriptions = createPushSubscriptionStore(needs.db);
  const push = createPush({
    ...needs,
    subscriptions,
    key: serverKeys.push,
    contact: config.webPushContact,
    allowedHosts: config.pushUrlHosts,
  });
  return {
    services: { push },
    ensureIndexes: subscriptions.ensureIndexes,
    connect(services) {
      if (push.publicKey === null) return;
      followPushEvents(services);
      services.schedules.add({
        name: 'push-quotes',
        nextAfter: every(10 * minute),
        run: () => remindOfQuotes(services),
      });
    },
    stop: push.close,
  };
}
