import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { ApiError } from '../../errors.js';
import { cursorText, idText, queryText } from '../../lib/bounded-text.js';
import {
  behindField,
  type Page,
  type PageArguments,
  pageLengthMax,
  pageOf,
  pageRequest,
} from '../../lib/page.js';
import { choice, list, whole } from '../../lib/schema.js';
import { get, operation, type Selects, selectsNothing } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import { eventType, type StoredEvent } from './event.js';

const pageLength = 50;
/** A `seq` has at most 15 digits. */
const seqMax = 999_999_999_999_999;

/** Which events of a list or stream; both conditions must hold. */
export interface EventFilter {
  types?: readonly string[] | null | undefined;
  jobId?: string | null | undefined;
}

/**
 * Events of the viewer's jobs, oldest first; an operator sees all.
 * A cursor is the decimal `seq`: who has seen n has seen everything below n.
 *
 * @throws ApiError `bad_cursor`, `bad_user_input`
 */
export async function readEvents(
  ctx: Call<KeyHolder>,
  query: PageArguments & EventFilter,
  selects: Selects = selectsNothing,
): Promise<Page<StoredEvent>> {
  const owned = jobScope(ctx.viewer);
  const request = pageRequest(query, pageLength);
  const { count, cursor, backwards } = request;
  if (cursor !== null && !/^\d{1,15}$/.test(cursor))
    throw new ApiError('bad_cursor', 'An event cursor must be a number of at most 15 digits.');
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

export const eventTypes = list(choice(eventType()), { max: 100 })
  .nullish()
  .describe('Only events of these types; omitted for all types.');

export const eventJob = idText()
  .meta({ node: 'Job' })
  .nullish()
  .describe('Only events about this job.');

const typesOf = (types: string | null | undefined): string[] | null => {
  const named = types?.split(',').map((type) => type.trim());
  return named?.some(Boolean) ? named : null;
};

/** The query of a page over REST, and of a stream. */
export const eventQuery = z.object({
  after: whole({ ge: 0, le: seqMax })
    .default(0)
    .describe(
      'The seq of the event to start after. An event stream without it starts with new events.',
    ),
  types: queryText()
    .nullish()
    .describe('Only events of these types, comma-separated; unknown types match nothing.'),
  jobId: eventJob,
  limit: whole({ ge: 1, le: pageLengthMax })
    .default(pageLength)
    .describe('Maximum number of events to return; an event stream has no limit.'),
});

/** The filter of a query over REST. */
export const filterOf = ({ types, jobId }: z.infer<typeof eventQuery>): EventFilter => ({
  types: typesOf(types),
  jobId,
});

export const listEvents = operation({
  name: 'events',
  kind: 'query',
  description: "List the events of the viewer's jobs, oldest first; for an operator, all events.",
  access: scope('jobs:read'),
  args: {
    after: cursorText().nullish().describe('Cursor (a seq) after which the page begins.'),
    first: whole({ ge: 1, le: pageLengthMax })
      .nullish()
      .default(pageLength)
      .describe('Maximum number of events to return, from `after` or the start of the list.'),
    last: whole({ ge: 1, le: pageLengthMax })
      .nullish()
      .describe('Maximum number of events to return, back from `before` or the end of the list.'),
    before: cursorText().nullish().describe('Cursor (a seq) before which the page ends.'),
    types: eventTypes,
    jobId: eventJob,
  },
  errors: ['bad_cursor'],
  rest: get('/v1/events', {
    tool: { name: 'list_events' },
    operationId: 'list_events',
    tag: 'Events',
    summary: 'List events, oldest first',
    pick: 'nodes',
    query: eventQuery,
    toArgs: (query) => ({ after: String(query.after), first: query.limit, ...filterOf(query) }),
    cursor: 'after',
    eventStream:
      'Each event as it happens: `id` is its seq, `event` its type, `data` the same JSON as in a page. Resumes behind `Last-Event-ID`, else behind `after`. Comments keep an idle stream open. A stream that is refused ends with `event: error` and a problem as its data.',
  }),
  async run(ctx, query, selects): Promise<Page<StoredEvent>> {
    const page = await readEvents(ctx, query, selects);
    ctx.notes.nextCursor = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    return page;
  },
});
