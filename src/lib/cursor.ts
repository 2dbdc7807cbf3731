import { hash } from 'node:crypto';
import { ApiError } from '../errors.js';

/** What a keyset cursor points behind: the sort value and the id of the last item seen. */
export interface Keyset {
  at: Date;
  id: string;
}

/** An opaque cursor, bound to the filter and order (`scope`) that it was answered for. */
export function encodeCursor({ at, id }: Keyset, scope: unknown): string {
  const place = [at.getTime(), id];
  const mark = hash('sha256', JSON.stringify([...place, scope]), 'base64url').slice(0, 8);
  return Buffer.from(JSON.stringify([...place, mark])).toString('base64url');
}

/** @throws ApiError `bad_cursor` when it is damaged or was answered for another scope */
export function decodeCursor(cursor: string, scope: unknown): Keyset {
  try {
    const [time, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const key = { at: new Date(time), id };
    // Exactly what would be answered: the decoder reads over what is no base64url.
    if (typeof id === 'string' && encodeCursor(key, scope) === cursor) return key;
  } catch {
    // Falls through: whatever it was, it is no cursor of ours.
  }
  throw new ApiError(
    'bad_cursor',
    'The cursor is malformed or belongs to another filter or order.',
  );
}
