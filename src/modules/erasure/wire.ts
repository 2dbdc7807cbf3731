import { every } from '../../aggregate/schedule.js';
import { hour } from '../../lib/units.js';
import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { followErasure, sweepAccounts } from './follow-erasure.js';
import { retain } from './retain.js';
import { createRetentionStore } from './retention.store.js';

export function wireErasure({ db }: Pick<Services, 'db'>): Wired {
  const retention = createRetentionStore(db);
  return {
    services: {},
    connect(services) {
      followErasure(services);
      services.schedules.add({
        name: 'accounts',
        nextAfter: every(hour),
        run: () => sweepAccounts(services),
      });
      services.schedules.add({
        name: 'retention',
        nextAfter: every(hour),
        run: () => retain(services, retention),
      });
    },
  };
}
