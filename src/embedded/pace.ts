/**
 * Pace: reads run in slices of a few milliseconds. Between two slices the event loop answers everything that
 * has arrived, the drivers' heartbeat included, and one of the reads that rest goes on, in turn. However
 * many reads there are, and however much they read, others wait for one slice.
 *
 * A read is a sequence with pauses in it. What passes a sequence on passes its pauses on; what consumes one
 * rests at them. Within a write, which cannot be interrupted, pauses are passed over.
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

/** Whether the current slice is over, so that a read must pause. All that runs in one turn of the loop shares one slice. */
export function isSliceOver(): boolean {
  if (!isTickScheduled) beginSlice();
  return performance.now() >= sliceEndMs;
}

/** Resolves when it is this read's turn again. */
export function rest(): Promise<void> {
  if (!isTickScheduled) beginSlice();
  return new Promise((resolve) => resting.push(resolve));
}

/** Run a computation to its end, resting at its pauses; `onResume` is called after each. */
export async function run<T>(steps: Steps<T>, onResume: () => void = () => undefined): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await rest();
    onResume();
  }
}

/** Run a computation to its end without a rest. */
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

/** All items, with a pause wherever the slice is over. */
export function* collect<T>(items: Paced<T>): Steps<T[]> {
  const all: T[] = [];
  for (const item of items) {
    if (item !== pause) all.push(item);
    if (item === pause || isSliceOver()) yield pause;
  }
  return all;
}
