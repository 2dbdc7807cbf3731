import type { Caller } from './caller.js';

/** A cadence that is evaluated, and read again. */
export async function playCadence({ call }: Caller): Promise<void> {
  await call('evaluate_adaptive_cadence');
  await call('get_adaptive_cadence');
}
