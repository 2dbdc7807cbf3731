import { v5, v7 } from 'uuid';

/** A new 36-character lower-case UUIDv7; ids made later sort later. */
export function newId(): string {
  return v7();
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
