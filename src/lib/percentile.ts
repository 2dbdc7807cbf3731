/**
 * Returns the percentile by nearest rank: the smallest value such that at least this share of all values is not larger;
 * null without values.
 *
 * @param share from above 0 to 1
 */
export function percentile(values: readonly number[], share: number): number | null {
  const inOrder = values.toSorted((a, b) => a - b);
  return inOrder[Math.ceil(share * inOrder.length) - 1] ?? null;
}
