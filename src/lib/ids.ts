import { v7 } from 'uuid';

/** A new 36-character lower-case UUIDv7; ids made later sort later. */
export function newId(): string {
  return v7();
}
