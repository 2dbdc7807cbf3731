import { shownMetadata } from '../../lib/metadata.js';
import type { StoredEvent } from './event.js';

/** An event as sent outside of GraphQL: in a REST stream or a webhook. */
export interface Envelope {
  type: string;
  /** ISO 8601, UTC. */
  timestamp: string;
  data: Record<string, unknown>;
  id: string;
  seq: number;
  revision: number;
}

/** Returns the payload of an event, with the metadata of its job if it had any. */
export const dataOf = ({ data, metadata }: StoredEvent): Record<string, unknown> =>
  metadata ? { ...data, metadata: shownMetadata(metadata) } : data;

export const envelopeOf = (event: StoredEvent): Envelope => ({
  type: event.type,
  timestamp: event.timestamp.toISOString(),
  data: dataOf(event),
  id: event._id,
  seq: event.seq,
  revision: event.revision,
});
