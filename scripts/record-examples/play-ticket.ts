import type { Caller } from './caller.js';
import type { RecordedService } from './service.js';

/** Plays a ticket that one worker releases, and the next one proves and ends. */
export async function playTickets({ call }: Caller, service: RecordedService): Promise<void> {
  const { id: ticket_id } = await call('create_director_ticket');
  const params = { ticket_id };
  await service.later();
  await call('claim_director_ticket');
  await service.later();
  await call('release_director_ticket', { params });
  await call('claim_director_ticket');
  await service.later();
  await call('update_director_ticket', { params });
  await call('get_director_ticket', { params });
  await call('list_director_tickets');
}
