import { dailyAt } from '../../aggregate/schedule.js';
import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { turnaroundHoursOf } from '../site-check/turnaround.js';
import { createKpiStore } from './kpi.store.js';
import { createKpis, type Kpis } from './kpis.js';

declare module '../../services.js' {
  interface Services {
    kpis: Kpis;
  }
}

/** Hour in UTC in which the figures of the previous day are computed. */
const figuresHour = 1;

export function wireKpi(
  needs: Pick<Services, 'db' | 'clock' | 'relay' | 'events' | 'jobs' | 'siteChecks' | 'catalogue'>,
): Wired<'kpis'> {
  const store = createKpiStore(needs.db);
  const kpis = createKpis({
    ...needs,
    store,
    turnaroundHoursOf: (some) => turnaroundHoursOf(needs, some),
  });
  return {
    services: { kpis },
    ensureIndexes: store.ensureIndexes,
    connect: ({ schedules }) =>
      schedules.add({
        name: 'figures',
        nextAfter: dailyAt(figuresHour),
        run: ({ signal }) => kpis.catchUp(signal),
      }),
  };
}
