import type { Filter } from 'mongodb';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { quoted } from '../../lib/quoted.js';
import { type Decision, decisionPolicies } from './decision.js';

/** Conditions of a list; all of the given ones must match. */
export interface DecisionFilter {
  category?: string | null | undefined;
  authorId?: string | null | undefined;
  sourceType?: string | null | undefined;
  sourceId?: string | null | undefined;
  createdAfter?: Date | null | undefined;
  createdBefore?: Date | null | undefined;
}

const newestFirst = { createdAt: -1, _id: -1 } as const;

function conditions(filter: DecisionFilter): Filter<Decision> {
  const { createdAfter, createdBefore, ...equal } = filter;
  const createdAt = {
    ...(createdAfter && { $gt: createdAfter }),
    ...(createdBefore && { $lt: createdBefore }),
  };
  return {
    ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value != null)),
    ...(Object.keys(createdAt).length > 0 && { createdAt }),
  };
}

/** The append-only `decisions` collection. */
export function createDecisionStore(home: AggregateHome) {
  const { collection, get, insert, ensureIndexes } = createAggregateStore<Decision>(home, {
    collection: 'decisions',
    policies: decisionPolicies,
    indexes: [
      { key: { sourceKey: 1 }, unique: true, sparse: true },
      { key: newestFirst },
      { key: { category: 1, ...newestFirst } },
      { key: { authorId: 1, ...newestFirst } },
      { key: { sourceType: 1, ...newestFirst } },
      { key: { sourceId: 1, ...newestFirst } },
    ],
    notFound: (id) =>
      new ApiError('decision_not_found', errorText('error.decision_id', { id: quoted(id) })),
  });

  return {
    ensureIndexes,
    get,
    /** @returns null if an entry with the source key exists */
    insert: (decision: Decision): Promise<Decision | null> => insert(decision, ['sourceKey']),

    findBySource: (sourceKey: string): Promise<Decision | null> =>
      collection.findOne({ sourceKey }),

    list: (filter: DecisionFilter, range: Range) =>
      findNewestFirst(collection, 'createdAt', conditions(filter), range),

    count: (filter: DecisionFilter) => collection.countDocuments(conditions(filter)),
  };
}
