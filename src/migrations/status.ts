import type { Db } from 'mongodb';
import { documentsLeft, type Step, type StepState, shapeIn } from './step.js';

async function countsOf(db: Db, collection: string): Promise<string> {
  const groups = await db
    .collection(collection)
    .aggregate<{ _id: number | null; count: number }>([
      { $group: { _id: '$shape', count: { $sum: 1 } } },
    ])
    .toArray();
  const counts = new Map<number, number>();
  for (const { _id, count } of groups) {
    const shape = _id ?? 1;
    counts.set(shape, (counts.get(shape) ?? 0) + count);
  }
  if (counts.size === 0) return 'no documents';
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([shape, count]) => `${count} of shape ${shape}`)
    .join(', ');
}

function progressOf(state: StepState | null): string {
  if (!state) return 'not begun';
  const progress = state.complete ? 'complete' : `${documentsLeft(state)} documents left`;
  const { passedAt } = state;
  return `${progress}, ${passedAt ? `last pass ${passedAt.toISOString()}` : 'no whole pass yet'}`;
}

/**
 * Describes the stored shapes and the progress of each step, for operators. It only reads.
 *
 * @param databases databases by mode; the states are in `live`
 * @returns lines to print
 */
export async function migrationStatus(
  databases: { live: Db; test: Db },
  steps: readonly Step[],
): Promise<string[]> {
  const states = databases.live.collection<StepState>('migrations');
  const lines: string[] = [];
  for (const collection of new Set(steps.map((step) => step.collection))) {
    lines.push(`${collection}: this release stores shape ${shapeIn(steps)(collection)}`);
    for (const [mode, db] of Object.entries(databases)) {
      lines.push(`  ${mode}: ${await countsOf(db, collection)}`);
      for (const { id, description } of steps.filter((step) => step.collection === collection)) {
        const _id = `${mode}/${id}`;
        lines.push(`    ${_id}: ${progressOf(await states.findOne({ _id }))} (${description})`);
      }
    }
  }
  return lines;
}
