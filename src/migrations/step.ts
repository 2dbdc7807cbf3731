/** This release cannot read the stored documents. The message says which release can. */
export class ShapeError extends Error {}

/** A stored document of any collection. */
export interface StoredDocument {
  _id: string;
  /** Absent counts as 1. */
  shape?: number;
  /** Absent from documents that are not aggregates. */
  revision?: number;
}

/**
 * A change of the stored documents of a collection, from one shape to the next. docs/upgrades.md describes how to
 * write one.
 */
export interface Step<T extends StoredDocument = StoredDocument> {
  /** Key of its state in the store; never change it. */
  id: string;
  collection: string;
  /** Shape of the documents after this step; the step changes those of the shape before it. */
  shape: number;
  /** Effect of the step, for operators. */
  description: string;
  /**
   * Returns the fields to set; undefined removes a field. It must depend on the document alone. Absent: the step
   * is contracted, and this release reads no document of an earlier shape.
   */
  update?(document: T): Partial<T>;
}

/** Returns the shape of the documents that a release with these steps inserts. */
export const shapeIn =
  (steps: readonly Step[]) =>
  (collection: string): number =>
    Math.max(1, ...steps.filter((step) => step.collection === collection).map((s) => s.shape));

/** State of a step in one database, stored in `migrations`. */
export interface StepState {
  /** `live/<id of the step>` or `test/<id of the step>`. */
  _id: string;
  collection: string;
  shape: number;
  /** Id of the last document that the current pass has checked; null between two passes. */
  position: string | null;
  /** Number of documents at the start of the current pass, or of the last one. */
  total: number;
  /** Number of documents that this pass has checked. */
  checked: number;
  /** Number of documents that this pass has changed. */
  changed: number;
  /** Number of documents that this pass could not change, because they had changed since they were read, or the step failed. */
  failed: number;
  /** Id of the run that works on the step; writes of earlier runs do not match. */
  run: string;
  /** End of the last whole pass; null before. */
  passedAt: Date | null;
  /** True if the last whole pass found no document of an earlier shape. */
  complete: boolean;
}

/** Returns the number of documents that the current pass has not checked yet; at least 1 until the step is complete. */
export const documentsLeft = ({ complete, total, checked }: StepState): number =>
  complete ? 0 : Math.max(1, total - checked);
