import { whole } from './schema.js';

/** Longest page of any list. */
export const pageLengthMax = 200;

/** The argument that bounds a page. */
export const pageLength = (byDefault: number) =>
  whole({ ge: 1, le: pageLengthMax }).default(byDefault).describe('Length of the page.');

/** One page of a list, as every connection resolves it. */
export interface Page<T> {
  nodes: T[];
  /** Cursor behind each node, in the order of `nodes`. */
  cursors: string[];
  hasNextPage: boolean;
  /** Counts everything the filter matches; called only when it is asked for. */
  countAll?: () => Promise<number>;
}
