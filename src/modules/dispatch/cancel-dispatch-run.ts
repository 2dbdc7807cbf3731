import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import { reasonText } from '../job/text-lengths.js';
import type { DispatchRun } from './dispatch-run.js';
import { dispatchRunTarget } from './dispatch-target.js';
import { settleChange } from './plan-run.js';
import { RunChange } from './run-change.js';

export const cancelDispatchRun = operation({
  name: 'cancelDispatchRun',
  kind: 'mutation',
  description: 'Cancel a dispatch run: its open offers are withdrawn; the job stays open.',
  access: scope('operator'),
  target: dispatchRunTarget,
  args: { reason: reasonText().nullish().describe('Reason for the cancellation.') },
  errors: ['invalid_transition'],
  example: { reason: 'The customer names a verifier.' },
  rest: post('/v1/operator/dispatch-runs/{run_id}/cancel', {
    tag: 'Dispatch',
    summary: 'Cancel a dispatch run',
  }),
  async run({ services }, { id, reason }): Promise<DispatchRun> {
    const { dispatch, clock } = services;
    await dispatch.runs.get(id);
    return dispatch.runs.change(id, (run, job) => {
      const now = clock.now();
      const change = settleChange(new RunChange(run, now), job, now);
      if (change.after.status === 'cancelled') return run.status === 'cancelled' ? null : change;
      return change.set({ cancelReason: reason ?? null }).move('cancelled');
    });
  },
});
