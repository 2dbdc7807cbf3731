import { hash } from 'node:crypto';
import { ApiError, errorText } from '../errors.js';

/** The position of a keyset cursor: sort value and id of the last item on the page. */
export interface Keyset {
  at: Date;
  id: string;
}

/** Returns an opaque cursor that is valid only for the filter and order in `scope`. */
export function encodeCursor({ at, id }: Keyset, scope: unknown): string {
  const place = [at.getTime(), id];
  const mark = hash('sha256', JSON.stringify([...place, scope]), 'base64url').slice(0, 8);
  return Buffer.from(JSON.stringify([...place, mark])).toString('base64url');
}

/** @throws ApiError `bad_cursor` if it is damaged or was issued for another scope */
export function decodeCursor(cursor: string, scope: unknown): Keyset {
  try {
    const [time, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const key = { at: new Date(time), id };
    // Accepts only the exact encoding, because the decoder ignores characters outside base64url.
    if (typeof id === 'string' && encodeCursor(key, scope) === cursor) return key;
  } catch {
    // Not a cursor of this service: falls through to the error.
  }
  throw new ApiError('bad_cursor', errorText('error.cursor'));
}
