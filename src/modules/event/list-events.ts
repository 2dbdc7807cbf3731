import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { ApiError } from '../../errors.js';
import { behindField, type Page, type PageArguments, pageOf, pageRequest } from '../../lib/page.js';
import { choice, list, text, whole } from '../../lib/schema.js';
import { operation, type Selects } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import { type EventType, eventType, type StoredEvent } from './event.js';

const pageLength = 50;

/**
 * Events of the viewer's jobs, oldest first; an operator sees all.
 * A cursor is the decimal `seq`: who has seen n has seen everything below n.
 *
 * @throws ApiError `bad_cursor`, `bad_user_input`
 */
export async function readEvents(
  ctx: Call<KeyHolder>,
  query: PageArguments & { types?: readonly EventType[] | null | undefined },
  selects: Selects = () => false,
): Promise<Page<StoredEvent>> {
  const owned = jobScope(ctx.viewer);
  const request = pageRequest(query, pageLength);
  const { count, cursor, backwards } = request;
  if (cursor !== null && !/^\d{1,15}$/.test(cursor))
    throw new ApiError('bad_cursor', 'An event cursor is a number.');
  const { services } = ctx;
  if ((await services.settleDue(owned)) > 0) await services.relay.drain();
  const read = { integratorId: owned.integratorId, types: query.types ?? undefined };
  const bound = (seq: number | null, before: boolean) =>
    seq === null ? {} : { [before ? 'before' : 'after']: seq };
  const found = await services.events.list({
    ...read,
    ...bound(cursor === null ? null : Number(cursor), backwards),
    backwards,
    limit: count + 1,
  });
  const hasEventsBehind = async (nearest: StoredEvent | undefined) => {
    const opposite = { ...read, ...bound(nearest?.seq ?? null, !backwards), limit: 1 };
    return (await services.events.list(opposite)).length > 0;
  };
  return pageOf(
    found as StoredEvent[],
    request,
    (event) => String(event.seq),
    selects('pageInfo', behindField(request)) ? hasEventsBehind : null,
  );
}

export const eventTypes = list(choice(eventType)).nullish().describe('Only events of these types.');

export const listEvents = operation({
  name: 'events',
  kind: 'query',
  description: "Lists the events of the viewer's jobs, oldest first; an operator sees all.",
  access: scope('jobs:read'),
  args: {
    after: text().nullish().describe('Cursor (a seq) after which the page begins.'),
    first: whole({ ge: 1, le: 200 })
      .nullish()
      .default(pageLength)
      .describe('Page length, counted from `after` or the start of the list.'),
    last: whole({ ge: 1, le: 200 })
      .nullish()
      .describe('Page length, counted back from `before` or the end of the list.'),
    before: text().nullish().describe('Cursor (a seq) before which the page ends.'),
    types: eventTypes,
  },
  refusals: ['bad_cursor'],
  run: (ctx, query, selects) => readEvents(ctx, query, selects),
});
