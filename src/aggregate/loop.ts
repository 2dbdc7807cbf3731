import { AsyncResource } from 'node:async_hooks';
import type { Logger } from 'pino';

/** After a round that failed, the next one. */
const retryMilliseconds = 1_000;

export interface Loop {
  /** Asks for a round soon; what is asked for meanwhile is one round. */
  wake(): void;
  /** One whole round from now on; resolves, or throws, as the round does. */
  run(): Promise<void>;
  start(): void;
  /** Resolves when no round runs any more. */
  stop(): Promise<void>;
}

/**
 * Work that is done by one round at a time in this process: when it is woken, and by itself after the
 * time that the last round returned.
 *
 * @param round does what there is to do; returns milliseconds until it is to look again unwoken
 * @param batchMilliseconds how long a wake waits, so that many writes are one round
 */
export function createLoop(options: {
  name: string;
  round: () => Promise<number>;
  batchMilliseconds: number;
  log: Logger;
}): Loop {
  const { name, batchMilliseconds, log } = options;
  // A round is for all: it belongs to no trace of the request that happened to wake it.
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
        // At once: who asks from here on is not answered by a round that has ended.
        running = null;
        schedule(next);
        // What came up meanwhile is one round; after a failure it waits for the next try.
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
