import { createHash } from 'node:crypto';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context.js';
import { ApiError } from '../errors.js';
import { BoundedMap } from '../lib/bounded-map.js';

const bounds = { entries: 1_000, bytes: 16 * 1024 * 1024 };
/** Requests that name their document by its hash. */
const byHash = new WeakSet<object>();

/** Whether a request names its document by its hash. */
export const namesItsHash = (context: unknown) => byHash.has(context as object);

/**
 * Automatic persisted queries: a client names a document by its SHA-256, in a GET that can be
 * cached, and sends the text with it once when it is not known here. Mutations are not kept: how
 * many a request runs must be read from the request itself.
 *
 * @param refuse how a refusal is told to the client
 */
export function persistedDocuments(
  refuse: (error: ApiError, context: RequestContext) => Error,
): Plugin<RequestContext> {
  const documents = new BoundedMap<string, string>(bounds);
  return {
    onParams({ params, setParams, context }) {
      const ctx = context as unknown as RequestContext;
      const named = params.extensions?.['persistedQuery'] as { sha256Hash?: unknown } | undefined;
      if (typeof named?.sha256Hash !== 'string') return;
      const hash = named.sha256Hash;
      byHash.add(ctx);
      if (!params.query) {
        const query = documents.get(hash);
        // The words that clients of this protocol look for.
        const unknown = new ApiError('persisted_query_not_found', 'PersistedQueryNotFound');
        if (!query) throw refuse(unknown, ctx);
        setParams({ ...params, query });
        return;
      }
      // What is no text is refused by yoga, later.
      if (typeof params.query !== 'string') return;
      if (createHash('sha256').update(params.query).digest('hex') !== hash) {
        const differs = new ApiError('bad_request', 'The hash does not match the document.');
        throw refuse(differs, ctx);
      }
      if (/mutation/.test(params.query)) return;
      // Characters of a string take two bytes each at most.
      documents.set(hash, params.query, 2 * (params.query.length + hash.length));
    },
  };
}
