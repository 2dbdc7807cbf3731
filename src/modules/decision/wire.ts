import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createDecisionStore } from './decision.store.js';

declare module '../../services.js' {
  interface Services {
    decisions: ReturnType<typeof createDecisionStore>;
  }
}

export function wireDecision(
  needs: Pick<Services, 'db' | 'clock' | 'relay' | 'shapeOf'>,
): Wired<'decisions'> {
  const decisions = createDecisionStore(needs);
  return { services: { decisions }, ensureIndexes: decisions.ensureIndexes };
}
