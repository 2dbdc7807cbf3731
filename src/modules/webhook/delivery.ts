import { z } from 'zod';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { consequenceId } from '../../lib/ids.js';
import { day, hour, minute, second } from '../../lib/units.js';
import type { Envelope } from '../event/envelope.js';
import type { StoredEvent } from '../event/event.js';

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed', 'cancelled']);
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/** Retention of a delivery in days. */
export const deliveryDays = 30;
const attemptsKept = 12;

/** One post to an endpoint. */
export interface Attempt {
  at: Date;
  /** Null without a response. */
  statusCode: number | null;
  durationMs: number;
  /** Reason for the missing response. */
  error: string | null;
  /** Start of the response to a failed attempt; null if the response could contain a reason or metadata, which can be erased. */
  answerStart: string | null;
}

/** An event to deliver to an endpoint. */
export interface Delivery {
  /** Derived from the ids of event and endpoint, so that it is unique. */
  _id: string;
  endpointId: string;
  integratorId: string;
  eventId: string;
  eventType: string;
  seq: number;
  /** Deliveries with the same key are posted sequentially, by `seq`. */
  objectKey: string;
  status: DeliveryStatus;
  /** Attempts since it was created or replayed. */
  tries: number;
  /** Earliest time of the next attempt of a pending delivery. */
  dueAt?: Date;
  /** The last 12, oldest first. */
  attempts: Attempt[];
  createdAt: Date;
  /** Payload of a test delivery, which has no stored event. */
  test?: Envelope;
}

/** Deliveries expire after `deliveryDays`; no text of an event is copied into them. */
export const deliveryPolicies: FieldPolicies<Delivery> = {
  _id: kept,
  endpointId: kept,
  integratorId: kept,
  eventId: kept,
  eventType: kept,
  seq: kept,
  objectKey: kept,
  status: kept,
  tries: kept,
  dueAt: kept,
  attempts: {
    fields: {
      at: kept,
      statusCode: kept,
      durationMs: kept,
      error: kept,
      answerStart: kept,
    },
    export: false,
  },
  createdAt: kept,
  test: {
    fields: {
      type: kept,
      timestamp: kept,
      data: kept,
      id: kept,
      seq: kept,
      revision: kept,
    },
    export: false,
  },
};

export const deliveryId = (eventId: string, endpointId: string) =>
  consequenceId(eventId, endpointId);

/** Returns the object of an event: its job, otherwise its request, otherwise the document of its first id. */
function objectKeyOf({ _id, data }: Pick<StoredEvent, '_id' | 'data'>): string {
  const key = data['job_id'] ?? data['request_id'];
  if (typeof key === 'string') return key;
  const [, id] = Object.entries(data).find(([name]) => name.endsWith('_id')) ?? [];
  return typeof id === 'string' ? id : _id;
}

/** Returns the delivery of an event to an endpoint, due now. */
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

/** Delay after each failed attempt; the tenth is the last. */
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
 * Returns when a delivery is retried, with a random variation of 10 % so that retries do not coincide.
 *
 * @param tries attempts so far
 * @param notBefore time that the receiver requested; limited to a day
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

/** Returns the time in a Retry-After header, given in seconds or as a date; null without one. */
export function retryAfterOf(header: string | null, now: Date): Date | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return new Date(now.getTime() + Number(header) * second);
  const at = new Date(header);
  return Number.isNaN(at.getTime()) ? null : at;
}
