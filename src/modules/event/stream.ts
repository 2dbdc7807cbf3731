import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '../../context.js';
import { ApiError } from '../../errors.js';
import type { Viewer } from '../../viewer.js';

/** How late a stream may see what another process has written. */
const pollMilliseconds = 1_000;
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
 * anew for each round, and what refuses a later one is told as the last thing.
 *
 * @param caller what the open streams are counted under
 * @param next what is new since it was last asked, oldest first
 * @throws ApiError `rate_limited` where the caller holds too many streams, and what `next` throws
 */
export async function stream<T, V extends Viewer>(
  ctx: Call<V>,
  caller: string,
  next: Round<T, V>,
): Promise<AsyncIterableIterator<Step<T>>> {
  const first = await next(ctx);
  if ((ctx.services.openStreams.get(caller) ?? 0) >= streamsMax) {
    const detail = `${streamsMax} streams are open already; close one first.`;
    throw new ApiError('rate_limited', detail, { headers: { 'retry-after': '60' } });
  }
  const gone = new AbortController();
  const source = steps(ctx, caller, first, next, gone.signal);
  const iterator: AsyncIterableIterator<Step<T>> = {
    next: () => source.next(),
    // A generator that waits for something to happen does not hear that it should return.
    async return() {
      gone.abort();
      return source.return(undefined);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

async function* steps<T, V extends Viewer>(
  ctx: Call<V>,
  caller: string,
  first: readonly T[],
  next: Round<T, V>,
  gone: AbortSignal,
): AsyncGenerator<Step<T>, undefined> {
  const { services } = ctx;
  let appended = new AbortController();
  const stopListening = services.relay.onAppend(() => appended.abort());
  countStream(services.openStreams, caller, 1);
  try {
    for (let found = first; !services.stopping && !gone.aborted; ) {
      for (const item of found) yield () => item;
      const signal = AbortSignal.any([appended.signal, gone]);
      if (found.length === 0) await pause(pollMilliseconds, null, { signal }).catch(() => null);
      // Made before looking: what is appended from here on ends the next pause.
      appended = new AbortController();
      found = await next(await ctx.renew());
    }
  } catch (error) {
    yield () => {
      throw error;
    };
  } finally {
    stopListening();
    countStream(services.openStreams, caller, -1);
  }
}

function countStream(open: Map<string, number>, caller: string, more: 1 | -1): void {
  const count = (open.get(caller) ?? 0) + more;
  if (count > 0) open.set(caller, count);
  else open.delete(caller);
}
