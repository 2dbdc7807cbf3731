import { hash } from 'node:crypto';
import { ApiError } from '../errors.js';

/** What a keyset cursor points behind: the sort value and the id of the last item seen. */
export interface Keyset {
  at: Date;
  id: string;
}

const digest = (scope: unknown) => hash('sha256', JSON.stringify(scope), 'base64url').slice(0, 8);

/** An opaque cursor, bound to the filter and order (`scope`) that it was answered for. */
export function encodeCursor(key: Keyset, scope: unknown): string {
  return Buffer.from(JSON.stringify([key.at.getTime(), key.id, digest(scope)])).toString(
    'base64url',
  );
}

/** @throws ApiError `bad_cursor` when it is damaged or was answered for another scope */
export function decodeCursor(cursor: string, scope: unknown): Keyset {
  try {
    const [time, id, mark] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Number.isSafeInteger(time) && typeof id === 'string' && mark === digest(scope)) {
      return { at: new Date(time), id };
    }
  } catch {
    // Falls through: whatever it was, it is no cursor of ours.
  }
  throw new ApiError(
    'bad_cursor',
    'The cursor is malformed or belongs to another filter or order.',
  );
}
