/** Sorts: items by the keys that their documents have for a pattern. */
import type { Doc } from './bson.js';
import { extractKeys, type Pattern } from './extract.js';

/**
 * The items in the order of the pattern; equal ones stay as they came. Where an array gives a document
 * several keys the smallest counts, which for a descending path is the largest value.
 *
 * @throws CommandError 2 where two paths of the pattern meet different arrays
 */
export function sortBy<T>(items: Iterable<T>, pattern: Pattern, docOf: (item: T) => Doc): T[] {
  const least = (item: T): Buffer =>
    extractKeys(docOf(item), pattern, false, 2).keys.reduce((a, b) => (a.compare(b) <= 0 ? a : b));
  const keyed = Array.from(items, (item) => ({ item, key: least(item) }));
  return keyed.sort((a, b) => a.key.compare(b.key)).map(({ item }) => item);
}
