import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createTicketStore } from './ticket.store.js';

declare module '../../services.js' {
  interface Services {
    tickets: ReturnType<typeof createTicketStore>;
  }
}

export function wireTicket(
  needs: Pick<Services, 'db' | 'clock' | 'relay' | 'shapeOf'>,
): Wired<'tickets'> {
  const tickets = createTicketStore(needs);
  return {
    services: { tickets },
    ensureIndexes: tickets.ensureIndexes,
    sweep: () => tickets.settleDue(),
  };
}
