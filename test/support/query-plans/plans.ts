import type { Db, Document } from 'mongodb';
import { isDocument, type Search } from './searches.js';

/** A server's execution of a search. */
export interface Explained {
  /** Every stage of the winning plan, outermost first: FETCH, IXSCAN and so on. */
  stages: string[];
  /** The indexes used. */
  indexes: string[];
  examined: number;
  returned: number;
}

/**
 * Collects the stages of a plan. Plans nest in several forms (inputStage, inputStages, shards, queryPlan); each stage
 * has a name.
 */
function visit(value: unknown, plan: Pick<Explained, 'stages' | 'indexes'>): void {
  if (Array.isArray(value)) for (const item of value) visit(item, plan);
  if (!isDocument(value)) return;
  if (typeof value['stage'] === 'string') plan.stages.push(value['stage']);
  if (typeof value['indexName'] === 'string') plan.indexes.push(value['indexName']);
  for (const inner of Object.values(value)) visit(inner, plan);
}

/** Explains a search on the server, with the search's own values. */
export async function explain(db: Db, search: Search): Promise<Explained> {
  const { collection, filter, sort, limit, hint } = search;
  const find: Document = {
    find: collection,
    filter,
    sort,
    ...(limit > 0 && { limit }),
    ...(hint && { hint }),
  };
  const { queryPlanner, executionStats } = await db.command({
    explain: find,
    verbosity: 'executionStats',
  });
  const explained: Explained = {
    stages: [],
    indexes: [],
    examined: executionStats.totalDocsExamined,
    returned: executionStats.nReturned,
  };
  visit(queryPlanner.winningPlan, explained);
  return explained;
}

/** Number of documents that can be examined without matching: a guard on the state, a condition outside the index. */
const examinedForNothing = 10;

export type Complaint = 'reads the collection' | 'sorts in memory' | 'examines too much';

/** Returns the fault of a plan; null if an index serves it. */
export function complaintOf({ stages, examined, returned }: Explained): Complaint | null {
  if (stages.includes('COLLSCAN')) return 'reads the collection';
  if (stages.includes('SORT')) return 'sorts in memory';
  return examined > 2 * returned + examinedForNothing ? 'examines too much' : null;
}
