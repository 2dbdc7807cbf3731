import { setTimeout as pause } from 'node:timers/promises';
import type { AnyBulkWriteOperation, Collection, Document } from 'mongodb';
import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { newId } from '../lib/ids.js';
import { day } from '../lib/units.js';
import type { Step, StepState, StoredDocument } from './step.js';

const sliceSize = 200;
/** A complete step is checked again, because a process of an earlier release can have inserted documents since. */
const recheckMilliseconds = day;

/** Returns an update that stores these fields; undefined removes a field. */
function updateOf(fields: object, shape: number): Document {
  const entries = Object.entries(fields);
  const removed = entries.filter(([, value]) => value === undefined).map(([key]) => [key, '']);
  const set = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return {
    $set: { ...set, shape },
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed) }),
  };
}

/**
 * Makes one pass over the documents of a step in slices by `_id`, and resumes the pass that another run has left. A
 * document is changed by one write, guarded by the shape and revision that were read; neither its revision nor its
 * `updatedAt` changes. Between slices it pauses for as long as the slice took, so that requests are served.
 *
 * @param states collection of the states, which has one for the step
 * @param id id of the state
 * @param signal aborts the pass after the current slice
 */
export async function backfill(
  step: Required<Step>,
  options: {
    states: Collection<StepState>;
    id: string;
    documents: Collection<StoredDocument>;
    clock: Clock;
    log: Logger;
    signal: AbortSignal;
  },
): Promise<void> {
  const { states, id, documents, clock, log, signal } = options;

  /** @returns the number of documents that it changed */
  async function changeAll(ids: readonly string[]): Promise<number> {
    const writes: AnyBulkWriteOperation<StoredDocument>[] = [];
    for (const document of await documents.find({ _id: { $in: [...ids] } }).toArray()) {
      const { _id, shape, revision } = document;
      if ((shape ?? 1) !== step.shape - 1) continue;
      try {
        const update = updateOf(step.update(document), step.shape);
        const guard = { shape: shape ?? null, ...(revision !== undefined && { revision }) };
        writes.push({ updateOne: { filter: { _id, ...guard } as object, update } });
      } catch (error) {
        log.error({ err: error, step: id, document: _id }, 'migration: step failed, retrying');
      }
    }
    if (writes.length === 0) return 0;
    return (await documents.bulkWrite(writes, { ordered: false })).matchedCount;
  }

  const known = await states.findOne({ _id: id });
  if (!known) throw new Error(`migrations has no state ${id}`);
  const { complete, passedAt } = known;
  const now = clock.now().getTime();
  if (complete && passedAt && now - passedAt.getTime() < recheckMilliseconds) return;

  const run = newId();
  const first =
    known.position === null
      ? { total: await documents.estimatedDocumentCount(), checked: 0, changed: 0, failed: 0 }
      : {};
  let state = await states.findOneAndUpdate(
    { _id: id },
    { $set: { ...first, run } },
    { returnDocument: 'after' },
  );
  while (state && !signal.aborted) {
    const begun = performance.now();
    const { position } = state;
    const slice = await documents
      .find(position === null ? {} : { _id: { $gt: position } }, { projection: { shape: 1 } })
      .sort({ _id: 1 })
      .limit(sliceSize)
      .toArray();
    const last = slice.at(-1);
    if (!last) {
      const isClean = state.changed === 0 && state.failed === 0;
      const end = { position: null, passedAt: clock.now(), complete: isClean };
      await states.updateOne({ _id: id, run }, { $set: end });
      log.info({ step: id, changed: state.changed, failed: state.failed }, 'migration: passed');
      return;
    }
    const older = slice.filter(({ shape = 1 }) => shape < step.shape).map(({ _id }) => _id);
    const changed = older.length > 0 ? await changeAll(older) : 0;
    const counts = { checked: slice.length, changed, failed: older.length - changed };
    // Null if another run has taken over.
    state = await states.findOneAndUpdate(
      { _id: id, run },
      { $set: { position: last._id }, $inc: counts },
      { returnDocument: 'after' },
    );
    await pause(performance.now() - begun);
  }
}
