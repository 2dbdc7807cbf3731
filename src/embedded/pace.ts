/**
 * Pacing: reads run in slices of a few milliseconds. Between two slices the event loop handles everything that has
 * arrived, including the drivers' heartbeats, and then resumes the next waiting read in round-robin order. However many
 * reads there are, and however much they read, other work waits for at most one slice.
 *
 * A read is a sequence that contains pauses. Functions that transform a sequence pass its pauses on; functions that
 * consume one yield to the event loop at them. Within a write, which cannot be interrupted, pauses are skipped.
 */
const sliceMs = 4;

export const pause = Symbol('pause');
type Pause = typeof pause;
export type Paced<T> = Iterable<T | Pause>;
/** A computation with pauses. */
export type Steps<T> = Generator<Pause, T>;

const resting: (() => void)[] = [];
let sliceEndMs = 0;
let isTickScheduled = false;

function beginSlice(): void {
  sliceEndMs = performance.now() + sliceMs;
  isTickScheduled = true;
  setImmediate(nextTick);
}

function nextTick(): void {
  isTickScheduled = false;
  const resume = resting.shift();
  if (!resume) return;
  beginSlice();
  resume();
}

/** Returns true if the current slice is over and a read must pause. All code in one tick of the loop shares a slice. */
export function isSliceOver(): boolean {
  if (!isTickScheduled) beginSlice();
  return performance.now() >= sliceEndMs;
}

/** Resolves when the next slice of this read begins. */
export function rest(): Promise<void> {
  if (!isTickScheduled) beginSlice();
  return new Promise((resolve) => resting.push(resolve));
}

/**
 * Runs a computation to completion, yielding to the event loop at its pauses. `onResume` is called after each pause.
 */
export async function run<T>(steps: Steps<T>, onResume: () => void = () => undefined): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await rest();
    onResume();
  }
}

/** Runs a computation to completion without pausing. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export function* mapPaced<T, U>(
  items: Paced<T>,
  change: (item: T) => U,
): Generator<U | Pause, undefined> {
  for (const item of items) yield item === pause ? pause : change(item);
}

/** Collects all items, pausing when the slice is over. */
export function* collect<T>(items: Paced<T>): Steps<T[]> {
  const all: T[] = [];
  for (const item of items) {
    if (item !== pause) all.push(item);
    if (item === pause || isSliceOver()) yield pause;
  }
  return all;
}
