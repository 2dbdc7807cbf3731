import { jobScope, type RequestContext } from '../../context.js';
import { ApiError } from '../../errors.js';
import { authorize } from '../../policy.js';
import type { EventType, StoredEvent } from './event.js';

export interface EventPage {
  nodes: StoredEvent[];
  cursors: string[];
  hasNextPage: boolean;
}

/**
 * Events of the viewer's jobs after a cursor, oldest first; an operator sees all.
 * A cursor is the decimal `seq`: who has seen n has seen everything below n.
 *
 * @throws ApiError `bad_cursor`
 */
export async function listEvents(
  ctx: RequestContext,
  query: { after?: string | null; first: number; types?: readonly EventType[] | null },
): Promise<EventPage> {
  const scope = jobScope(authorize(ctx, 'events'));
  const after = query.after ?? '0';
  if (!/^\d{1,15}$/.test(after)) throw new ApiError('bad_cursor', 'An event cursor is a number.');
  const { services } = ctx;
  if ((await services.settleDue(scope)) > 0) await services.relay.drain();
  const found = await services.events.list({
    after: Number(after),
    limit: query.first + 1,
    integratorId: scope.integratorId,
    types: query.types ?? undefined,
  });
  const nodes = found.slice(0, query.first) as StoredEvent[];
  return {
    nodes,
    cursors: nodes.map((event) => String(event.seq)),
    hasNextPage: found.length > query.first,
  };
}
