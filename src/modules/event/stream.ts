import type { Interest } from '../../aggregate/event-feed.js';
import type { Call } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import type { Viewer } from '../../viewer.js';

/** Maximum number of open streams of a caller in one process. */
export const streamsMax = 20;

/** An item of a stream: a function that returns the next value, or throws the error that ends the stream. */
export type Step<T> = () => T;
type Round<T, V extends Viewer> = (ctx: Call<V>) => Promise<readonly T[]>;

/**
 * Streams the results of repeated calls of `next`, until the client disconnects, loses access, or the process stops.
 *
 * The first round runs before anything is streamed, so that its errors are returned as in any other operation. A stream
 * outlives the authorisation of its request: the key is looked up for each round, and the error of a later round is
 * sent last.
 *
 * @param caller key that open streams count towards
 * @param next returns what is new since its last call, oldest first
 * @throws ApiError `rate_limited` if the caller has too many open streams, and errors of `next`
 */
export async function stream<T, V extends Viewer>(
  ctx: Call<V>,
  caller: string,
  interest: Interest,
  next: Round<T, V>,
): Promise<AsyncIterableIterator<Step<T>>> {
  const first = await next(ctx);
  const release = reserveStream(ctx.services.openStreams, caller);
  const gone = new AbortController();
  const source = steps(ctx, interest, first, next, gone.signal, release);
  const iterator: AsyncIterableIterator<Step<T>> = {
    next: () => source.next(),
    // A generator that is waiting does not notice `return`, and one that was never started runs no `finally`.
    async return() {
      gone.abort();
      release();
      return source.return(undefined);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

async function* steps<T, V extends Viewer>(
  ctx: Call<V>,
  interest: Interest,
  first: readonly T[],
  next: Round<T, V>,
  gone: AbortSignal,
  release: () => void,
): AsyncGenerator<Step<T>, undefined> {
  const { services } = ctx;
  // Checks for what happened between the first round and now.
  let woken = true;
  let wake = () => {};
  const note = () => {
    woken = true;
    wake();
  };
  const stopListening = services.feed.listen(interest, note);
  gone.addEventListener('abort', note);
  try {
    for (let found = first; !services.stopping && !gone.aborted; ) {
      for (const item of found) yield () => item;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (woken || found.length > 0) resolve();
      });
      if (gone.aborted || services.stopping) return;
      woken = false;
      found = await next(await ctx.renew());
    }
  } catch (error) {
    yield () => {
      throw error;
    };
  } finally {
    stopListening();
    release();
  }
}

/**
 * Counts a stream in the same tick in which it is admitted, so that no others are admitted in between.
 *
 * @returns a function that releases it, once
 * @throws ApiError `rate_limited`
 */
function reserveStream(open: Map<string, number>, caller: string): () => void {
  const count = open.get(caller) ?? 0;
  if (count >= streamsMax) {
    const detail = errorText('error.streams', { max: streamsMax });
    throw new ApiError('rate_limited', detail, { headers: { 'retry-after': '60' } });
  }
  open.set(caller, count + 1);
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    const left = (open.get(caller) ?? 0) - 1;
    if (left > 0) open.set(caller, left);
    else open.delete(caller);
  };
}
