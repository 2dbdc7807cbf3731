import PQueue from 'p-queue';

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
  const queue = new PQueue({ concurrency: atOnce });
  return {
    /** @throws the error of `createError` if too many are waiting, and any error of `work` */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (queue.size >= waitingMax) throw createError();
      return queue.add(work);
    },
  };
}
