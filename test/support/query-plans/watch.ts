import type { CommandStartedEvent, Db } from 'mongodb';
import { exemptionOf } from './exemptions.js';
import { complaintOf, explain } from './plans.js';
import { type Search, searchesOf, shapeOf } from './searches.js';

/**
 * Records the searches of a service. `check` explains one search of every shape and returns a complaint for each one
 * without a suitable index.
 */
export function watchSearches() {
  const searches = new Map<string, Search>();

  async function complaintAbout(db: Db, shape: string, search: Search): Promise<string[]> {
    try {
      const plan = await explain(db, search);
      const complaint = complaintOf(plan);
      if (complaint === null || exemptionOf(shape, complaint)) return [];
      return [`${shape} ${complaint}: ${JSON.stringify(plan)}`];
    } catch (error) {
      return [`${shape} cannot be explained: ${error}`];
    }
  }

  return {
    onCommand({ command }: CommandStartedEvent): void {
      for (const search of searchesOf(command)) searches.set(shapeOf(search), search);
    },

    /** @param db must explain in MongoDB's form, like the embedded store */
    async check(db: Db): Promise<string[]> {
      const complaints: string[] = [];
      for (const [shape, search] of searches) {
        complaints.push(...(await complaintAbout(db, shape, search)));
      }
      return complaints;
    },
  };
}
