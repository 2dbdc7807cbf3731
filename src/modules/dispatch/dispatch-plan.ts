import type { Job } from '../job/job.js';

/** Numbers of a dispatch run that something else than its caller chooses, such as an experiment. */
export interface DispatchPlan {
  offersAtOnce?: number;
  offerMinutes?: number;
  maxThreads?: number;
  /** What chose them, `<experiment>:<variant>`; stands in the policy version. */
  policySuffix?: string;
}

/** Handed in at start; null where nothing chooses. */
export type FindDispatchPlan = (job: Job) => Promise<DispatchPlan | null>;

type Numbers = Required<Omit<DispatchPlan, 'policySuffix'>>;

const policy = 'dispatch-1';
const defaults: Numbers = { offersAtOnce: 3, offerMinutes: 60, maxThreads: 10 };

/** The numbers of a run: what the caller gives counts before the plan, and that before the defaults. */
export function planNumbers(
  given: { [name in keyof Numbers]?: number | null | undefined },
  plan: DispatchPlan | null,
): Numbers & { policyVersion: string } {
  const names = Object.keys(defaults) as (keyof Numbers)[];
  const numbers = Object.fromEntries(
    names.map((name) => [name, given[name] ?? plan?.[name] ?? defaults[name]]),
  ) as unknown as Numbers;
  const isPlanned = names.some((name) => given[name] == null && plan?.[name] !== undefined);
  const suffix = isPlanned && plan?.policySuffix ? `+${plan.policySuffix.replace(/^\+/, '')}` : '';
  return { ...numbers, policyVersion: policy + suffix };
}
