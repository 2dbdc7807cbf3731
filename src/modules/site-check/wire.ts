import type { Loop } from '../../aggregate/loop.js';
import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { followSiteChecks } from './follow-events.js';
import { siteCheckReconciler } from './settle-site-checks.js';
import { createSiteCheckStore, type SiteCheckStore } from './site-check.store.js';

declare module '../../services.js' {
  interface Services {
    siteChecks: SiteCheckStore;
  }
}

export function wireSiteCheck(
  needs: Pick<Services, 'db' | 'clock' | 'relay' | 'shapeOf'>,
): Wired<'siteChecks'> {
  const siteChecks = createSiteCheckStore(needs);
  let retries: Loop | undefined;
  return {
    services: { siteChecks },
    ensureIndexes: siteChecks.ensureIndexes,
    connect(services) {
      services.jobs.reconcileWith(siteCheckReconciler(services));
      retries = followSiteChecks(services);
    },
    start: () => retries?.start(),
    stop: async () => retries?.stop(),
  };
}
