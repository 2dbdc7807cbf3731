import { type Aggregate, aggregatePolicies } from '../../aggregate/change.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { declareEvents } from '../event/event.js';

declareEvents({
  'decision.logged': 'A decision was added to the decision log.',
});

/** A decision with its author and reasons; never changed. */
export interface Decision extends Aggregate {
  status: 'logged';
  category: string;
  title: string;
  summary: string;
  rationale: string | null;
  /** Canonical JSON of an arbitrary object. */
  tradeoffs: string;
  authorType: string;
  authorId: string;
  approvedBy: string | null;
  sourceType: string | null;
  sourceId: string | null;
  /** Key of its cause, if there can be only one entry for it; unique. */
  sourceKey?: string;
  createdAt: Date;
}

/** A record of the operator, which contains no personal data to erase. */
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
