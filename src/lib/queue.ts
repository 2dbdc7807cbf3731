interface QueueOptions {
  /** Maximum number of concurrent runs. */
  atOnce: number;
  /** Maximum number of waiting runs. */
  waitingMax: number;
  /** Creates the error for work beyond the limit. */
  createError: () => Error;
}

/**
 * Creates a queue that runs a limited number of functions concurrently, in order of arrival, and limits how many can
 * wait.
 */
export function createQueue({ atOnce, waitingMax, createError }: QueueOptions) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    /** @throws the error of `createError` if too many are waiting, and any error of `work` */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running < atOnce) running += 1;
      else {
        if (waiting.length >= waitingMax) throw createError();
        // A finished run passes its slot on directly, so that no later arrival overtakes.
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
