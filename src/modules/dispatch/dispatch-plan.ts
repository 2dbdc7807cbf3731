import type { Job } from '../job/job.js';
import type { RunExperiment } from './dispatch-run.js';

interface Numbers {
  offersAtOnce: number;
  offerMinutes: number;
  maxThreads: number;
}

/** Numbers of a dispatch run that an experiment chooses. */
export interface DispatchPlan extends Partial<Numbers> {
  /** What the experiment is about; where the caller gives one of them, the run is not part of it. */
  axes: readonly (keyof Numbers)[];
  experiment: RunExperiment;
}

/** Handed in at start; null where nothing chooses. */
export type FindDispatchPlan = (job: Job) => Promise<DispatchPlan | null>;

const policy = 'dispatch-1';
const defaults: Numbers = { offersAtOnce: 3, offerMinutes: 60, maxThreads: 10 };

/**
 * The numbers of a run: what the caller gives counts before the experiment's, and those before the defaults.
 * A run is part of the experiment only where the caller gives none of the numbers that it is about.
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
