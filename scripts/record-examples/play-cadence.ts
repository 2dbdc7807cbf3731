import type { Caller } from './caller.js';

/** Evaluates a cadence and reads it again. */
export async function playCadence({ call }: Caller): Promise<void> {
  await call('evaluate_adaptive_cadence');
  await call('get_adaptive_cadence');
}
