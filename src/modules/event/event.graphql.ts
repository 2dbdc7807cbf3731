import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { subscription } from '../../graphql/operations.js';
import type { StoredEvent } from './event.js';
import { eventType } from './event.js';
import { listEvents } from './list-events.js';
import { streamEvents } from './stream-events.js';

/** The wire name has a dot, which no GraphQL name may have: JOB_OPENED is `job.opened`. */
export const EventTypeRef = enumType('EventType', eventType, 'Type of an event: what happened.', {
  'job.created': 'A job was created.',
  'job.assigned': 'A job was assigned.',
  'job.in_progress': 'Work on a job began, or more evidence was requested.',
  'job.submitted': 'The last required step of a job passed.',
  'job.completed': 'A job was completed: its result is verified.',
  'job.disputed': 'The requester disputed the result of a job.',
  'job.failed': 'A job failed: the verification could not be carried out.',
  'job.expired': 'A job expired at its deadline.',
  'job.cancelled': 'A job was cancelled.',
  'job.opened': 'A job was opened for verifiers.',
  'evidence.received': 'An evidence item was stored.',
  'evidence.validated': 'An evidence item passed its checks.',
  'evidence.rejected': 'An evidence item failed at least one check.',
  'report.version_created': 'A report version was created.',
  'report.delivered': 'A report was delivered.',
  'report.viewed': 'A report version was viewed for the first time.',
  'report.withdrawn': 'A report version was withdrawn.',
  'feedback.received': 'Requester feedback was stored.',
  'site_check.received': 'A site check was requested.',
  'site_check.quoted': 'A quote was created for a site check.',
  'site_check.unserviceable': 'A site check was refused: the place cannot be served.',
  'site_check.offer_selected': 'An offer was selected and requires payment.',
  'site_check.awaiting_payment': 'A checkout session was opened for a site check.',
  'site_check.confirmed': 'A site check was confirmed: it is paid or free.',
  'site_check.in_progress': 'Work on a site check began, or more evidence was requested.',
  'site_check.report_ready': 'The report of a site check became available.',
  'site_check.completed': 'The requester viewed the report of a site check.',
  'site_check.disputed': 'The requester disputed the result of a site check.',
  'site_check.cancelled': 'A site check was cancelled.',
  'site_check.expired': 'A site check expired.',
  'payment.pending': 'A checkout session was opened.',
  'payment.paid': 'A checkout session was paid.',
  'payment.failed': 'A payment was declined.',
  'payment.cancelled': 'A checkout session was closed without payment.',
  'payment.refunded': 'A payment was refunded.',
  'payment.mismatched':
    'A payment notice did not match its checkout session and was not recorded as paid.',
});

export const EventRef = builder.objectRef<StoredEvent>('Event').implement({
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
    data: t.expose('data', {
      type: 'JSON',
      description: 'Ids in snake_case, status and previous_status; the same on every channel.',
    }),
    revision: t.exposeInt('revision', {
      description: 'Revision of the document after the change.',
    }),
  }),
});

const EventConnection = connectionType('Event', EventRef, { counted: false });

connection(listEvents, EventConnection);
subscription(streamEvents, EventRef, { nullable: false });
