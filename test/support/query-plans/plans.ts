import type { Db, Document } from 'mongodb';
import { isDocument, type Search } from './searches.js';

/** How a server answers a search. */
export interface Explained {
  /** Every stage of the winning plan, the outermost first: FETCH, IXSCAN and so on. */
  stages: string[];
  /** The indexes that it reads. */
  indexes: string[];
  examined: number;
  returned: number;
}

/** Plans nest in several forms (inputStage, inputStages, shards, queryPlan); a stage says its name. */
function visit(value: unknown, plan: Pick<Explained, 'stages' | 'indexes'>): void {
  if (Array.isArray(value)) for (const item of value) visit(item, plan);
  if (!isDocument(value)) return;
  if (typeof value['stage'] === 'string') plan.stages.push(value['stage']);
  if (typeof value['indexName'] === 'string') plan.indexes.push(value['indexName']);
  for (const inner of Object.values(value)) visit(inner, plan);
}

/** Asks the server how it answers a search, with the search's own values. */
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

/** Documents that may be examined for nothing: a guard on the state, a condition beside the index. */
const examinedForNothing = 10;

export type Complaint = 'reads the collection' | 'sorts in memory' | 'examines too much';

/** What is wrong with a plan; null for one that an index serves. */
export function complaintOf({ stages, examined, returned }: Explained): Complaint | null {
  if (stages.includes('COLLSCAN')) return 'reads the collection';
  if (stages.includes('SORT')) return 'sorts in memory';
  return examined > 2 * returned + examinedForNothing ? 'examines too much' : null;
}
