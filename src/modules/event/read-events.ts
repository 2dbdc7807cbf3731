import type { Call } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { behindField, type Page, type PageArguments, pageOf, pageRequest } from '../../lib/page.js';
import { type Selects, selectsNothing } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import type { StoredEvent } from './event.js';

/** Length of a page that states none. */
export const eventsPageLength = 50;
/** Conditions of a list or stream; both must match. */
export interface EventFilter {
  types?: readonly string[] | null | undefined;
  jobId?: string | null | undefined;
}

/**
 * Returns events of the viewer's jobs, oldest first; an operator sees all. A cursor is the decimal `seq`: a reader who
 * has seen n has seen everything below n.
 *
 * @throws ApiError `bad_cursor`, `bad_user_input`
 */
export async function readEvents(
  ctx: Call<KeyHolder>,
  query: PageArguments & EventFilter,
  selects: Selects = selectsNothing,
): Promise<Page<StoredEvent>> {
  const owned = jobScope(ctx.viewer);
  const request = pageRequest(query, eventsPageLength);
  const { count, cursor, backwards } = request;
  if (cursor !== null && !/^\d{1,15}$/.test(cursor))
    throw new ApiError('bad_cursor', errorText('error.event_cursor'));
  const { services } = ctx;
  if ((await services.settleDue(owned)) > 0) await services.relay.drain();
  const read = {
    integratorId: owned.integratorId,
    types: query.types ?? undefined,
    jobId: query.jobId ?? undefined,
  };
  const bound = (seq: number | null, before: boolean) =>
    seq === null ? {} : { [before ? 'before' : 'after']: seq };
  const found = await services.events.page({
    ...read,
    ...bound(cursor === null ? null : Number(cursor), backwards),
    backwards,
    limit: count,
  });
  const hasEventsBehind = async (nearest: StoredEvent | undefined) => {
    const opposite = { ...read, ...bound(nearest?.seq ?? null, !backwards), limit: 1 };
    return (await services.events.list(opposite)).length > 0;
  };
  return pageOf(found, request, {
    cursorOf: (event) => String(event.seq),
    hasItemsBehind: selects('pageInfo', behindField(request)) ? hasEventsBehind : null,
  });
}
