import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createShareLinkStore, type ShareLinkStore } from './share-link.store.js';

declare module '../../services.js' {
  interface Services {
    shareLinks: ShareLinkStore;
  }
}

export function wireShareLink({ db }: Pick<Services, 'db'>): Wired<'shareLinks'> {
  const shareLinks = createShareLinkStore(db);
  return { services: { shareLinks }, ensureIndexes: shareLinks.ensureIndexes };
}
