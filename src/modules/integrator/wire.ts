import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { publicIntegratorName } from './integrator.js';
import { createIntegratorStore, type IntegratorStore } from './integrator.store.js';
import { ensurePilotKey } from './pilot-key.js';
import type { ServerKeys } from './server-keys.js';

declare module '../../services.js' {
  interface ModeServices {
    serverKeys: ServerKeys;
  }
  interface Services {
    integrators: IntegratorStore;
    /** Owner of the jobs of site checks. */
    publicIntegratorId: string;
  }
}

/** @param announcePilotKey called once with a generated pilot key */
export async function wireIntegrator(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  announcePilotKey: (key: string) => void,
): Promise<Wired<'integrators' | 'publicIntegratorId'>> {
  const integrators = createIntegratorStore(db);
  await integrators.ensureIndexes();
  await ensurePilotKey({
    db,
    integrators,
    configured: config.pilotApiKey,
    now: clock.now(),
    announce: announcePilotKey,
  });
  const { _id } = await integrators.ensure(publicIntegratorName, clock.now());
  return { services: { integrators, publicIntegratorId: _id } };
}
