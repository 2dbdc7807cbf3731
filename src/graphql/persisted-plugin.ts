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

export type PersistedDocuments = ReturnType<typeof createPersistedDocuments>;

/** Keeps documents by their hash within the bounds; a mutation is not kept. */
export function createPersistedDocuments() {
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

/** The hash by which the extensions of a request name its document; null where they name none. */
export function documentHash(extensions: unknown): string | null {
  const named = (extensions as { persistedQuery?: { sha256Hash?: unknown } } | null | undefined)
    ?.persistedQuery;
  return typeof named?.sha256Hash === 'string' ? named.sha256Hash : null;
}

/** The plugin's refusals as those of the catalogue; clients look for the words PersistedQueryNotFound. */
const refusals: Record<string, () => ApiError> = {
  PERSISTED_QUERY_NOT_FOUND: () =>
    new ApiError('persisted_query_not_found', 'PersistedQueryNotFound'),
  PERSISTED_QUERY_MISMATCH: () =>
    new ApiError('bad_request', 'The hash does not match the document.'),
};

/**
 * Automatic persisted queries: a client names a document by its SHA-256, in a GET that can be
 * cached, and sends the text with it once when it is not known here.
 *
 * @param documents the known ones
 * @param refuse how a refusal is returned to the client
 */
export function persistedDocuments(
  documents: PersistedDocuments,
  refuse: (error: ApiError, context: RequestContext) => Error,
): Plugin<RequestContext> {
  const { onParams } = useAPQ({ store: documents });
  return {
    async onParams(payload) {
      const { params, context } = payload;
      if (documentHash(params.extensions) === null) return;
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
