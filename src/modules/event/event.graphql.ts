import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { query, subscription } from '../../graphql/operations.js';
import { dataOf } from './envelope.js';
import type { StoredEvent } from './event.js';
import { eventDescriptions, eventType } from './event.js';
import { getEvent } from './get-event.js';
import { listEvents } from './list-events.js';
import { streamEvents } from './stream-events.js';

/** The wire name contains a dot, which GraphQL names cannot: JOB_OPENED is `job.opened`. */
export const EventTypeRef = enumType(
  'EventType',
  eventType(),
  'Type of an event: what happened.',
  Object.fromEntries(eventType().options.map((type) => [type, eventDescriptions[type] ?? ''])),
);

export const EventRef = builder.objectRef<StoredEvent>('Event').implement({
  // Browsers have a type `Event`, and generated TypeScript would confuse a schema of that name with it.
  extensions: { document: 'EventOut' },
  description: 'A change of a document, stored in the same write as the change.',
  fields: (t) => ({
    id: t.expose('_id', {
      type: 'UUID',
      description: 'Id of the event, the same on every channel.',
    }),
    seq: t.expose('seq', {
      type: 'SafeInt',
      description: 'Position in the order of all events, from 1.',
    }),
    type: t.field({ type: EventTypeRef, description: 'What happened.', resolve: (e) => e.type }),
    timestamp: t.expose('timestamp', { type: 'DateTime', description: 'Time of the change.' }),
    data: t.field({
      type: 'JSONObject',
      description:
        'Ids in snake_case, status and previous_status, and the metadata of the job at that time, if it had any; the same on every channel.',
      resolve: dataOf,
    }),
    revision: t.exposeInt('revision', {
      description: 'Revision of the document after the change.',
    }),
  }),
});

const EventConnection = connectionType('Event', EventRef, { counted: false });

connection(listEvents, EventConnection);
query(getEvent, EventRef);
subscription(streamEvents, EventRef, { nullable: false });
