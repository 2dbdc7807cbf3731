/**
 * The heartbeat: a counter in shared memory that the store's thread increments and the main thread watches. It is
 * incremented in each tick of the event loop and with each entry that is read or written, so that long work, such as
 * building the index of a large collection, counts as progress. It stops only during a system call that does not
 * return, for example if the file system hangs.
 */
const tickMs = 100;
const sampleMs = 250;

let heartbeat: Int32Array = new Int32Array(1);

/** Increments the counter in `shared` in each tick from now on. Called in the store's thread. */
export function shareHeartbeat(shared: SharedArrayBuffer): void {
  heartbeat = new Int32Array(shared);
  giveSign();
  setInterval(giveSign, tickMs).unref();
}

export function giveSign(): void {
  Atomics.add(heartbeat, 0, 1);
}

export interface SignWatch {
  /** Milliseconds since the last heartbeat; 0 before the first one. */
  silentMs(): number;
  stop(): void;
}

/**
 * Watches the counter in `shared`. Called in the main thread.
 *
 * Silence is counted in samples rather than by the clock: while this thread itself is blocked, it grows by only one.
 *
 * @param onSilent called at each sample at which the counter has not changed
 */
export function watchHeartbeat(
  shared: SharedArrayBuffer,
  onSilent: (silentMs: number) => void,
): SignWatch {
  const seen = new Int32Array(shared);
  let last = 0;
  let silentMs = 0;
  const timer = setInterval(() => {
    const now = Atomics.load(seen, 0);
    silentMs = now === last && now !== 0 ? silentMs + sampleMs : 0;
    last = now;
    if (silentMs > 0) onSilent(silentMs);
  }, sampleMs).unref();
  return { silentMs: () => silentMs, stop: () => clearInterval(timer) };
}
