import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { type FieldPolicies, kept } from '../lib/field-policy.js';
import { newId } from '../lib/ids.js';

/** What an event says: snake_case ids, and status with the one before where it moved. */
export type EventData = Record<string, string | number | boolean | null>;

/** An event as it waits in the outbox of the document it belongs to. */
export interface OutboxEvent {
  /** A UUIDv7, by which the relay knows when it was written, or one made by `consequenceId`. */
  id: string;
  /** `<noun>.<what happened>`; the nouns say which ones there are. */
  type: string;
  timestamp: Date;
  data: EventData;
  /** Revision of the document after the write that emitted it. */
  revision: number;
}

/** What every document that changes by guarded writes has. */
export interface Aggregate {
  _id: string;
  /** Whose it is, and who may see its events. */
  integratorId: string;
  status: string;
  revision: number;
  updatedAt: Date;
  /** When something about it falls due; absent when nothing will. */
  dueAt?: Date;
  outbox: OutboxEvent[];
}

/** Events wait in the outbox for less than a second; an erasure replaces their reasons in the log. */
export const outboxEventPolicies: FieldPolicies<OutboxEvent> = {
  id: kept,
  type: kept,
  timestamp: kept,
  data: kept,
  revision: kept,
};

export const aggregatePolicies = {
  _id: kept,
  integratorId: kept,
  status: kept,
  revision: kept,
  updatedAt: kept,
  dueAt: kept,
  outbox: { fields: outboxEventPolicies, export: false },
} satisfies FieldPolicies<Aggregate>;

/**
 * One change of one document as a use case plans it: the fields it sets and the events it emits.
 * Nothing is stored before `writeChange`.
 */
export class Change<T extends Aggregate> {
  readonly after: T;
  readonly events: OutboxEvent[] = [];

  /** The moment of the change; within one document time never runs backwards. */
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

  /** @param id of the event, where something else is to have it too */
  emit(type: string, data: EventData, timestamp: Date = this.now, id: string = newId()): this {
    const revision = this.before.revision + 1;
    this.events.push({ id, type, timestamp, data, revision });
    return this;
  }
}

/**
 * Stores a change in one write, guarded by the status and revision it was planned on. The events
 * are pushed, never set, so that the relay may empty the outbox meanwhile.
 *
 * @returns the document after the write, or null when it has changed since it was read
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
  const guard = { _id: before._id, status: before.status, revision: before.revision } as Filter<T>;
  const result = await collection.updateOne(guard, update);
  if (result.matchedCount === 0) return null;
  return { ...after, updatedAt: now, revision: before.revision + 1, outbox: events };
}
