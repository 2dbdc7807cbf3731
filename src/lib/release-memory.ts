import { performance } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';
import { second } from './units.js';

/** Share of busy time below which a thread counts as idle. */
const idleShare = 0.1;

/**
 * Collects the garbage of this thread and returns its memory to the system, which V8 itself does only after a long
 * time. Blocks the thread for up to a quarter of a second.
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

/** Waits until this thread has been idle for two seconds. Does not keep the process alive. */
export async function idle(): Promise<void> {
  let last = performance.eventLoopUtilization();
  for (;;) {
    await after(2 * second, undefined, { ref: false });
    const now = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(now, last).utilization < idleShare) return;
    last = now;
  }
}
