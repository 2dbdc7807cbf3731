import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createBeliefStore } from './belief.store.js';
import { followBeliefs } from './follow-beliefs.js';

declare module '../../services.js' {
  interface Services {
    beliefs: ReturnType<typeof createBeliefStore>;
  }
}

export function wireBelief(
  needs: Pick<Services, 'db' | 'clock' | 'relay' | 'shapeOf'>,
): Wired<'beliefs'> {
  const beliefs = createBeliefStore(needs);
  return { services: { beliefs }, ensureIndexes: beliefs.ensureIndexes, connect: followBeliefs };
}
