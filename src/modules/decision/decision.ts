import { type Aggregate, aggregatePolicies } from '../../aggregate/change.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { declareEvents } from '../event/event.js';

declareEvents({
  'decision.logged': 'A decision was added to the decision log.',
});

/** Who decided what, and why; never changed. */
export interface Decision extends Aggregate {
  status: 'logged';
  category: string;
  title: string;
  summary: string;
  rationale: string | null;
  /** Canonical JSON of a free object. */
  tradeoffs: string;
  authorType: string;
  authorId: string;
  approvedBy: string | null;
  sourceType: string | null;
  sourceId: string | null;
  /** Names what it follows from, where there is to be one entry for it; unique. */
  sourceKey?: string;
  createdAt: Date;
}

/** A record of the operation, which no erasure is about. */
export const decisionPolicies: FieldPolicies<Decision> = {
  ...aggregatePolicies,
  category: kept,
  title: kept,
  summary: kept,
  rationale: kept,
  tradeoffs: kept,
  authorType: kept,
  authorId: kept,
  approvedBy: kept,
  sourceType: kept,
  sourceId: kept,
  sourceKey: kept,
  createdAt: kept,
};
