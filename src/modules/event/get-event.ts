import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { quoted } from '../../lib/quoted.js';
import { get, operation } from '../../operation.js';
import type { Target } from '../../target.js';
import { jobScope } from '../../viewer.js';
import type { StoredEvent } from './event.js';

/** The event that an operation targets. */
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
    throw new ApiError('event_not_found', errorText('error.event_id', { id: quoted(id) }));
  },
});
