import type { StoredEvent } from './event.js';

/** An event as sent outside of GraphQL: in a REST stream or a webhook. */
export interface Envelope {
  type: string;
  /** ISO 8601, UTC. */
  timestamp: string;
  data: StoredEvent['data'];
  id: string;
  seq: number;
  revision: number;
}

export const envelopeOf = (event: StoredEvent): Envelope => ({
  type: event.type,
  timestamp: event.timestamp.toISOString(),
  data: event.data,
  id: event._id,
  seq: event.seq,
  revision: event.revision,
});
