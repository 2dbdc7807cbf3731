import type { Collection, Db } from 'mongodb';
import { ApiError } from '../../errors.js';
import type { Clock } from '../../lib/clock.js';
import { isDuplicateKey, isUnavailable } from '../../lib/mongo.js';
import { writeChange } from '../event/change.js';
import type { Relay } from '../event/relay.js';
import type { SiteCheck } from './site-check.js';
import { type SiteCheckChange, settleSiteCheck } from './site-check-change.js';

const settleBatch = 100;

export type SiteCheckStore = ReturnType<typeof createSiteCheckStore>;

/** How far the events have been followed, by the id of the follower. */
interface Follower {
  _id: string;
  seq: number;
}

/** One answer for what is not there and what the caller may not know of. */
export const siteCheckNotFound = () =>
  new ApiError('site_check_not_found', 'There is no site check with this id and access token.');

/**
 * The `site_checks` collection: what `find`, `get`, `getByIntake` and `change` read is settled first;
 * the other reads say what is stored.
 */
export function createSiteCheckStore(db: Db, clock: Clock, relay: () => Relay) {
  const siteChecks: Collection<SiteCheck> = db.collection('site_checks');
  const followers: Collection<Follower> = db.collection('followers');

  async function write(change: SiteCheckChange): Promise<SiteCheck | null> {
    const written = await writeChange(siteChecks, change);
    if (written && change.events.length > 0) relay().wake();
    return written;
  }

  async function settled(request: SiteCheck): Promise<SiteCheck> {
    let current = request;
    for (;;) {
      const change = settleSiteCheck(current, clock.now());
      if (!change) return current;
      const written = await write(change);
      if (written) return written;
      const fresh = await siteChecks.findOne({ _id: request._id });
      if (!fresh) throw siteCheckNotFound();
      current = fresh;
    }
  }

  async function find(id: string): Promise<SiteCheck | null> {
    const request = await siteChecks.findOne({ _id: id });
    return request && settled(request);
  }

  async function get(id: string): Promise<SiteCheck> {
    const request = await find(id);
    if (!request) throw siteCheckNotFound();
    return request;
  }

  return {
    collection: siteChecks,
    find,
    get,

    async ensureIndexes(): Promise<void> {
      await siteChecks.createIndexes([
        { key: { intakeSubmissionId: 1 }, unique: true, sparse: true },
        { key: { 'checkouts.sessionId': 1 }, sparse: true },
        { key: { dueAt: 1 }, sparse: true },
        { key: { retryAt: 1 }, sparse: true },
        { key: { 'outbox.timestamp': 1 }, sparse: true },
      ]);
    },

    /** What is stored, without settling anything: to judge who asks before anything is done. */
    peek(id: string): Promise<SiteCheck | null> {
      return siteChecks.findOne({ _id: id });
    },

    /** The request that has a checkout session. */
    findBySession(sessionId: string): Promise<SiteCheck | null> {
      return siteChecks.findOne({ 'checkouts.sessionId': sessionId });
    },

    /**
     * Stores a new request with its events in one write.
     * @returns the request, or null when its intake_submission_id was used before
     */
    async insert(request: SiteCheck): Promise<SiteCheck | null> {
      try {
        await siteChecks.insertOne(request);
      } catch (error) {
        if (isDuplicateKey(error, 'intakeSubmissionId')) return null;
        throw error;
      }
      relay().wake();
      return request;
    },

    async getByIntake(intakeSubmissionId: string): Promise<SiteCheck> {
      const request = await siteChecks.findOne({ intakeSubmissionId });
      if (!request) throw siteCheckNotFound();
      return settled(request);
    },

    /**
     * Changes one request: reads it, lets `decide` plan the change or refuse, and writes it guarded
     * by the status and revision that were read. Who loses only the race is asked again.
     *
     * @param decide returns the change, or null when nothing is to be stored
     * @throws ApiError `site_check_not_found`, and what `decide` throws
     */
    async change(
      id: string,
      decide: (request: SiteCheck) => SiteCheckChange | null,
    ): Promise<SiteCheck> {
      for (;;) {
        const request = await get(id);
        const change = decide(request);
        if (!change) return request;
        const written = await write(change);
        if (written) return written;
      }
    },

    /**
     * Settles everything that is due, as far as it can be; one that cannot does not hold up the others.
     * @returns the ids of what was due
     */
    async settleDue(): Promise<string[]> {
      const ids: string[] = [];
      const failed: string[] = [];
      const settle = async (request: SiteCheck) => {
        ids.push(request._id);
        await settled(request).catch((error) => {
          if (isUnavailable(error)) throw error;
          failed.push(request._id);
        });
      };
      for (;;) {
        const due = await siteChecks
          .find({ dueAt: { $lte: clock.now() }, _id: { $nin: failed } })
          .sort({ dueAt: 1 })
          .limit(settleBatch)
          .toArray();
        await Promise.all(due.map(settle));
        if (due.length < settleBatch) return ids;
      }
    },

    /** Notes that work on a request is to be tried again; neither revision nor updated_at change. */
    async retryLater(id: string, at: Date): Promise<void> {
      await siteChecks.updateOne({ _id: id }, { $set: { retryAt: at } });
    },

    async clearRetry(id: string): Promise<void> {
      await siteChecks.updateOne({ _id: id }, { $unset: { retryAt: '' } });
    },

    async listRetries(now: Date): Promise<string[]> {
      const found = await siteChecks
        .find({ retryAt: { $lte: now } }, { projection: { _id: 1 } })
        .limit(settleBatch)
        .toArray();
      return found.map(({ _id }) => _id);
    },

    async followedSeq(follower: string): Promise<number> {
      return (await followers.findOne({ _id: follower }))?.seq ?? 0;
    },

    async setFollowedSeq(follower: string, seq: number): Promise<void> {
      await followers.updateOne({ _id: follower }, { $max: { seq } }, { upsert: true });
    },
  };
}
