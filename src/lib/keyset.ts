import type { Keyset } from './cursor.js';

/**
 * Returns the filter for documents after a cursor, in the order of a date field and then of `_id`.
 *
 * @param direction -1 for newest first
 */
export function behind(field: string, direction: 1 | -1, { at, id }: Keyset) {
  const beyond = direction === -1 ? '$lt' : '$gt';
  return {
    $or: [{ [field]: { [beyond]: at } }, { [field]: at, _id: { [beyond]: id } }],
    // Repeats the bound as a condition of the field alone, so that the index scan starts at the cursor.
    [field]: { [direction === -1 ? '$lte' : '$gte']: at },
  };
}
