import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createAgentStore } from './agent.store.js';

declare module '../../services.js' {
  interface Services {
    agents: ReturnType<typeof createAgentStore>;
  }
}

export function wireAgent(needs: Pick<Services, 'db'>): Wired<'agents'> {
  const agents = createAgentStore(needs.db);
  return { services: { agents }, ensureIndexes: agents.ensureIndexes };
}
