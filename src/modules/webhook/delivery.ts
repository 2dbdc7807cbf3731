import { z } from 'zod';
import { consequenceId } from '../../lib/ids.js';
import { day, hour, minute, second } from '../../lib/units.js';
import type { Envelope } from '../event/envelope.js';
import type { StoredEvent } from '../event/event.js';

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed', 'cancelled']);
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/** For how long a delivery is kept. */
export const deliveryDays = 30;
const attemptsKept = 12;

/** One post to an endpoint. */
export interface Attempt {
  at: Date;
  /** Null where there was no answer. */
  statusCode: number | null;
  durationMs: number;
  /** Why there was no answer. */
  error: string | null;
  /** Beginning of the answer to a failed attempt, where it cannot hold a reason that may be erased. */
  answerStart: string | null;
}

/** An event that an endpoint is to have. */
export interface Delivery {
  /** Made from the ids of event and endpoint, so that there are never two. */
  _id: string;
  endpointId: string;
  integratorId: string;
  eventId: string;
  eventType: string;
  seq: number;
  /** Deliveries with the same key go one after the other, by `seq`. */
  objectKey: string;
  status: DeliveryStatus;
  /** Attempts since it was made or replayed. */
  tries: number;
  /** When a pending one is due, at the earliest. */
  dueAt?: Date;
  /** The last 12, the oldest first. */
  attempts: Attempt[];
  createdAt: Date;
  /** What is sent where the events do not have it. */
  test?: Envelope;
}

export const deliveryId = (eventId: string, endpointId: string) =>
  consequenceId(eventId, endpointId);

/** What an event is about: its job, else its request, else the document that its first id names. */
function objectKeyOf({ _id, data }: Pick<StoredEvent, '_id' | 'data'>): string {
  const key = data['job_id'] ?? data['request_id'];
  if (typeof key === 'string') return key;
  const [, id] = Object.entries(data).find(([name]) => name.endsWith('_id')) ?? [];
  return typeof id === 'string' ? id : _id;
}

/** The delivery of an event to an endpoint, due now. */
export function newDelivery(
  event: StoredEvent,
  endpoint: { _id: string; integratorId: string },
  now: Date,
): Delivery {
  return {
    _id: deliveryId(event._id, endpoint._id),
    endpointId: endpoint._id,
    integratorId: endpoint.integratorId,
    eventId: event._id,
    eventType: event.type,
    seq: event.seq,
    objectKey: objectKeyOf(event),
    status: 'pending',
    tries: 0,
    dueAt: now,
    attempts: [],
    createdAt: now,
  };
}

export const withAttempt = ({ attempts }: Delivery, attempt: Attempt): Attempt[] =>
  [...attempts, attempt].slice(-attemptsKept);

/** How long after each failed attempt the next is made; after the tenth none is. */
const waits = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  day,
  day,
];
const spread = 0.1;

/**
 * When a delivery is tried again, 10 % sooner or later than planned so that many do not come at once.
 *
 * @param tries attempts so far
 * @param notBefore what the receiver asked for; at most a day is granted
 * @param random from 0 to 1
 * @returns null after the last attempt
 */
export function nextTry(
  tries: number,
  now: Date,
  notBefore: Date | null = null,
  random = Math.random(),
): Date | null {
  const wait = waits[tries - 1];
  if (wait === undefined) return null;
  const planned = now.getTime() + wait * (1 - spread + 2 * spread * random);
  const requested = Math.min(notBefore?.getTime() ?? 0, now.getTime() + day);
  return new Date(Math.max(planned, requested));
}

/** The moment that a Retry-After header names, in seconds or as a date; null without one. */
export function retryAfterOf(header: string | null, now: Date): Date | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return new Date(now.getTime() + Number(header) * second);
  const at = new Date(header);
  return Number.isNaN(at.getTime()) ? null : at;
}
