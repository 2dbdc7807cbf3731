import type { Interest } from '../../aggregate/event-feed.js';
import type { Call } from '../../context.js';
import { ApiError } from '../../errors.js';
import type { Viewer } from '../../viewer.js';

/** Streams that one caller may hold open at a time in one process. */
export const streamsMax = 20;

/** What a stream gives: a function that returns the next thing, or throws why the stream ends. */
export type Step<T> = () => T;
type Round<T, V extends Viewer> = (ctx: Call<V>) => Promise<readonly T[]>;

/**
 * What `next` gives again and again, until the client goes, loses the right to it, or the process
 * stops.
 *
 * The first round is made before anything is streamed, so that what it refuses is refused as for any
 * other operation. A stream outlives the moment at which its caller was judged: the key is looked up
 * anew for each round, and what refuses a later one is sent last.
 *
 * @param caller what the open streams are counted under
 * @param next what is new since it was last asked, oldest first
 * @throws ApiError `rate_limited` where the caller holds too many streams, and what `next` throws
 */
export async function stream<T, V extends Viewer>(
  ctx: Call<V>,
  caller: string,
  interest: Interest,
  next: Round<T, V>,
): Promise<AsyncIterableIterator<Step<T>>> {
  const first = await next(ctx);
  const holder = ctx.viewer.kind === 'customer' ? 'account' : 'API key';
  const release = reserveStream(ctx.services.openStreams, caller, holder);
  const gone = new AbortController();
  const source = steps(ctx, interest, first, next, gone.signal, release);
  const iterator: AsyncIterableIterator<Step<T>> = {
    next: () => source.next(),
    // A generator that waits for something to happen does not hear that it should return, and one
    // that was never asked runs no `finally`.
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
  // What came up between the first round and now is looked for.
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
 * Counts a stream in the turn in which it is let through, so that no others come between.
 *
 * @returns what counts it out, once
 * @throws ApiError `rate_limited`
 */
function reserveStream(open: Map<string, number>, caller: string, holder: string): () => void {
  const count = open.get(caller) ?? 0;
  if (count >= streamsMax) {
    const detail = `The ${holder} already has ${streamsMax} open streams; close one first.`;
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
