import { hash } from 'node:crypto';
import type { DocumentNode, Token } from 'graphql';
import { LRUCache } from 'lru-cache';
import { ApiError, englishText, errorText } from '../errors.js';
import type { HeaderViewer } from '../viewer.js';
import { graphqlLimits, parseWithinLimits } from './limits.js';

const mebibyte = 1024 * 1024;
/** Measured with graphql 16: 180 to 330 bytes of syntax tree per token. */
const bytesPerToken = 350;

/** Returns the approximate size of a parsed document and its text, in bytes. */
function bytesOf({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token: Token | null = loc?.startToken ?? null; token; token = token.next) tokens += 1;
  return tokens * bytesPerToken + 2 * (loc?.source.body.length ?? 0);
}

const createParsed = () =>
  new LRUCache<string, DocumentNode>({
    max: 1_000,
    maxSize: 32 * mebibyte,
    sizeCalculation: bytesOf,
  });

type Holder = HeaderViewer['kind'];

/** Returns the document hash in the extensions of a request; null without one. */
function hashIn(extensions: unknown): string | null {
  const { persistedQuery: named } = (extensions ?? {}) as {
    persistedQuery?: { version?: unknown; sha256Hash?: unknown } | null;
  };
  return named?.version === 1 && typeof named.sha256Hash === 'string' ? named.sha256Hash : null;
}

/** Unvalidated parameters of a GraphQL request. */
export interface Params {
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
  extensions?: unknown;
}

export type Documents = ReturnType<typeof createDocuments>;

/**
 * Caches the documents of clients: valid ones in parsed form by text, and automatic persisted queries by SHA-256.
 * Parsed documents are immutable. The documents of API keys have a separate cache, so that anonymous requests cannot
 * evict them.
 */
export function createDocuments() {
  const parsed: Record<Holder, LRUCache<string, DocumentNode>> = {
    api_key: createParsed(),
    anonymous: createParsed(),
  };
  const texts = new LRUCache<string, string>({
    max: 1_000,
    maxSize: 16 * mebibyte,
    // A character takes at most two bytes.
    sizeCalculation: (text, key) => 2 * (text.length + key.length),
  });
  const textOf = (document: DocumentNode) => document.loc?.source.body ?? '';

  return {
    /** @throws the errors of `parseWithinLimits` */
    parse: (text: string, holder: Holder): DocumentNode =>
      parsed[holder].get(text) ?? parseWithinLimits(text),

    /** Returns true if a document is known to be valid. */
    isValid: (document: DocumentNode, holder: Holder): boolean =>
      parsed[holder].peek(textOf(document)) === document,

    /** Caches a valid document. */
    keep(document: DocumentNode, holder: Holder): void {
      parsed[holder].set(textOf(document), document);
    },

    /**
     * Adds the document that a request names by its hash, and stores the text of a document that is sent with its hash,
     * except for mutations: GET requests must not run them.
     *
     * @throws ApiError `persisted_query_not_found`, or `bad_request` for the hash of another document
     */
    resolve(params: Params): Params {
      const { query, extensions } = params;
      const named = hashIn(extensions);
      if (named === null) return params;
      if (query == null) {
        const text = texts.get(named);
        // Clients check for this message.
        if (!text)
          throw new ApiError('persisted_query_not_found', englishText('PersistedQueryNotFound'));
        return { ...params, query: text };
      }
      if (typeof query !== 'string') return params;
      if (hash('sha256', query) !== named) {
        throw new ApiError('bad_request', errorText('error.document_hash'));
      }
      if (query.length <= graphqlLimits.characters && !/mutation/.test(query)) {
        texts.set(named, query);
      }
      return params;
    },
  };
}
