import { ApiError } from '../errors.js';
import type { Found } from './find-page.js';

/** Longest page of any list. */
export const pageLengthMax = 200;

/** The arguments by which a client pages, forwards or backwards. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** Which page a client asks for. */
export interface PageRequest {
  /** Length of the page at most. */
  count: number;
  /** Cursor at which the page begins, itself excluded; null for an end of the list. */
  cursor: string | null;
  /** Whether the page lies before the cursor, or at the end of the list. */
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
  /** In the order of the list, in both directions. */
  nodes: T[];
  /** Made when they are asked for, and each cursor when it is. */
  readonly edges: { node: T; readonly cursor: string }[];
  pageInfo: PageInfo;
  /** Counts everything the filter matches; called only when it is asked for. */
  countAll?: (() => Promise<number>) | undefined;
}

function reject(argument: string, message: string): never {
  throw new ApiError('bad_user_input', message, {
    members: { issues: [{ path: [argument], message }] },
  });
}

/**
 * Reads the paging arguments.
 *
 * @param length of a page where neither `first` nor `last` is given
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

/** The field of pageInfo that takes another query: whether items lie on the side of the cursor. */
export const behindField = ({ backwards }: PageRequest) =>
  backwards ? 'hasNextPage' : 'hasPreviousPage';

type CursorOf<T> = (item: T) => string;

// Classes, where literals would do: V8 gives each literal with a getter a shape of its own, and that shape keeps
// the getter, and with it the whole page, until the next full garbage collection.
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
  ) {}

  get startCursor(): string | null {
    return this.cursorAt(0);
  }

  get endCursor(): string | null {
    return this.cursorAt(-1);
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
 * Makes the page of what was found.
 *
 * @param found what was read for the page, nearest to the request's cursor first
 * @param list.hasItemsBehind whether the list has an item on the other side of the nearest one found, or
 *   any at all where none was found; null where the client does not ask
 */
export async function pageOf<T>(
  found: Found<T>,
  request: PageRequest,
  list: {
    cursorOf: CursorOf<T>;
    hasItemsBehind: ((nearest: T | undefined) => Promise<boolean>) | null;
    countAll?: Page<T>['countAll'];
  },
): Promise<Page<T>> {
  const { cursor, backwards } = request;
  const { cursorOf, hasItemsBehind, countAll } = list;
  const { items, more } = found;
  const nodes = backwards ? items.toReversed() : items;
  const behind = cursor !== null && hasItemsBehind !== null && (await hasItemsBehind(items[0]));
  const [hasNext, hasPrevious] = backwards ? [behind, more] : [more, behind];
  const pageInfo = new Bounds(hasNext, hasPrevious, nodes, cursorOf);
  return new FoundPage(nodes, pageInfo, cursorOf, countAll);
}
