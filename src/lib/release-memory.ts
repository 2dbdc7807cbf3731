import { performance } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';
import { second } from './units.js';

/** Below this part of its time a thread has nothing to do. */
const idleShare = 0.1;

/**
 * Collects the garbage of this thread and gives its memory back to the system, which V8 does for itself only
 * after long. Takes up to a quarter of a second, in which the thread does nothing else.
 */
export async function releaseMemory(): Promise<void> {
  const { Session } = await import('node:inspector');
  const session = new Session();
  session.connect();
  await new Promise<void>((resolve) => {
    session.post('HeapProfiler.collectGarbage', () => resolve());
  });
  session.disconnect();
}

/** Waits until this thread had nothing to do for two seconds; keeps no process alive. */
export async function idle(): Promise<void> {
  let last = performance.eventLoopUtilization();
  for (;;) {
    await after(2 * second, undefined, { ref: false });
    const now = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(now, last).utilization < idleShare) return;
    last = now;
  }
}
