import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { subscription } from '../../graphql/operations.js';
import type { StoredEvent } from './event.js';
import { eventType } from './event.js';
import { listEvents } from './list-events.js';
import { streamEvents } from './stream-events.js';

/** The wire name has a dot, which no GraphQL name may have: JOB_OPENED is `job.opened`. */
export const EventTypeRef = enumType(
  'EventType',
  eventType,
  'What happened.',
  Object.fromEntries(
    eventType.options.map((type) => [type, `${type} of the event envelope.`]),
  ) as Record<(typeof eventType.options)[number], string>,
);

export const EventRef = builder.objectRef<StoredEvent>('Event').implement({
  description: 'Something that happened to a document; told in the same write as the change.',
  fields: (t) => ({
    id: t.expose('_id', { type: 'UUID', description: 'Id of the event.' }),
    seq: t.expose('seq', {
      type: 'SafeInt',
      description: 'Place in the order of all events, from 1; it may exceed 2^31.',
    }),
    type: t.field({ type: EventTypeRef, description: 'What happened.', resolve: (e) => e.type }),
    timestamp: t.expose('timestamp', { type: 'DateTime', description: 'When it happened.' }),
    data: t.expose('data', {
      type: 'JSON',
      description: 'Ids in snake_case, status and previous_status; the same on every surface.',
    }),
    revision: t.exposeInt('revision', {
      description: 'Revision of the document after the write that told it.',
    }),
  }),
});

const EventConnection = connectionType('Event', EventRef, { counted: false });

connection(listEvents, EventConnection);
subscription(streamEvents, EventRef, { nullable: false });
