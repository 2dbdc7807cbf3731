import type { AggregateHome } from './aggregate/store.js';
import { createAgentStore } from './modules/agent/agent.store.js';
import { createBeliefStore } from './modules/belief/belief.store.js';
import { createCadenceStore } from './modules/cadence/cadence.store.js';
import { createDecisionStore } from './modules/decision/decision.store.js';
import { createExperimentStore } from './modules/experiment/experiment.store.js';
import { createInboxStore } from './modules/inbox/inbox.store.js';
import { createSiteCheckStore } from './modules/site-check/site-check.store.js';
import { createTicketStore } from './modules/ticket/ticket.store.js';

/** Stores that use cases of the live mode use directly. Add a line for a new one. */
export type Stores = ReturnType<typeof createStores>;

function createStores(home: AggregateHome) {
  const { db } = home;
  return {
    siteChecks: createSiteCheckStore(home),
    inbox: createInboxStore(home),
    agents: createAgentStore(db),
    beliefs: createBeliefStore(home),
    decisions: createDecisionStore(home),
    tickets: createTicketStore(home),
    cadences: createCadenceStore(db),
    experiments: createExperimentStore(home),
  };
}

/** Creates the stores and their indexes. */
export async function openStores(home: AggregateHome): Promise<Stores> {
  const stores = createStores(home);
  const indexed = Object.values(stores).filter((store) => 'ensureIndexes' in store);
  await Promise.all(indexed.map((store) => store.ensureIndexes()));
  return stores;
}
