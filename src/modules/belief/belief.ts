import type { z } from 'zod';
import { type Aggregate, aggregatePolicies, Change } from '../../aggregate/change.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { indexKey } from '../../lib/index-key.js';
import type { Target } from '../../target.js';
import { declareEvents } from '../event/event.js';

export const beliefEventType = declareEvents({
  'belief.created': 'A belief was stored.',
  'belief.superseded': 'Another belief replaced a belief.',
  'belief.retired': 'A belief was retired.',
});
export type BeliefEventType = z.infer<typeof beliefEventType>;

/** The belief that an operation targets. */
export const beliefTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'belief_id',
  description: 'Id of the belief.',
  missing: 'belief_not_found',
};

/** Statuses that only operations set; any other is a free label. */
export const supersededStatus = 'superseded';
export const retiredStatus = 'retired';

/** A statement that operators believe; never edited, but superseded by another. */
export interface Belief extends Aggregate {
  scopeType: string;
  scopeKey: string;
  beliefKey: string | null;
  /** Key of scope and belief key; only the first belief has it, so that it is unique. */
  keyClaim?: string;
  beliefStatement: string;
  /** 0 to 1. */
  confidence: number;
  evidenceFor: string[];
  evidenceAgainst: string[];
  recommendedNextActions: string[];
  owner: string | null;
  sourceType: string | null;
  sourceId: string | null;
  /** The belief that it replaces, unique; absent for the first. */
  supersedesId?: string;
  retireReason: string | null;
  createdAt: Date;
}

/** A record of the operator, which contains no personal data to erase. */
export const beliefPolicies: FieldPolicies<Belief> = {
  ...aggregatePolicies,
  scopeType: kept,
  scopeKey: kept,
  beliefKey: kept,
  keyClaim: kept,
  beliefStatement: kept,
  confidence: kept,
  evidenceFor: kept,
  evidenceAgainst: kept,
  recommendedNextActions: kept,
  owner: kept,
  sourceType: kept,
  sourceId: kept,
  supersedesId: kept,
  retireReason: kept,
  createdAt: kept,
};

/** The subject of a belief. */
export type BeliefScope = Pick<Belief, 'scopeType' | 'scopeKey' | 'beliefKey'>;

/** Returns the claim of a key in its scope; null without a key. */
export const claimOf = ({ scopeType, scopeKey, beliefKey }: BeliefScope): string | null =>
  beliefKey === null ? null : indexKey(JSON.stringify([scopeType, scopeKey, beliefKey]));

/** Returns whether two beliefs have the same subject. */
export const isSameScope = (a: BeliefScope, b: BeliefScope): boolean =>
  a.scopeType === b.scopeType && a.scopeKey === b.scopeKey && a.beliefKey === b.beliefKey;

/** A change of a belief; its content never changes. */
export class BeliefChange extends Change<Belief> {
  /** Emits an event. */
  emitEvent(type: BeliefEventType, previousStatus: string | null): this {
    const { _id, supersedesId = null, status } = this.after;
    const ids = { belief_id: _id, supersedes_id: supersedesId };
    return this.emit(type, { ...ids, status, previous_status: previousStatus });
  }

  supersede(): this {
    const { status } = this.after;
    return this.set({ status: supersededStatus }).emitEvent('belief.superseded', status);
  }

  retire(reason: string | null): this {
    const { status } = this.after;
    return this.set({ status: retiredStatus, retireReason: reason }).emitEvent(
      'belief.retired',
      status,
    );
  }
}
