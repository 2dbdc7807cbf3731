import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createCadenceStore } from './cadence.store.js';
import { cadenceSchedule } from './schedule-cadence.js';

declare module '../../services.js' {
  interface Services {
    cadences: ReturnType<typeof createCadenceStore>;
  }
}

export function wireCadence(needs: Pick<Services, 'db'>): Wired<'cadences'> {
  const cadences = createCadenceStore(needs.db);
  return {
    services: { cadences },
    connect(services) {
      if (services.config.adaptiveCadence) services.schedules.add(cadenceSchedule(services));
    },
  };
}
