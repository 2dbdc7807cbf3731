import type { Filter } from 'mongodb';
import type { Due } from '../../aggregate/due-work.js';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import type { CheckoutSession } from '../payment/payment.js';
import type { SiteCheck } from './site-check.js';
import { type SiteCheckChange, settleSiteCheck } from './site-check-change.js';

/** One answer for what is not there and what the caller may not know of. */
export const siteCheckNotFound = () =>
  new ApiError('site_check_not_found', 'No site check matches this id and access token.');

/** Which requests of a list; every condition given must hold. */
export interface SiteCheckFilter {
  /** Any text: no request has a status that there is not. */
  status?: string | null | undefined;
  customerId?: string | null | undefined;
  intakeSource?: string | null | undefined;
  createdAfter?: Date | null | undefined;
  createdBefore?: Date | null | undefined;
}

function conditions(filter: SiteCheckFilter): Filter<SiteCheck> {
  const { status, customerId, intakeSource, createdAfter, createdBefore } = filter;
  return {
    ...(customerId != null && { customerId }),
    ...(status != null && { status }),
    ...(intakeSource != null && { intakeSource }),
    ...((createdAfter || createdBefore) && {
      createdAt: {
        ...(createdAfter && { $gt: createdAfter }),
        ...(createdBefore && { $lt: createdBefore }),
      },
    }),
  } as Filter<SiteCheck>;
}

const ofCustomers = { partialFilterExpression: { customerId: { $exists: true } } };

export type SiteCheckStore = ReturnType<typeof createSiteCheckStore>;

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
      { key: { accessTokenHash: 1 }, unique: true },
      { key: { customerId: 1, createdAt: -1, _id: -1 }, ...ofCustomers },
      { key: { customerId: 1, status: 1, createdAt: -1, _id: -1 }, ...ofCustomers },
      { key: { customerId: 1, dueAt: 1 }, ...ofCustomers },
      { key: { createdAt: -1, _id: -1 } },
      { key: { status: 1, createdAt: -1, _id: -1 } },
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

    /** True if there is a request with this id of an intake. */
    async hasIntake(intakeSubmissionId: string): Promise<boolean> {
      const found = await siteChecks.findOne({ intakeSubmissionId }, { projection: { _id: 1 } });
      return found !== null;
    },

    /** The request that an access token opens, by the token's hash. */
    findByTokenHash(accessTokenHash: string): Promise<SiteCheck | null> {
      return siteChecks.findOne({ accessTokenHash });
    },

    /** The requests of a range of a list, the newest first. */
    list: (filter: SiteCheckFilter, range: Range): Promise<Found<SiteCheck>> =>
      findNewestFirst(siteChecks, 'createdAt', conditions(filter), range),

    count: (filter: SiteCheckFilter): Promise<number> =>
      siteChecks.countDocuments(conditions(filter)),

    /** The hours that the selected offers promise, by the id of the request. */
    async turnarounds(ids: readonly string[]): Promise<Map<string, number>> {
      const projection = { 'selectedOffer.turnaroundHours': 1 };
      const found = await siteChecks.find({ _id: { $in: [...ids] } }, { projection }).toArray();
      return new Map(
        found.flatMap(({ _id, selectedOffer }) =>
          selectedOffer ? [[_id, selectedOffer.turnaroundHours]] : [],
        ),
      );
    },

    /**
     * Notes that work on a request is to be tried again; neither revision nor updated_at change.
     * @param triedSession the checkout session whose provider failed; left out where other work did
     */
    async retryLater(id: string, at: Date, triedSession?: string): Promise<void> {
      const tried = { retryAt: at, ...(triedSession !== undefined && { triedSession }) };
      await siteChecks.updateOne({ _id: id }, { $set: tried });
      noteRetry();
    },

    /** Called after a retry was noted here. */
    onRetry(listener: () => void): void {
      noteRetry = listener;
    },

    /** Sessions whose refund is owed and was tried. */
    async owedRefunds(): Promise<CheckoutSession[]> {
      const found = await siteChecks
        .find({ retryAt: { $gt: new Date(0) } }, { projection: { checkouts: 1 } })
        .toArray();
      return found.flatMap(({ checkouts }) => checkouts.filter(({ due }) => due === 'refund'));
    },

    async clearRetry(id: string): Promise<void> {
      await siteChecks.updateOne({ _id: id }, { $unset: { retryAt: '', triedSession: '' } });
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
