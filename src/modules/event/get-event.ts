import { scope } from '../../access.js';
import { ApiError } from '../../errors.js';
import { get, operation, type Target } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import type { StoredEvent } from './event.js';

/** The event that an operation is about. */
const eventTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'event_id',
  description: 'Id of the event.',
  missing: 'event_not_found',
};

export const getEvent = operation({
  name: 'event',
  kind: 'query',
  description: 'Get an event.',
  access: scope('jobs:read'),
  target: eventTarget,
  errors: [],
  rest: get('/v1/events/{event_id}', {
    operationId: 'get_event',
    tag: 'Events',
    summary: 'Get an event',
  }),
  async run({ services, viewer }, { id }): Promise<StoredEvent> {
    const event = await services.events.findById(id);
    const { integratorId = event?.integratorId } = jobScope(viewer);
    if (event && event.integratorId === integratorId) return event;
    throw new ApiError(
      'event_not_found',
      `No event has the id ${JSON.stringify(id.slice(0, 64))}.`,
    );
  },
});
