import type { Collection, Db, Filter } from 'mongodb';
import { isDuplicateKey } from '../../lib/mongo.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { day, second } from '../../lib/units.js';
import {
  type AgentAction,
  type AgentState,
  type AgentStateKey,
  type AgentTelemetry,
  actionDays,
  telemetryDays,
} from './agent.js';

/** Conditions of a list; all of the given ones must match. */
export interface AgentActionFilter {
  agentName?: string | null | undefined;
  actionType?: string | null | undefined;
  status?: string | null | undefined;
  jobId?: string | null | undefined;
  experimentId?: string | null | undefined;
  createdAfter?: Date | null | undefined;
  createdBefore?: Date | null | undefined;
}

/** Maximum number of error types: clients choose them, so the rarest beyond the maximum are omitted. */
const groupsMax = 100;

const newestFirst = { createdAt: -1, _id: -1 } as const;
const removedAfter = (days: number) => ({
  key: { createdAt: 1 } as const,
  expireAfterSeconds: (days * day) / second,
});

/** @param since older actions are excluded */
function conditions(filter: AgentActionFilter, since: Date): Filter<AgentAction> {
  const { createdAfter, createdBefore, ...equal } = filter;
  const after = createdAfter && createdAfter > since ? createdAfter : since;
  return {
    ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value != null)),
    createdAt: { $gt: after, ...(createdBefore && { $lt: createdBefore }) },
  };
}

/** The collections of agents: `agent_actions`, `agent_states` and `agent_telemetry`. */
export function createAgentStore(db: Db) {
  const actions: Collection<AgentAction> = db.collection('agent_actions');
  const states: Collection<AgentState> = db.collection('agent_states');
  const telemetry: Collection<AgentTelemetry> = db.collection('agent_telemetry');

  const kept = (agentName: string, since: Date): Filter<AgentTelemetry> => ({
    agentName,
    createdAt: { $gt: since },
  });

  async function countBy(filter: Filter<AgentTelemetry>, field: 'eventType' | 'errorType') {
    const groups = await telemetry
      .aggregate<{ _id: string | null; count: number }>([
        { $match: filter },
        { $group: { _id: `$${field}`, count: { $sum: 1 } } },
        { $sort: { count: -1, _id: 1 } },
        { $limit: groupsMax },
      ])
      .toArray();
    return groups.map(({ _id, count }) => ({ value: _id, count }));
  }

  return {
    async ensureIndexes(): Promise<void> {
      await Promise.all([
        actions.createIndexes([
          removedAfter(actionDays),
          { key: newestFirst },
          { key: { agentName: 1, ...newestFirst } },
          { key: { jobId: 1, ...newestFirst } },
          { key: { experimentId: 1, ...newestFirst } },
        ]),
        states.createIndexes([
          { key: { agentName: 1, scopeType: 1, scopeKey: 1 }, unique: true },
          { key: { agentName: 1, ...newestFirst } },
        ]),
        telemetry.createIndexes([
          removedAfter(telemetryDays),
          { key: { agentName: 1, createdAt: -1 } },
        ]),
      ]);
    },

    async insertAction(action: AgentAction): Promise<void> {
      await actions.insertOne(action);
    },

    listActions: (filter: AgentActionFilter, since: Date, range: Range) =>
      findNewestFirst(actions, 'createdAt', conditions(filter, since), range),

    countActions: (filter: AgentActionFilter, since: Date) =>
      actions.countDocuments(conditions(filter, since)),

    findState: (key: AgentStateKey): Promise<AgentState | null> => states.findOne({ ...key }),

    /** @returns false if the agent already has a state in this scope */
    async insertState(state: AgentState): Promise<boolean> {
      try {
        await states.insertOne(state);
        return true;
      } catch (error) {
        if (isDuplicateKey(error, 'scopeKey')) return false;
        throw error;
      }
    },

    /** @returns false if it was changed after `expected` */
    async replaceState(
      key: AgentStateKey,
      expected: Date,
      next: Pick<AgentState, 'statePayload' | 'updatedAt'>,
    ): Promise<boolean> {
      const result = await states.updateOne({ ...key, updatedAt: expected }, { $set: next });
      return result.matchedCount === 1;
    },

    listStates: (agentName: string, range: Range) =>
      findNewestFirst(states, 'createdAt', { agentName }, range),

    countStates: (agentName: string) => states.countDocuments({ agentName }),

    async insertTelemetry(event: AgentTelemetry): Promise<void> {
      await telemetry.insertOne(event);
    },

    /** Returns the time of the newest telemetry event after a moment. */
    async lastTelemetry(agentName: string, since: Date): Promise<Date | null> {
      const last = await telemetry
        .find(kept(agentName, since), { projection: { createdAt: 1 } })
        .sort({ createdAt: -1 })
        .limit(1)
        .next();
      return last?.createdAt ?? null;
    },

    countEvents: (agentName: string, since: Date) => countBy(kept(agentName, since), 'eventType'),

    countErrors: (agentName: string, since: Date) =>
      countBy({ ...kept(agentName, since), eventType: 'error' }, 'errorType'),
  };
}
