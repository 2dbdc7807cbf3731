export interface Deadline {
  signal: AbortSignal;
  /** Releases the timer and the listeners; call it when the work is done. */
  clear(): void;
}

/**
 * Returns a signal that aborts after `milliseconds` (null: never), or when the first of `signals` aborts.
 *
 * Use it instead of `AbortSignal.timeout` and `AbortSignal.any`: on Node 20 a signal made from both is collected while
 * it is in use, and then never aborts. Here the timer and the listeners hold references to the signal.
 */
export function deadline(
  milliseconds: number | null,
  signals: readonly AbortSignal[] = [],
): Deadline {
  const controller = new AbortController();
  const timer =
    milliseconds === null
      ? undefined
      : setTimeout(
          () => end(new DOMException('The operation timed out.', 'TimeoutError')),
          milliseconds,
        );
  const listeners = signals.map((signal) => ({ signal, listener: () => end(signal.reason) }));
  function clear() {
    clearTimeout(timer);
    for (const { signal, listener } of listeners) signal.removeEventListener('abort', listener);
  }
  function end(reason: unknown) {
    clear();
    controller.abort(reason);
  }
  for (const { signal, listener } of listeners) {
    if (signal.aborted) {
      end(signal.reason);
      break;
    }
    signal.addEventListener('abort', listener);
  }
  return { signal: controller.signal, clear };
}
