/** Sorts: documents by a pattern, or the values of one array. */
import { type Doc, isDoc, toNumber, type Value } from './bson.js';
import { CommandError } from './errors.js';
import { extractKeys, type Pattern, parsePattern } from './extract.js';
import { order } from './keys.js';

/**
 * The items in the order of the pattern; equal ones stay as they came. Where an array gives a document
 * several keys the smallest counts, which for a descending path is the largest value.
 *
 * @throws CommandError 2 where two paths of the pattern meet different arrays
 */
export function sortBy<T>(items: Iterable<T>, pattern: Pattern, docOf: (item: T) => Doc): T[] {
  const least = (item: T): Buffer => {
    try {
      return extractKeys(docOf(item), pattern, false).keys.reduce((a, b) =>
        a.compare(b) <= 0 ? a : b,
      );
    } catch (error) {
      throw error instanceof CommandError
        ? new CommandError(2, 'cannot sort with keys that are parallel arrays')
        : error;
    }
  };
  const keyed = Array.from(items, (item) => ({ item, key: least(item) }));
  return keyed.sort((a, b) => a.key.compare(b.key)).map(({ item }) => item);
}

/** Sort an array in place: by 1 or -1 as whole values, by a pattern as documents. */
export function sortValues(array: Value[], by: Value): void {
  if (Math.abs(toNumber(by)) === 1) {
    array.sort((a, b) => order(a, b) * toNumber(by));
  } else if (isDoc(by) && by.size > 0) {
    const sorted = sortBy(array, parsePattern(by, 2), (item) => (isDoc(item) ? item : new Map()));
    array.splice(0, array.length, ...sorted);
  } else {
    throw new CommandError(
      2,
      'The $sort is invalid: use 1 or -1 to sort the whole element, or {field: 1/-1}',
    );
  }
}
