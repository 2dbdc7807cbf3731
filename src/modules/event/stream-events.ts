import type { Integrator, RequestContext } from '../../context.js';
import { authorize } from '../../policy.js';
import type { EventType, StoredEvent } from './event.js';
import { listEvents } from './list-events.js';
import { type Step, stream } from './stream.js';

const batchSize = 200;

/**
 * Events of the viewer's jobs behind a cursor, then each as it happens; an operator sees all. Who goes on
 * behind the `seq` of the last one that they have misses none and gets none twice.
 *
 * @param query.after null: from now on
 * @throws ApiError `bad_cursor`, `rate_limited`
 */
export async function streamEvents(
  ctx: RequestContext,
  query: { after?: string | null; types?: readonly EventType[] | null },
): Promise<AsyncIterableIterator<Step<StoredEvent>>> {
  const { keyId }: Integrator = authorize(ctx, 'jobEvents');
  let after = query.after ?? String(await ctx.services.events.lastSeq());
  return stream(ctx, keyId, async (now) => {
    const { nodes } = await listEvents(now, {
      after,
      first: batchSize,
      types: query.types ?? null,
    });
    after = String(nodes.at(-1)?.seq ?? after);
    return nodes;
  });
}
