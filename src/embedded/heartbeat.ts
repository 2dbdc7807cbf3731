/**
 * Signs of life: a number in memory shared by the store's thread, which raises it, and the main thread,
 * which watches it. It is raised in each turn of the event loop and with each entry that is read or put, so
 * that long work, such as an index of a large collection, is known as work. It stands still only in a system
 * call that does not return: the file system hangs.
 */
const tickMs = 100;
const sampleMs = 250;

let heartbeat: Int32Array = new Int32Array(1);

/** In the store's thread: raise the number that `shared` holds from now on, in each turn of the loop. */
export function shareHeartbeat(shared: SharedArrayBuffer): void {
  heartbeat = new Int32Array(shared);
  giveSign();
  setInterval(giveSign, tickMs).unref();
}

export function giveSign(): void {
  Atomics.add(heartbeat, 0, 1);
}

export interface SignWatch {
  /** For so long no sign was given, in ms; 0 before the first one. */
  silentMs(): number;
  stop(): void;
}

/**
 * In the main thread: watch the number that `shared` holds.
 *
 * Silence is counted in samples, not by the clock: while this thread is held up itself it grows by one.
 *
 * @param onSilent called at each sample at which the number has not changed
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
