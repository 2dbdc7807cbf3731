import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { cursorText } from '../../lib/bounded-text.js';
import { pageLengthMax } from '../../lib/page.js';
import { operation } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import type { StoredEvent } from './event.js';
import { eventJob, eventTypes } from './list-events.js';
import { type EventFilter, readEvents } from './read-events.js';
import { type Step, stream } from './stream.js';

/**
 * Streams events of the viewer's jobs after a cursor, including new ones; an operator sees all. A client that continues
 * after the `seq` of its last event misses none and gets none twice.
 *
 * @param query.after null: only new events
 * @throws ApiError `bad_cursor`, `rate_limited`
 */
async function follow(
  ctx: Call<KeyHolder>,
  query: { after?: string | null | undefined } & EventFilter,
): Promise<AsyncIterableIterator<Step<StoredEvent>>> {
  const { events } = ctx.services;
  const { keyId } = ctx.viewer;
  const { integratorId } = jobScope(ctx.viewer);
  const types = query.types && new Set(query.types);
  const wants = (event: StoredEvent) =>
    (integratorId === undefined || event.integratorId === integratorId) &&
    (!types || types.has(event.type)) &&
    (query.jobId == null || event.data['job_id'] === query.jobId);
  let after = query.after ?? String(await events.lastSeq());
  return stream(ctx, keyId, { wants }, async (now) => {
    const { nodes } = await readEvents(now, {
      after,
      first: pageLengthMax,
      types: query.types ?? null,
      jobId: query.jobId ?? null,
    });
    after = String(nodes.at(-1)?.seq ?? after);
    return nodes;
  });
}

export const streamEvents = operation({
  name: 'jobEvents',
  kind: 'subscription',
  description:
    "Stream the events of the viewer's jobs in order; for an operator, all events. To resume without loss, pass the last `seq` received as `after`.",
  access: scope('jobs:read'),
  args: {
    after: cursorText()
      .nullish()
      .describe('The seq of the event to start after; omitted for new events only.'),
    types: eventTypes,
    jobId: eventJob,
  },
  errors: ['bad_cursor', 'rate_limited'],
  run: (ctx, query) => follow(ctx, query),
});
