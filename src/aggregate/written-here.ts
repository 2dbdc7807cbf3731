import type { Collection } from 'mongodb';
import type { Aggregate, OutboxEvent } from './change.js';

/** What waits in the outbox of one document, in the order in which it was told. */
export interface Outbox {
  source: Collection<Aggregate>;
  _id: string;
  integratorId: string;
  events: readonly OutboxEvent[];
}

/** A write of this process that told something. */
export interface Written extends Outbox {
  /** What waited in the document when it was read. */
  before: readonly OutboxEvent[];
}

/** As many documents as the relay moves at once. */
const outboxesMax = 500;
const seenMax = 20_000;

const keyOf = (source: Collection<Aggregate>, id: string) => `${source.collectionName}/${id}`;

/**
 * What this process wrote and the relay has not moved yet, so that it need not be looked for. A document's
 * events are numbered in the order in which it told them: a write is only taken up where everything that
 * waited before it has come by here; else the documents have to be looked at.
 */
export function createWrittenHere() {
  let outboxes = new Map<string, Outbox>();
  let complete = false;
  /** Ids of events that have come by, the newest last. */
  const seen = new Set<string>();

  function note(events: readonly OutboxEvent[]): void {
    for (const { id } of events) seen.add(id);
    if (seen.size <= seenMax) return;
    for (const id of seen) {
      seen.delete(id);
      if (seen.size <= seenMax / 2) return;
    }
  }

  return {
    add({ before, ...outbox }: Written): void {
      if (!complete) return;
      if (outboxes.size >= outboxesMax || !before.every(({ id }) => seen.has(id))) {
        complete = false;
        return;
      }
      // Somebody may have found it before its write was acknowledged.
      const events = outbox.events.filter(({ id }) => !seen.has(id));
      if (events.length === 0) return;
      note(events);
      const key = keyOf(outbox.source, outbox._id);
      const waiting = outboxes.get(key)?.events ?? [];
      outboxes.set(key, { ...outbox, events: [...waiting, ...events] });
    },

    /** Something is written that has not come by here. */
    miss(): void {
      complete = false;
    },

    /** What waits in a document that was read; what has not come by here has to be looked for. */
    notice(waiting: readonly OutboxEvent[]): void {
      if (!waiting.every(({ id }) => seen.has(id))) complete = false;
    },

    isComplete: () => complete,

    /** Takes up what was found in a document; its write may have come by meanwhile. */
    found({ source, _id, events }: Outbox): void {
      note(events);
      const key = keyOf(source, _id);
      const written = outboxes.get(key);
      if (!written) return;
      const found = new Set(events.map(({ id }) => id));
      const left = written.events.filter(({ id }) => !found.has(id));
      if (left.length > 0) outboxes.set(key, { ...written, events: left });
      else outboxes.delete(key);
    },

    /** What has come by since it was last asked; null where the documents have to be looked at. */
    take(): Outbox[] | null {
      const taken = complete ? [...outboxes.values()] : null;
      outboxes = new Map();
      complete = true;
      return taken;
    },
  };
}
