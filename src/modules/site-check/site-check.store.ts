import type { Filter } from 'mongodb';
import type { Due } from '../../aggregate/due-work.js';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import type { CheckoutSession } from '../payment/payment.js';
import { type SiteCheck, siteCheckPolicies } from './site-check.js';
import { type SiteCheckChange, settleSiteCheck } from './site-check-change.js';

/** Returns the same error for a missing site check and for one that the caller cannot access. */
export const siteCheckNotFound = () =>
  new ApiError('site_check_not_found', errorText('error.site_check_id'));

/** Conditions of a list; all of the given ones must match. */
export interface SiteCheckFilter {
  /** Any text: an unknown status matches no request. */
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
 * The `site_checks` collection. `find`, `get`, `getByIntake` and `change` settle what they read first; the other reads
 * return the stored state.
 */
export function createSiteCheckStore(home: AggregateHome) {
  const store = createAggregateStore<SiteCheck, SiteCheckChange>(home, {
    collection: 'site_checks',
    policies: siteCheckPolicies,
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

    /** Returns the request that has a checkout session. */
    findBySession(sessionId: string): Promise<SiteCheck | null> {
      return siteChecks.findOne({ 'checkouts.sessionId': sessionId });
    },

    /**
     * Stores a new request with its events in one write.
     * @returns the request, or null if its intake_submission_id was used before
     */
    insert: (request: SiteCheck): Promise<SiteCheck | null> =>
      store.insert(request, ['intakeSubmissionId']),

    async getByIntake(intakeSubmissionId: string): Promise<SiteCheck> {
      const request = await siteChecks.findOne({ intakeSubmissionId });
      if (!request) throw siteCheckNotFound();
      return store.settled(request);
    },

    /** Returns whether a request with this intake id exists. */
    async hasIntake(intakeSubmissionId: string): Promise<boolean> {
      const found = await siteChecks.findOne({ intakeSubmissionId }, { projection: { _id: 1 } });
      return found !== null;
    },

    /** Returns the request that an access token opens, by the token's hash. */
    findByTokenHash(accessTokenHash: string): Promise<SiteCheck | null> {
      return siteChecks.findOne({ accessTokenHash });
    },

    /** Returns the requests of a range of a list, newest first. */
    list: (filter: SiteCheckFilter, range: Range): Promise<Found<SiteCheck>> =>
      findNewestFirst(siteChecks, 'createdAt', conditions(filter), range),

    count: (filter: SiteCheckFilter): Promise<number> =>
      siteChecks.countDocuments(conditions(filter)),

    /** Returns the promised hours of the selected offers by the id of the request. */
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
     * Schedules a retry of work on a request; revision and updated_at do not change.
     * @param triedSession the checkout session whose provider failed; omitted for other work
     */
    async retryLater(id: string, at: Date, triedSession?: string): Promise<void> {
      const tried = { retryAt: at, ...(triedSession !== undefined && { triedSession }) };
      await siteChecks.updateOne({ _id: id }, { $set: tried });
      noteRetry();
    },

    /** Sets the listener that is called when this process schedules a retry. */
    onRetry(listener: () => void): void {
      noteRetry = listener;
    },

    /** Returns the sessions with a due refund that was tried before. */
    async owedRefunds(): Promise<CheckoutSession[]> {
      const found = await siteChecks
        .find({ retryAt: { $gt: new Date(0) } }, { projection: { checkouts: 1 } })
        .toArray();
      return found.flatMap(({ checkouts }) => checkouts.filter(({ due }) => due === 'refund'));
    },

    async clearRetry(id: string): Promise<void> {
      await siteChecks.updateOne({ _id: id }, { $unset: { retryAt: '', triedSession: '' } });
    },

    /** Returns the requests with a scheduled retry, earliest first. */
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
