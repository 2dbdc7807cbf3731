import { builder } from '../../graphql/builder.js';
import { connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { pageSize } from '../../graphql/input.js';
import { eventType, type StoredEvent } from './event.js';
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
    seq: t.exposeInt('seq', { description: 'Place in the order of all events, from 1.' }),
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

builder.queryFields((t) => ({
  events: t.field({
    type: EventConnection,
    description: "What happened to the viewer's jobs, oldest first; an operator sees all.",
    args: {
      after: t.arg.string({ description: 'Cursor (a seq) behind which to go on.' }),
      first: t.arg.int({
        required: true,
        defaultValue: 50,
        description: 'Length of the page, 1 to 200.',
        validate: { schema: pageSize(200) as never },
      }),
      types: t.arg({ type: [EventTypeRef], description: 'Only events of these types.' }),
    },
    resolve: (_root, args, ctx) => listEvents(ctx, args),
  }),
}));

builder.subscriptionField('jobEvents', (t) =>
  t.field({
    type: EventRef,
    description:
      "What happens to the viewer's jobs, in order; an operator sees all. Open it again behind the last `seq` that was given, and nothing is missed.",
    args: {
      after: t.arg.string({
        description: 'Cursor (a seq) behind which to begin; left out: from now on.',
      }),
      types: t.arg({ type: [EventTypeRef], description: 'Only events of these types.' }),
    },
    subscribe: (_root, args, ctx) => streamEvents(ctx, args),
    resolve: (step) => step(),
  }),
);
