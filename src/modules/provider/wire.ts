import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createProviderStore } from './provider.store.js';

declare module '../../services.js' {
  interface Services {
    providers: ReturnType<typeof createProviderStore>;
  }
}

export function wireProvider(
  needs: Pick<Services, 'db' | 'clock' | 'relay' | 'shapeOf'>,
): Wired<'providers'> {
  const providers = createProviderStore(needs);
  return { services: { providers }, ensureIndexes: providers.ensureIndexes };
}
