import type { Aggregate } from '../../aggregate/change.js';

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
