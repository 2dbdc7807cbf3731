import type { Collection, Db } from 'mongodb';
import { requirePolicies } from '../../lib/field-policy.js';
import { isFindable } from '../../lib/ids.js';
import { isDuplicateKey } from '../../lib/mongo.js';
import { type ShareLink, shareLinkPolicies } from './share-link.js';

export type ShareLinkStore = ReturnType<typeof createShareLinkStore>;

/** The `share_links` collection. */
export function createShareLinkStore(db: Db) {
  const links: Collection<ShareLink> = db.collection('share_links');
  const find = (requestId: string, id: string): Promise<ShareLink | null> =>
    isFindable(id) ? links.findOne({ _id: id, requestId }) : Promise.resolve(null);

  return {
    async ensureIndexes(): Promise<void> {
      await links.createIndex({ requestId: 1, number: 1 }, { unique: true });
      await links.createIndex({ tokenHash: 1 }, { unique: true });
    },

    /** @returns false if a concurrent request has taken the number */
    async insert(link: ShareLink): Promise<boolean> {
      requirePolicies(shareLinkPolicies, link);
      try {
        await links.insertOne(link);
        return true;
      } catch (error) {
        if (isDuplicateKey(error, 'number')) return false;
        throw error;
      }
    },

    /** Returns the links of a site check, newest first. */
    listOf: (requestId: string): Promise<ShareLink[]> =>
      links.find({ requestId }).sort({ number: -1 }).toArray(),

    /** Returns the highest number of a site check's links; 0 without any. */
    async lastNumber(requestId: string): Promise<number> {
      const [last] = await links.find({ requestId }).sort({ number: -1 }).limit(1).toArray();
      return last?.number ?? 0;
    },

    findByTokenHash: (tokenHash: string): Promise<ShareLink | null> => links.findOne({ tokenHash }),

    /**
     * Ends a link; one that was revoked before keeps its time.
     * @returns the link after the call; null if the site check has no such link
     */
    async revoke(requestId: string, id: string, now: Date): Promise<ShareLink | null> {
      if (!isFindable(id)) return null;
      const open = { _id: id, requestId, revokedAt: null };
      await links.updateOne(open, { $set: { revokedAt: now } });
      return find(requestId, id);
    },

    /** Counts a view, unless the link has ended since it was read. */
    async countView(id: string, now: Date): Promise<void> {
      const open = { _id: id, revokedAt: null, expiresAt: { $gt: now } };
      await links.updateOne(open, { $inc: { views: 1 } });
    },
  };
}
