interface QueueOptions {
  /** How many run at a time. */
  atOnce: number;
  /** How many may wait besides. */
  waitingMax: number;
  /** What is thrown to one more. */
  createError: () => Error;
}

/** Runs a few at a time, in the order in which they came; of those that wait there is a limit. */
export function createQueue({ atOnce, waitingMax, createError }: QueueOptions) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    /** @throws what `refuse` gives when too many wait, and what `work` throws */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running < atOnce) running += 1;
      else {
        if (waiting.length >= waitingMax) throw createError();
        // The place of the one that ends is handed on, so that nobody overtakes.
        await new Promise<void>((go) => waiting.push(go));
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
