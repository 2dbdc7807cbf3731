import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Runs a full garbage collection of this process. */
export const collectGarbage: () => void = runInNewContext('gc');

/**
 * Collects garbage repeatedly.
 *
 * @returns a function that stops it
 */
export function keepCollecting(milliseconds = 50): () => void {
  const timer = setInterval(collectGarbage, milliseconds);
  return () => clearInterval(timer);
}
