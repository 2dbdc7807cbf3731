/** One page of a list, as every connection resolves it. */
export interface Page<T> {
  nodes: T[];
  /** Cursor behind each node, in the order of `nodes`. */
  cursors: string[];
  hasNextPage: boolean;
  /** Counts everything the filter matches; called only when it is asked for. */
  countAll?: () => Promise<number>;
}
