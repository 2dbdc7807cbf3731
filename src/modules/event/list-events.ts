import { z } from 'zod';
import { scope } from '../../access.js';
import { cursorText, idText, queryText } from '../../lib/bounded-text.js';
import { type Page, pageLengthMax } from '../../lib/page.js';
import { choice, list, whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { eventType, type StoredEvent } from './event.js';
import { type EventFilter, eventsPageLength, readEvents } from './read-events.js';

/** A `seq` has at most 15 digits. */
const seqMax = 999_999_999_999_999;

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

/** Query parameters of a page in REST, and of a stream. */
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
    .default(eventsPageLength)
    .describe('Maximum number of events to return; an event stream has no limit.'),
});

/** Returns the filter of a REST query. */
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
      .default(eventsPageLength)
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
