import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createShareLinkStore, type ShareLinkStore } from './share-link.store.js';
import { type CardQueue, createCardQueue } from './shared-card.js';

declare module '../../services.js' {
  interface Services {
    shareLinks: ShareLinkStore;
    /** Limits the drawing of cards, which takes processor time. */
    cardQueue: CardQueue;
  }
}

export function wireShareLink({ db }: Pick<Services, 'db'>): Wired<'shareLinks' | 'cardQueue'> {
  const shareLinks = createShareLinkStore(db);
  const cardQueue = createCardQueue();
  return { services: { shareLinks, cardQueue }, ensureIndexes: shareLinks.ensureIndexes };
}
