import { ApiError, englishText } from '../errors.js';
import type { Found } from './find-page.js';

/** Maximum page length of any list. */
export const pageLengthMax = 200;

/** The client's paging arguments, forwards or backwards. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** The requested page. */
export interface PageRequest {
  /** Maximum page length. */
  count: number;
  /** Cursor at which the page begins, exclusive; null for an end of the list. */
  cursor: string | null;
  /** True if the page precedes the cursor, or is at the end of the list. */
  backwards: boolean;
}

export interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** One page of a list, as every connection resolves it. */
export interface Page<T> {
  /** In list order, for both directions. */
  nodes: T[];
  /** Created on first access; each cursor is computed when it is read. */
  readonly edges: { node: T; readonly cursor: string }[];
  pageInfo: PageInfo;
  /** Counts all matching items; called only if the client requests the total. */
  countAll?: (() => Promise<number>) | undefined;
}

function reject(argument: string, message: string): never {
  throw new ApiError('bad_user_input', englishText(message), {
    members: { issues: [{ path: [argument], message }] },
  });
}

/**
 * Reads the paging arguments.
 *
 * @param length default page length, without `first` and `last`
 * @throws ApiError `bad_user_input` for `first` and `last` together, and for a cursor of the other direction
 */
export function pageRequest(args: PageArguments, length: number): PageRequest {
  const { first, after, last, before } = args;
  if (last == null) {
    if (before != null) reject('before', 'Pass before together with last; first goes with after.');
    return { count: first ?? length, cursor: after ?? null, backwards: false };
  }
  if (first != null) reject('last', 'Pass either first or last, not both.');
  if (after != null) reject('after', 'Pass after together with first; last goes with before.');
  return { count: last, cursor: before ?? null, backwards: true };
}

/** The field of pageInfo that requires another query: whether items exist on the cursor's side of the page. */
export const behindField = ({ backwards }: PageRequest) =>
  backwards ? 'hasNextPage' : 'hasPreviousPage';

type CursorOf<T> = (item: T) => string;

// Classes instead of literals: V8 gives each literal with a getter a separate shape, and that shape keeps the getter,
// and thus the whole page, in memory until the next full garbage collection.
class Edge<T> {
  constructor(
    readonly node: T,
    private readonly cursorOf: CursorOf<T>,
  ) {}

  get cursor(): string {
    return this.cursorOf(this.node);
  }
}

class Bounds<T> implements PageInfo {
  constructor(
    readonly hasNextPage: boolean,
    readonly hasPreviousPage: boolean,
    private readonly nodes: readonly T[],
    private readonly cursorOf: CursorOf<T>,
    /** Cursors of the ends that are not at an item. */
    private readonly ends: { start?: string | undefined; end?: string | undefined },
  ) {}

  get startCursor(): string | null {
    return this.ends.start ?? this.cursorAt(0);
  }

  get endCursor(): string | null {
    return this.ends.end ?? this.cursorAt(-1);
  }

  private cursorAt(index: number): string | null {
    const node = this.nodes.at(index);
    return node === undefined ? null : this.cursorOf(node);
  }
}

class FoundPage<T> implements Page<T> {
  constructor(
    readonly nodes: T[],
    readonly pageInfo: PageInfo,
    private readonly cursorOf: CursorOf<T>,
    readonly countAll: Page<T>['countAll'],
  ) {}

  get edges(): Edge<T>[] {
    return this.nodes.map((node) => new Edge(node, this.cursorOf));
  }
}

/**
 * Creates the page from the found items.
 *
 * @param found the items read, nearest to the request's cursor first
 * @param list.hasItemsBehind returns whether the list has an item before the nearest one found or, if none was found,
 *   any item at all; null if the client does not request it
 */
export async function pageOf<T>(
  found: Found<T>,
  request: PageRequest,
  list: {
    cursorOf: CursorOf<T>;
    /** Cursor of where the search ended, if that is not at the last item found. */
    reached?: string | undefined;
    hasItemsBehind: ((nearest: T | undefined) => Promise<boolean>) | null;
    countAll?: Page<T>['countAll'];
  },
): Promise<Page<T>> {
  const { cursor, backwards } = request;
  const { cursorOf, reached, hasItemsBehind, countAll } = list;
  const { items, more } = found;
  const nodes = backwards ? items.toReversed() : items;
  const behind = cursor !== null && hasItemsBehind !== null && (await hasItemsBehind(items[0]));
  const [hasNext, hasPrevious] = backwards ? [behind, more] : [more, behind];
  const ends = backwards ? { start: reached } : { end: reached };
  const pageInfo = new Bounds(hasNext, hasPrevious, nodes, cursorOf, ends);
  return new FoundPage(nodes, pageInfo, cursorOf, countAll);
}
