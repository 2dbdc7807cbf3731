import { randomFillSync } from 'node:crypto';
import { v5, v7 } from 'uuid';

const randomBytesPerId = 16;
/** Asking for random bytes costs far more than an id; these are for the next 128 ids. */
const pool = Buffer.alloc(128 * randomBytesPerId);
let taken = pool.length;

function nextRandom(): Buffer {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += randomBytesPerId;
  return pool.subarray(taken - randomBytesPerId, taken);
}

/** The millisecond of the last id, and its number within it. */
const last = { msecs: 0, seq: 0 };

/** Longest id of ours in characters; a longer one finds nothing. */
const idLengthMax = 64;

/** Returns whether an id from outside is short enough to be looked up. */
export const isFindable = (id: string, max = idLengthMax): boolean => id.length <= max;

/** A new 36-character lower-case UUIDv7; ids made later sort later. */
export function newId(): string {
  const random = nextRandom();
  const now = Date.now();
  if (now > last.msecs) {
    // Of 32 bits the upper half stays free: the numbers of a millisecond do not run out.
    last.seq = random.readUInt32BE() >>> 1;
    last.msecs = now;
  } else {
    last.seq += 1;
  }
  return v7({ random, ...last });
}

/** When an id of `newId` was made, in milliseconds of the machine's clock; null for another id. */
export function madeAt(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}

/** No id that `newId` made before this moment is greater, and none from it on is smaller. */
export function firstIdAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/**
 * Id of what follows from an event: the same, however often the event is handled, so that it is made
 * once.
 *
 * @param eventId a UUID
 * @param kind what is made, where one event has several consequences
 */
export function consequenceId(eventId: string, kind: string): string {
  return v5(kind, eventId);
}
