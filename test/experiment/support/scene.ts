import { randomUUID } from 'node:crypto';
import type { Experiment } from '../../../src/modules/experiment/experiment.js';
import type { Json, TestApp } from '../../support/app.js';

export const freshId = () => `exp-${randomUUID()}`;

/** Returns a valid body for createExperiment with a unique id. */
export const experimentBody = (fields: Json = {}): Json => ({
  experiment_id: freshId(),
  name: 'A friendlier greeting',
  category: 'mail',
  owning_plane: 'sales',
  change_axes: ['greeting'],
  primary_metric_key: 'jobs_completed',
  guardrail_metric_keys: ['dispute_rate', 'made_up'],
  hypothesis: 'A friendlier greeting sells more.',
  ...fields,
});

/** Returns a stored experiment without its outbox. */
export const stored = (app: TestApp, id: string): Promise<Experiment | null> =>
  app.db
    .collection<Experiment>('experiments')
    .findOne({ _id: id }, { projection: { outbox: 0 } }) as Promise<Experiment | null>;
