import type { Caller } from './caller.js';
import type { RecordedService } from './service.js';

/** Runs an experiment on dispatch runs until it is completed. */
export async function playExperiments({ call }: Caller, service: RecordedService): Promise<void> {
  const { experiment_id } = await call('create_experiment');
  const params = { experiment_id };
  await service.later();
  await call('move_experiment', { params });
  await call('get_experiment_assignment', { params });
  await call('get_experiment', { params });
  await call('list_experiments');
  await call('get_experiment_result', { params });
  await service.later();
  const fields = { status: 'completed', reason: 'The month is over.' };
  await call('move_experiment', { params, fields });
}
