import type { Filter } from 'mongodb';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { createLookUp } from '../../lib/look-up.js';
import { isDuplicateKey } from '../../lib/mongo.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { quoted } from '../../lib/quoted.js';
import {
  type Belief,
  BeliefChange,
  type BeliefScope,
  beliefPolicies,
  supersededStatus,
} from './belief.js';

/** Conditions of a list; all of the given ones must match. */
export interface BeliefFilter {
  scopeType?: string | null | undefined;
  scopeKey?: string | null | undefined;
  beliefKey?: string | null | undefined;
  status?: string | null | undefined;
  minConfidence?: number | null | undefined;
}

const newestFirst = { createdAt: -1, _id: -1 } as const;

function conditions({ minConfidence, ...equal }: BeliefFilter): Filter<Belief> {
  return {
    ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value != null)),
    ...(minConfidence != null && { confidence: { $gte: minConfidence } }),
  };
}

const notFound = (id: string) =>
  new ApiError('belief_not_found', errorText('error.belief_id', { id: quoted(id) }));

/**
 * The `beliefs` collection. A belief is superseded by the insert of its successor: reads return the status `superseded`
 * as soon as a successor exists, even if the process was killed in between.
 */
export function createBeliefStore(home: AggregateHome) {
  const store = createAggregateStore<Belief, BeliefChange>(home, {
    collection: 'beliefs',
    policies: beliefPolicies,
    indexes: [
      { key: { supersedesId: 1 }, unique: true, sparse: true },
      { key: { keyClaim: 1 }, unique: true, sparse: true },
      { key: newestFirst },
      { key: { scopeType: 1, ...newestFirst } },
      { key: { scopeType: 1, scopeKey: 1, ...newestFirst } },
      { key: { beliefKey: 1, ...newestFirst } },
      { key: { status: 1, ...newestFirst } },
      { key: { confidence: 1 } },
    ],
    notFound,
  });
  const beliefs = store.collection;

  /** Returns the belief that replaced this one; null for the newest. */
  const successorOf = createLookUp(async (ids: readonly string[]) => {
    const found = await beliefs.find({ supersedesId: { $in: [...ids] } }).toArray();
    return new Map(found.map((belief) => [belief.supersedesId ?? '', belief]));
  });

  /** Returns the belief, marked as superseded if another replaces it. */
  async function reconciled(belief: Belief): Promise<Belief> {
    if (belief.status === supersededStatus || !(await successorOf(belief._id))) return belief;
    return store.change(belief._id, (found) =>
      found.status === supersededStatus
        ? null
        : new BeliefChange(found, home.clock.now()).supersede(),
    );
  }

  /** @throws ApiError `belief_not_found` */
  const get = async (id: string): Promise<Belief> => reconciled(await store.get(id));

  return {
    ensureIndexes: store.ensureIndexes,
    peek: store.peek,
    get,
    successorOf,

    /** Returns the belief that replaced this one, itself marked as superseded if another has replaced it. */
    async reconciledSuccessorOf(id: string): Promise<Belief | null> {
      const successor = await successorOf(id);
      return successor && reconciled(successor);
    },

    async find(id: string): Promise<Belief | null> {
      const belief = await store.peek(id);
      return belief && reconciled(belief);
    },

    change: (id: string, decide: (belief: Belief) => BeliefChange | null): Promise<Belief> =>
      store.change(id, decide, get),

    /**
     * Stores a new belief with its event.
     * @returns the field whose value another belief has; null if it was stored
     */
    async insert(belief: Belief): Promise<'supersedesId' | 'keyClaim' | null> {
      try {
        await store.insert(belief);
        return null;
      } catch (error) {
        if (isDuplicateKey(error, 'supersedesId')) return 'supersedesId';
        if (isDuplicateKey(error, 'keyClaim')) return 'keyClaim';
        throw error;
      }
    },

    /** Returns the belief without a successor among those with a key in a scope. */
    async newestOf({ scopeType, scopeKey, beliefKey }: BeliefScope): Promise<Belief | null> {
      // Clocks can differ, so the latest by time could have a successor; this avoids walking the whole chain.
      let newest = await beliefs
        .find({ scopeType, scopeKey, beliefKey })
        .sort(newestFirst)
        .limit(1)
        .next();
      for (let next = newest; next; next = await successorOf(next._id)) newest = next;
      return newest;
    },

    async list(filter: BeliefFilter, range: Range): Promise<Found<Belief>> {
      const read = () => findNewestFirst(beliefs, 'createdAt', conditions(filter), range);
      for (;;) {
        const found = await read();
        const ids = found.items.flatMap(({ _id, status }) =>
          status === supersededStatus ? [] : [_id],
        );
        if (ids.length === 0) return found;
        const stale = await beliefs
          .find({ supersedesId: { $in: ids } }, { projection: { supersedesId: 1 } })
          .toArray();
        if (stale.length === 0) return found;
        for (const { supersedesId } of stale) if (supersedesId) await get(supersedesId);
      }
    },

    count: (filter: BeliefFilter) => beliefs.countDocuments(conditions(filter)),
  };
}
