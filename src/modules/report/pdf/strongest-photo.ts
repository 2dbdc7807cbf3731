import type { NumberedItem } from './model.js';

/**
 * Returns the photo that supports the verdict best: one that passed, with the most passed checks and the fewest
 * warnings, nearest to the target; the first of equal ones. Returns null if no photo is shown.
 */
export function strongestPhoto(items: NumberedItem[]): NumberedItem | null {
  const rank = ({ item, number }: NumberedItem): number[] => {
    const count = (result: string) => item.checks.filter((one) => one.result === result).length;
    return [
      item.validation_passed ? 0 : 1,
      count('fail'),
      count('warn'),
      -count('pass'),
      item.distance_m ?? Number.POSITIVE_INFINITY,
      number,
    ];
  };
  const compare = (a: number[], b: number[]) => {
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
  };
  const [first = null] = items
    .filter(({ photo }) => photo !== null)
    .sort((a, b) => compare(rank(a), rank(b)));
  return first;
}
