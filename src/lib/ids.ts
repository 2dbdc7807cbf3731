import { randomFillSync } from 'node:crypto';
import { v5, v7 } from 'uuid';

const randomBytesPerId = 16;
/** Random bytes for the next 128 ids, because requesting them costs far more than making an id. */
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

/** The millisecond of the last id, and its sequence number within the millisecond. */
const last = { msecs: 0, seq: 0 };

/** Longest id of the service, in characters. A longer id matches nothing. */
const idLengthMax = 64;

/** Returns true if an id from outside is short enough to look up. */
export const isFindable = (id: string, max = idLengthMax): boolean => id.length <= max;

/** Returns a new 36-character lower-case UUIDv7. Later ids sort after earlier ones. */
export function newId(): string {
  const random = nextRandom();
  const now = Date.now();
  if (now > last.msecs) {
    // Leaves half of the 32 bits unused, so that the sequence numbers of a millisecond do not overflow.
    last.seq = random.readUInt32BE() >>> 1;
    last.msecs = now;
  } else {
    last.seq += 1;
  }
  return v7({ random, ...last });
}

/**
 * Returns the creation time of an id made by `newId`, in milliseconds of the machine's clock; null for any other id.
 */
export function madeAt(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}

/** Returns the lower bound of the ids that `newId` makes from `moment` on; all earlier ids are smaller. */
export function firstIdAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/**
 * Returns the id of a consequence of an event: the same each time the event is handled, so that it is created once.
 *
 * @param eventId a UUID
 * @param kind distinguishes several consequences of one event
 */
export function consequenceId(eventId: string, kind: string): string {
  return v5(kind, eventId);
}
