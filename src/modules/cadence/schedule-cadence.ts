import type { Schedule } from '../../aggregate/schedule.js';
import { minute, second } from '../../lib/units.js';
import { primaryScope } from './cadence.js';
import {
  type EvaluateNeeds,
  evaluate,
  evaluateAdaptiveCadenceInput,
} from './evaluate-adaptive-cadence.js';

/** An evaluation that is due within this time is made now. */
const early = 5 * second;

/** Evaluates `primary` whenever its monitor interval has passed since the last evaluation, including manual ones. */
export function cadenceSchedule(services: EvaluateNeeds): Schedule {
  const { cadences, clock } = services;
  let nextAt: Date | null = null;

  async function planned(): Promise<Date> {
    const decision = (await cadences.find(primaryScope))?.decision;
    if (!decision) return new Date(0);
    const interval = decision.monitorIntervalSeconds * second;
    return new Date(decision.generatedAt.getTime() + interval);
  }

  return {
    name: 'cadence',
    nextAfter(last) {
      // A manual evaluation can make the next one due earlier than planned.
      const look = new Date(last.getTime() + minute);
      return nextAt && nextAt < look ? nextAt : look;
    },
    async run() {
      if ((await planned()).getTime() - early <= clock.now().getTime()) {
        await evaluate(services, evaluateAdaptiveCadenceInput.parse({}));
      }
      nextAt = await planned();
    },
  };
}
