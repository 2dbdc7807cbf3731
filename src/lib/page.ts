import { ApiError } from '../errors.js';

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
  countAll?: () => Promise<number>;
}

function refuse(argument: string, message: string): never {
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
    if (before != null) refuse('before', 'Pass before together with last; first goes with after.');
    return { count: first ?? length, cursor: after ?? null, backwards: false };
  }
  if (first != null) refuse('last', 'Pass either first or last, not both.');
  if (after != null) refuse('after', 'Pass after together with first; last goes with before.');
  return { count: last, cursor: before ?? null, backwards: true };
}

/** The field of pageInfo that takes another query: whether items lie on the side of the cursor. */
export const behindField = ({ backwards }: PageRequest) =>
  backwards ? 'hasNextPage' : 'hasPreviousPage';

/**
 * Makes the page of what was found.
 *
 * @param found at most one item more than the page is long, nearest to the request's cursor first
 * @param hasItemsBehind whether the list has an item on the other side of the nearest one found, or
 *   any at all where none was found; null where the client does not ask
 */
export async function pageOf<T>(
  found: readonly T[],
  request: PageRequest,
  cursorOf: (item: T) => string,
  hasItemsBehind: ((nearest: T | undefined) => Promise<boolean>) | null,
): Promise<Page<T>> {
  const { count, cursor, backwards } = request;
  const nodes = found.slice(0, count);
  if (backwards) nodes.reverse();
  const [first, last] = [nodes[0], nodes.at(-1)];
  const more = found.length > count;
  const behind = cursor !== null && hasItemsBehind !== null && (await hasItemsBehind(found[0]));
  return {
    nodes,
    get edges() {
      return nodes.map((node) => ({
        node,
        get cursor() {
          return cursorOf(node);
        },
      }));
    },
    pageInfo: {
      hasNextPage: backwards ? behind : more,
      hasPreviousPage: backwards ? more : behind,
      get startCursor() {
        return first === undefined ? null : cursorOf(first);
      },
      get endCursor() {
        return last === undefined ? null : cursorOf(last);
      },
    },
  };
}
