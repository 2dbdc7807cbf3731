import type { NumberedItem } from './model.js';

/**
 * The photograph that says most for the verdict: one that passed, with the most checks passed and the
 * fewest warnings, nearest to the target; of equal ones the first. Null when no photograph is shown.
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
