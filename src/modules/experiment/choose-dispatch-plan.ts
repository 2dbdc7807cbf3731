import type { Services } from '../../services.js';
import type { DispatchPlan } from '../dispatch/dispatch-plan.js';
import type { Job } from '../job/job.js';
import { laneOf } from '../job/lane.js';
import { dispatchSurface, type Experiment, runningKeyOf, variantOf } from './experiment.js';

/** Names of the parameters of a dispatch run, by the axis that chooses them. */
const numberOf = {
  offers_at_once: 'offersAtOnce',
  offer_minutes: 'offerMinutes',
  max_threads: 'maxThreads',
} as const;

type Axis = keyof typeof numberOf;

/** Returns the precedence of an experiment, which grows with its restrictions. */
const precision = ({ laneKey, marketCity }: Experiment): number =>
  (laneKey === null ? 0 : 2) + (marketCity === null ? 0 : 1);

/**
 * Returns the parameters that the running experiment on dispatch chooses for a job. Of several, the one restricted to
 * its lane takes precedence, then the one restricted to its market city.
 *
 * @returns null if none is running
 */
export async function chooseDispatchPlan(
  { experiments, catalogue }: Pick<Services, 'experiments' | 'catalogue'>,
  job: Job,
): Promise<DispatchPlan | null> {
  const { laneKey, marketCityKey } = laneOf(catalogue, job);
  const parts = [marketCityKey, null].flatMap((city) =>
    [laneKey, null].map((lane) => runningKeyOf(dispatchSurface, city, lane)),
  );
  const running = await experiments.listRunning(parts);
  const [experiment] = running.sort((a, b) => precision(b) - precision(a));
  if (!experiment) return null;
  const variant = variantOf(experiment, job._id);
  const parameters = JSON.parse(variant.parameters) as Partial<Record<Axis, number>>;
  const axes = experiment.changeAxes.map((axis) => numberOf[axis as Axis]);
  return {
    ...Object.fromEntries(
      Object.entries(parameters).map(([axis, value]) => [numberOf[axis as Axis], value]),
    ),
    axes,
    experiment: { experimentId: experiment._id, variant: variant.key },
  };
}
