import type { Caller } from './caller.js';

/** Reads the log of events, and its first event. */
export async function playEvents({ call }: Caller): Promise<void> {
  const [{ id: event_id }] = await call('list_events');
  await call('get_event', { params: { event_id } });
}
