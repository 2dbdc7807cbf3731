import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { type FieldPolicies, kept } from '../lib/field-policy.js';
import { newId } from '../lib/ids.js';
import type { Metadata } from '../lib/metadata.js';

/** Payload of an event: ids in snake_case, and after a transition the new and the previous status. */
export type EventData = Record<string, string | number | boolean | null>;

/** An event in the outbox of its document. */
export interface OutboxEvent {
  /** A UUIDv7, whose time the relay reads as the time of the write, or an id made by `consequenceId`. */
  id: string;
  /** `<module>.<what happened>`. Each module declares its own types. */
  type: string;
  timestamp: Date;
  data: EventData;
  /** Metadata of the job at the time of the event; absent without any. */
  metadata?: Metadata;
  /** Revision of the document after the write that emitted it. */
  revision: number;
}

/** Fields that every document with guarded writes has. */
export interface Aggregate {
  _id: string;
  /**
   * Version of the document's fields, set when it is inserted and by the steps in `src/migrations`; absent
   * counts as 1.
   */
  shape?: number;
  /** The owner, who can read the document's events. */
  integratorId: string;
  status: string;
  revision: number;
  updatedAt: Date;
  /** Time of the next due work on the document; absent without any. */
  dueAt?: Date;
  outbox: OutboxEvent[];
}

/** Events wait in the outbox for less than a second; an erasure removes their texts from the log. */
export const outboxEventPolicies: FieldPolicies<OutboxEvent> = {
  id: kept,
  type: kept,
  timestamp: kept,
  data: kept,
  metadata: { fields: { key: kept, value: kept }, export: false },
  revision: kept,
};

export const aggregatePolicies = {
  _id: kept,
  shape: kept,
  integratorId: kept,
  status: kept,
  revision: kept,
  updatedAt: kept,
  dueAt: kept,
  outbox: { fields: outboxEventPolicies, export: false },
} satisfies FieldPolicies<Aggregate>;

/**
 * A planned change of one document: the fields it sets and the events it emits. Nothing is stored until
 * `writeChange`.
 */
export class Change<T extends Aggregate> {
  readonly after: T;
  readonly events: OutboxEvent[] = [];

  /** Time of the change. It never decreases within a document. */
  now: Date;

  constructor(
    readonly before: T,
    now: Date,
  ) {
    this.after = { ...before };
    this.now = now < before.updatedAt ? before.updatedAt : now;
  }

  /** Sets top-level fields; a field set to undefined is removed. */
  set(fields: Partial<T>): this {
    Object.assign(this.after, fields);
    return this;
  }

  /** @param id id of the event, if other documents use the same id */
  emit(type: string, data: EventData, timestamp: Date = this.now, id: string = newId()): this {
    const revision = this.before.revision + 1;
    this.events.push({ id, type, timestamp, data, revision });
    return this;
  }
}

/**
 * Stores a change in one write, guarded by the status, revision and shape it was planned on. It sets only the
 * fields that changed, so fields of a newer release are kept. Events are pushed, not set, so that the relay can
 * empty the outbox at the same time.
 *
 * @returns the document after the write, or null if it has changed since it was read
 */
export async function writeChange<T extends Aggregate>(
  collection: Collection<T>,
  change: Change<T>,
): Promise<T | null> {
  const { before, after, events, now } = change;
  const set: Record<string, unknown> = { updatedAt: now };
  const unset: Record<string, ''> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<
    keyof T & string
  >) {
    if (key === 'outbox' || key === 'revision' || before[key] === after[key]) continue;
    if (after[key] === undefined) unset[key] = '';
    else set[key] = after[key];
  }
  const update = {
    $set: set,
    $inc: { revision: 1 },
    ...(Object.keys(unset).length > 0 && { $unset: unset }),
    ...(events.length > 0 && { $push: { outbox: { $each: events } } }),
  } as unknown as UpdateFilter<T>;
  const guard = {
    _id: before._id,
    status: before.status,
    revision: before.revision,
    // Null matches a document without a shape. A step changes the shape, but not the revision.
    shape: before.shape ?? null,
  } as Filter<T>;
  const result = await collection.updateOne(guard, update);
  if (result.matchedCount === 0) return null;
  return { ...after, updatedAt: now, revision: before.revision + 1, outbox: events };
}
