import type { Job } from '../job/job.js';
import type { RunExperiment } from './dispatch-run.js';

interface Numbers {
  offersAtOnce: number;
  offerMinutes: number;
  maxThreads: number;
}

/** Parameters of a dispatch run chosen by an experiment. */
export interface DispatchPlan extends Partial<Numbers> {
  /** The parameters under test; if the caller sets one of them, the run is not part of the experiment. */
  axes: readonly (keyof Numbers)[];
  experiment: RunExperiment;
}

/** Set at start; returns null if no experiment applies. */
export type FindDispatchPlan = (job: Job) => Promise<DispatchPlan | null>;

const policy = 'dispatch-1';
const defaults: Numbers = { offersAtOnce: 3, offerMinutes: 60, maxThreads: 10 };

/**
 * Returns the parameters of a run: the caller's take precedence over the experiment's, and those over the defaults. A
 * run is part of the experiment only if the caller sets none of the parameters under test.
 */
export function planNumbers(
  given: { [name in keyof Numbers]?: number | null | undefined },
  planned: DispatchPlan | null,
): Numbers & { policyVersion: string; experiment?: RunExperiment } {
  const plan = planned?.axes.some((name) => given[name] != null) ? null : planned;
  const names = Object.keys(defaults) as (keyof Numbers)[];
  const numbers = Object.fromEntries(
    names.map((name) => [name, given[name] ?? plan?.[name] ?? defaults[name]]),
  ) as unknown as Numbers;
  if (!plan) return { ...numbers, policyVersion: policy };
  const { experiment } = plan;
  const policyVersion = `${policy}+${experiment.experimentId}:${experiment.variant}`;
  return { ...numbers, policyVersion, experiment };
}
