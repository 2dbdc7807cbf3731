import { createDueWork } from '../../aggregate/due-work.js';
import type { Loop } from '../../aggregate/loop.js';
import type { ModeServices, Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createDueJob } from './create-due-job.js';
import { createJobScheduleStore, type JobScheduleStore } from './job-schedule.store.js';

declare module '../../services.js' {
  interface ModeServices {
    jobSchedules: JobScheduleStore & {
      /** Notes that a schedule has a new date. */
      wake(): void;
      /** Creates the jobs of all due live schedules; resolves when they are stored. */
      runDue(): Promise<void>;
    };
  }
}

/** Jobs of live schedules are created by this process. The sandbox creates its own at the times of its clocks. */
function createJobScheduleWork(services: Services): Loop {
  const { jobSchedules, clock, log } = services;
  return createDueWork({
    name: 'job schedules',
    earliest: jobSchedules.earliestDue,
    work: async (id) => {
      await createDueJob(services, id);
    },
    clock,
    log,
  });
}

export function wireJobSchedule(
  needs: Pick<ModeServices, 'db' | 'clock' | 'relay' | 'shapeOf'>,
): Wired<'jobSchedules'> {
  const store = createJobScheduleStore(needs);
  let work: Loop | null = null;
  const jobSchedules = {
    ...store,
    wake: () => work?.wake(),
    async runDue() {
      await work?.run();
    },
  };
  return {
    services: { jobSchedules },
    ensureIndexes: store.ensureIndexes,
    connect(services) {
      work = createJobScheduleWork(services);
    },
    start: () => work?.start(),
    async stop() {
      await work?.stop();
    },
  };
}
