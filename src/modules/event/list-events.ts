import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { ApiError } from '../../errors.js';
import { type Page, pageLength } from '../../lib/page.js';
import { choice, list, text } from '../../lib/schema.js';
import { operation } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import { eventType, type StoredEvent } from './event.js';

/**
 * Events of the viewer's jobs after a cursor, oldest first; an operator sees all.
 * A cursor is the decimal `seq`: who has seen n has seen everything below n.
 *
 * @throws ApiError `bad_cursor`
 */
export async function readEvents(
  ctx: Call<KeyHolder>,
  query: {
    after?: string | null | undefined;
    first: number;
    types?: readonly string[] | null | undefined;
  },
): Promise<Page<StoredEvent>> {
  const owned = jobScope(ctx.viewer);
  const after = query.after ?? '0';
  if (!/^\d{1,15}$/.test(after)) throw new ApiError('bad_cursor', 'An event cursor is a number.');
  const { services } = ctx;
  if ((await services.settleDue(owned)) > 0) await services.relay.drain();
  const found = await services.events.list({
    after: Number(after),
    limit: query.first + 1,
    integratorId: owned.integratorId,
    types: query.types ?? undefined,
  });
  const nodes = found.slice(0, query.first);
  return {
    nodes,
    cursors: nodes.map((event) => String(event.seq)),
    hasNextPage: found.length > query.first,
  };
}

export const eventTypes = list(choice(eventType()))
  .nullish()
  .describe('Only events of these types.');

export const listEvents = operation({
  name: 'events',
  kind: 'query',
  description: "Lists the events of the viewer's jobs, oldest first; an operator sees all.",
  access: scope('jobs:read'),
  args: {
    after: text().nullish().describe('Cursor (a seq) behind which the page begins.'),
    first: pageLength(50),
    types: eventTypes,
  },
  refusals: ['bad_cursor'],
  run: (ctx, query) => readEvents(ctx, query),
});
