import { useAPQ } from '@graphql-yoga/plugin-apq';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context.js';
import { ApiError } from '../errors.js';
import { BoundedMap } from '../lib/bounded-map.js';

const bounds = { entries: 1_000, bytes: 16 * 1024 * 1024 };
/** Requests that name their document by its hash. */
const byHash = new WeakSet<object>();

/** Whether a request names its document by its hash. */
export const namesItsHash = (context: unknown) => byHash.has(context as object);

/** Keeps documents by their hash within the bounds; a mutation is not kept. */
function createStore() {
  const documents = new BoundedMap<string, string>(bounds);
  return {
    get: (hash: string) => documents.get(hash),
    set(hash: string, query: string) {
      // How many mutations a request runs is counted from its own text.
      if (/mutation/.test(query)) return;
      // Characters of a string take two bytes each at most.
      documents.set(hash, query, 2 * (query.length + hash.length));
    },
  };
}

/** The plugin's refusals as those of the catalogue; clients look for the words PersistedQueryNotFound. */
const refusals: Record<string, () => ApiError> = {
  PERSISTED_QUERY_NOT_FOUND: () =>
    new ApiError('persisted_query_not_found', 'PersistedQueryNotFound'),
  PERSISTED_QUERY_MISMATCH: () =>
    new ApiError('bad_request', 'The hash is not that of the document.'),
};

/**
 * Automatic persisted queries: a client names a document by its SHA-256, in a GET that can be
 * cached, and sends the text with it once when it is not known here.
 *
 * @param refuse how a refusal is returned to the client
 */
export function persistedDocuments(
  refuse: (error: ApiError, context: RequestContext) => Error,
): Plugin<RequestContext> {
  const { onParams } = useAPQ({ store: createStore() });
  return {
    async onParams(payload) {
      const { params, context } = payload;
      const named = params.extensions?.['persistedQuery'] as { sha256Hash?: unknown } | undefined;
      if (typeof named?.sha256Hash !== 'string') return;
      byHash.add(context as object);
      // A query that is not a string is refused by yoga, later.
      if (params.query != null && typeof params.query !== 'string') return;
      try {
        await onParams?.(payload as never);
      } catch (error) {
        const code = error instanceof GraphQLError ? String(error.extensions['code']) : '';
        const refusal = refusals[code]?.();
        throw refusal ? refuse(refusal, context as unknown as RequestContext) : error;
      }
    },
  };
}
