import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context.js';

const documentsMax = 1_000;

const refusal = (message: string, code: string, status: number) =>
  new GraphQLError(message, { extensions: { code, http: { spec: true, status } } });

/**
 * Automatic persisted queries: a client names a document by its SHA-256, in a GET that can be
 * cached, and sends the text with it once when it is not known here. Mutations are not kept: how
 * many a request runs must be read from the request itself.
 */
export function persistedDocuments(): Plugin<RequestContext> {
  const documents = new Map<string, string>();
  return {
    onParams({ params, setParams }) {
      const named = params.extensions?.['persistedQuery'] as { sha256Hash?: unknown } | undefined;
      if (typeof named?.sha256Hash !== 'string') return;
      const hash = named.sha256Hash;
      if (!params.query) {
        const query = documents.get(hash);
        // The words that clients of this protocol look for.
        if (!query) throw refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', 404);
        setParams({ ...params, query });
        return;
      }
      // What is no text is refused by yoga, later.
      if (typeof params.query !== 'string') return;
      if (createHash('sha256').update(params.query).digest('hex') !== hash) {
        throw refusal('The hash is not that of the document.', 'BAD_REQUEST', 400);
      }
      if (/mutation/.test(params.query)) return;
      // The one that was kept longest makes room.
      const [oldest] = documents.keys();
      if (documents.size >= documentsMax && oldest !== undefined) documents.delete(oldest);
      documents.set(hash, params.query);
    },
  };
}
