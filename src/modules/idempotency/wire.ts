import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createIdempotencyStore } from './idempotency.store.js';

declare module '../../services.js' {
  interface Services {
    idempotency: ReturnType<typeof createIdempotencyStore>;
  }
}

export function wireIdempotency({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Wired<'idempotency'> {
  const idempotency = createIdempotencyStore(db, clock);
  return { services: { idempotency }, ensureIndexes: idempotency.ensureIndexes };
}
