import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { backfill } from './backfill.js';
import {
  documentsLeft,
  ShapeError,
  type Step,
  type StepState,
  type StoredDocument,
  shapeIn,
} from './step.js';

/** Progress of a step in one database. */
export interface StepProgress {
  step: string;
  mode: string;
  /** Number of documents that the current pass, or the last one, has checked. */
  checked: number;
  /** Number of documents that this pass has not checked yet; 0 once the step is complete. */
  left: number;
}

export type Migrations = Awaited<ReturnType<typeof openMigrations>>;

/** @throws ShapeError if this release cannot read documents that are stored */
function requireReadable(steps: readonly Step[], stored: readonly StepState[]): void {
  const shapeOf = shapeIn(steps);
  for (const { collection, shape } of stored) {
    const readable = shapeOf(collection) + 1;
    if (shape <= readable) continue;
    throw new ShapeError(
      `The documents of ${collection} can have shape ${shape}, but this release reads at most ${readable}: start the release that stored them, or the one before it (docs/upgrades.md).`,
    );
  }
}

/**
 * Compares the shapes of this release with those that are stored, and registers the steps of this release. The state of
 * a step is stored before the first document of its shape, so the states say which shapes are stored.
 *
 * @param databases databases by mode; the states are stored in `live`
 * @throws ShapeError if documents can have a shape two ahead of this release, or if a contracted step is not complete
 */
export async function openMigrations(options: {
  databases: { live: Db; test: Db };
  steps: readonly Step[];
  clock: Clock;
  log: Logger;
}) {
  const { databases, steps, clock, log } = options;
  const states: Collection<StepState> = databases.live.collection('migrations');
  const shapeOf = shapeIn(steps);
  const all = Object.entries(databases).flatMap(([mode, db]) =>
    steps.map((step) => {
      const documents = db.collection<StoredDocument>(step.collection);
      return { id: `${mode}/${step.id}`, mode, step, documents };
    }),
  );

  const stored = await states.find().sort({ _id: 1 }).toArray();
  requireReadable(steps, stored);
  const fresh: StepState[] = [];
  for (const { id, step, documents } of all) {
    const known = stored.find(({ _id }) => _id === id);
    const total = known ? known.total : await documents.estimatedDocumentCount();
    // Without documents there is nothing to do.
    const complete = known ? known.complete : total === 0;
    if (!step.update && !complete) {
      throw new ShapeError(
        `Documents of ${step.collection} have a shape below ${step.shape}: start the release before this one until npm run migrate -- --status reports ${id} as complete (docs/upgrades.md).`,
      );
    }
    if (known) continue;
    const { collection, shape } = step;
    const passedAt = complete ? clock.now() : null;
    const counts = { total, checked: 0, changed: 0, failed: 0 };
    fresh.push({
      _id: id,
      collection,
      shape,
      position: null,
      ...counts,
      run: '',
      passedAt,
      complete,
    });
  }
  for (const { _id, ...fields } of fresh) {
    await states.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
  }
  const newer = stored.filter(({ collection, shape }) => shape > shapeOf(collection));
  if (newer.length > 0) {
    // Documents that this process inserts have an earlier shape, so the newer release has to pass again.
    const _id = { $in: newer.map((state) => state._id) };
    await states.updateMany({ _id }, { $set: { complete: false, position: null, run: '' } });
    const found = newer.map((state) => state._id);
    log.warn({ steps: found }, 'migrations: a newer release stored documents; its fields are kept');
  }

  return {
    shapeOf,

    /** Makes one pass of each step that is not complete, or was last checked a day ago. */
    async run(signal: AbortSignal): Promise<void> {
      for (const { id, step, documents } of all) {
        const { update } = step;
        if (!update || signal.aborted) continue;
        await backfill({ ...step, update }, { states, id, documents, clock, log, signal });
      }
    },

    async progress(): Promise<StepProgress[]> {
      const _id = { $in: all.map(({ id }) => id) };
      const found = new Map(
        (await states.find({ _id }).toArray()).map((state) => [state._id, state]),
      );
      return all.flatMap(({ id, mode, step }) => {
        const state = found.get(id);
        if (!state) return [];
        return [{ step: step.id, mode, checked: state.checked, left: documentsLeft(state) }];
      });
    },
  };
}
