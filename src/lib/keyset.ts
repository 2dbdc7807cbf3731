import type { Keyset } from './cursor.js';

/**
 * The filter of what lies behind a cursor in the order of a date field and then of `_id`.
 * @param direction -1 where the newest comes first
 */
export function behind(field: string, direction: 1 | -1, { at, id }: Keyset) {
  const beyond = direction === -1 ? '$lt' : '$gt';
  return {
    $or: [{ [field]: { [beyond]: at } }, { [field]: at, _id: { [beyond]: id } }],
    // The same bound once more, alone, so that the index is entered at the cursor.
    [field]: { [direction === -1 ? '$lte' : '$gte']: at },
  };
}
