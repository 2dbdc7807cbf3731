import { AsyncResource } from 'node:async_hooks';
import type { Logger } from 'pino';

/** Delay after a failed round. */
const retryMilliseconds = 1_000;

export interface Loop {
  /** Requests a round soon. Requests during a round are combined into one. */
  wake(): void;
  /** Runs a complete round that begins now or later; settles as the round does. */
  run(): Promise<void>;
  start(): void;
  /** Stops the loop and resolves when the current round has ended. */
  stop(): Promise<void>;
}

/**
 * Runs rounds of work in this process, one at a time: when woken, and after the delay that the last round
 * returned.
 *
 * @param round does the pending work; returns milliseconds until the next round without a wake
 * @param batchMilliseconds delay after a wake, so that many writes share one round
 */
export function createLoop(options: {
  name: string;
  round: () => Promise<number>;
  batchMilliseconds: number;
  log: Logger;
}): Loop {
  const { name, batchMilliseconds, log } = options;
  // A round serves all requests, so it must not join the trace of the one that woke it.
  const round = AsyncResource.bind(options.round);
  let running: Promise<void> | null = null;
  let again = false;
  let woken = false;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let stopped = true;

  function schedule(milliseconds: number): void {
    const at = Date.now() + milliseconds;
    if (stopped || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(runLogged, milliseconds);
    timer.unref();
  }

  function run(): Promise<void> {
    if (running) {
      again = true;
      return running;
    }
    clearTimeout(timer);
    timerAt = Number.POSITIVE_INFINITY;
    let next = retryMilliseconds;
    woken = false;
    let failed = true;
    running = (async () => {
      try {
        do {
          again = false;
          next = retryMilliseconds;
          next = await round();
        } while (again);
        failed = false;
      } finally {
        // Reset first: a call of `run` from here on needs another round.
        running = null;
        schedule(next);
        // Wakes during the round share one round. After a failure they wait for the retry.
        if (woken && !failed) schedule(batchMilliseconds);
      }
    })();
    return running;
  }

  function runLogged(): void {
    run().catch((error) => log.warn({ err: error }, `${name}: failed, retrying`));
  }

  return {
    run,
    wake() {
      if (running) woken = true;
      else schedule(batchMilliseconds);
    },
    start() {
      stopped = false;
      runLogged();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running?.catch(() => {});
    },
  };
}
