import { declareEvents } from '../../src/modules/event/event.js';

/** The events of the example family. */
export const noteEventType = declareEvents({
  'note.created': 'A note was written.',
  'note.read': 'A note was read.',
  'note.expired': 'A note expired unread.',
});
