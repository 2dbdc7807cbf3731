import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import type { DispatchRun } from './dispatch-run.js';
import { dispatchRunTarget } from './dispatch-target.js';

export const getDispatchRun = operation({
  name: 'dispatchRun',
  kind: 'query',
  description: 'Get a dispatch run.',
  access: scope('operator'),
  target: dispatchRunTarget,
  errors: [],
  rest: get('/v1/operator/dispatch-runs/{run_id}', {
    operationId: 'get_dispatch_run',
    tag: 'Dispatch',
    summary: 'Get a dispatch run',
  }),
  run: ({ services }, { id }): Promise<DispatchRun> => services.dispatch.runs.get(id),
});
