import type { Due } from '../../aggregate/due-work.js';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError } from '../../errors.js';
import type { SiteCheck } from './site-check.js';
import { type SiteCheckChange, settleSiteCheck } from './site-check-change.js';

export type SiteCheckStore = ReturnType<typeof createSiteCheckStore>;

/** One answer for what is not there and what the caller may not know of. */
export const siteCheckNotFound = () =>
  new ApiError('site_check_not_found', 'No site check matches this id and access token.');

/**
 * The `site_checks` collection: what `find`, `get`, `getByIntake` and `change` read is settled first;
 * the other reads say what is stored.
 */
export function createSiteCheckStore(home: AggregateHome) {
  const store = createAggregateStore<SiteCheck, SiteCheckChange>(home, {
    collection: 'site_checks',
    indexes: [
      { key: { intakeSubmissionId: 1 }, unique: true, sparse: true },
      { key: { 'checkouts.sessionId': 1 }, sparse: true },
      { key: { retryAt: 1 }, sparse: true },
    ],
    notFound: siteCheckNotFound,
    settle: settleSiteCheck,
  });
  const siteChecks = store.collection;
  const { peek, find, get, change, isDue, settleDue, ensureIndexes } = store;

  let noteRetry = () => {};

  return {
    collection: siteChecks,
    peek,
    find,
    get,
    change,
    isDue,
    settleDue,
    ensureIndexes,

    /** The request that has a checkout session. */
    findBySession(sessionId: string): Promise<SiteCheck | null> {
      return siteChecks.findOne({ 'checkouts.sessionId': sessionId });
    },

    /**
     * Stores a new request with its events in one write.
     * @returns the request, or null when its intake_submission_id was used before
     */
    insert: (request: SiteCheck): Promise<SiteCheck | null> =>
      store.insert(request, ['intakeSubmissionId']),

    async getByIntake(intakeSubmissionId: string): Promise<SiteCheck> {
      const request = await siteChecks.findOne({ intakeSubmissionId });
      if (!request) throw siteCheckNotFound();
      return store.settled(request);
    },

    /** Notes that work on a request is to be tried again; neither revision nor updated_at change. */
    async retryLater(id: string, at: Date): Promise<void> {
      await siteChecks.updateOne({ _id: id }, { $set: { retryAt: at } });
      noteRetry();
    },

    /** Called after a retry was noted here. */
    onRetry(listener: () => void): void {
      noteRetry = listener;
    },

    async clearRetry(id: string): Promise<void> {
      await siteChecks.updateOne({ _id: id }, { $unset: { retryAt: '' } });
    },

    /** Requests with a retry, the earliest first. */
    async earliestRetries(limit: number): Promise<Due[]> {
      const found = await siteChecks
        .find({ retryAt: { $gt: new Date(0) } }, { projection: { retryAt: 1 } })
        .sort({ retryAt: 1 })
        .limit(limit)
        .toArray();
      return found.flatMap(({ _id, retryAt }) => (retryAt ? { id: _id, at: retryAt } : []));
    },
  };
}
