/** Returns a simple random number generator from 0 to 1, with equal output for equal seeds. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The seed of this run: `SEED`, or one derived from the time. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
