import { hash } from 'node:crypto';
import type { DocumentNode, Token } from 'graphql';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.js';
import type { HeaderViewer } from '../viewer.js';
import { graphqlLimits, parseWithinLimits } from './limits.js';

const mebibyte = 1024 * 1024;
/** Measured with graphql 16: 180 to 330 bytes of syntax tree for a token. */
const bytesPerToken = 350;

/** Approximate size of a parsed document with its text, in bytes. */
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

/** The hash by which the extensions of a request name its document; null where they name none. */
function hashIn(extensions: unknown): string | null {
  const { persistedQuery: named } = (extensions ?? {}) as {
    persistedQuery?: { version?: unknown; sha256Hash?: unknown } | null;
  };
  return named?.version === 1 && typeof named.sha256Hash === 'string' ? named.sha256Hash : null;
}

/** Parameters of a GraphQL request; nothing of them is validated. */
export interface Params {
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
  extensions?: unknown;
}

export type Documents = ReturnType<typeof createDocuments>;

/**
 * The documents that clients send: valid ones parsed, by their text, and automatic persisted queries
 * by their SHA-256. Parsed documents are immutable. Those of key holders are kept apart, so that
 * anonymous requests evict none of them.
 */
export function createDocuments() {
  const parsed: Record<Holder, LRUCache<string, DocumentNode>> = {
    api_key: createParsed(),
    anonymous: createParsed(),
  };
  const texts = new LRUCache<string, string>({
    max: 1_000,
    maxSize: 16 * mebibyte,
    // Characters of a string take at most two bytes each.
    sizeCalculation: (text, key) => 2 * (text.length + key.length),
  });
  const textOf = (document: DocumentNode) => document.loc?.source.body ?? '';

  return {
    /** @throws what `parseWithinLimits` throws */
    parse: (text: string, holder: Holder): DocumentNode =>
      parsed[holder].get(text) ?? parseWithinLimits(text),

    /** Returns whether a document is known to be valid. */
    isValid: (document: DocumentNode, holder: Holder): boolean =>
      parsed[holder].peek(textOf(document)) === document,

    /** Keeps a valid document. */
    keep(document: DocumentNode, holder: Holder): void {
      parsed[holder].set(textOf(document), document);
    },

    /**
     * Fills in the document that a request names by its hash, and keeps the text of one that is sent
     * with its hash, unless it is a mutation: GET requests must not run one.
     *
     * @throws ApiError `persisted_query_not_found`, or `bad_request` for the hash of another document
     */
    resolve(params: Params): Params {
      const { query, extensions } = params;
      const named = hashIn(extensions);
      if (named === null) return params;
      if (query == null) {
        const text = texts.get(named);
        // Clients look for this message.
        if (!text) throw new ApiError('persisted_query_not_found', 'PersistedQueryNotFound');
        return { ...params, query: text };
      }
      if (typeof query !== 'string') return params;
      if (hash('sha256', query) !== named) {
        throw new ApiError('bad_request', 'The hash does not match the document.');
      }
      if (query.length <= graphqlLimits.characters && !/mutation/.test(query)) {
        texts.set(named, query);
      }
      return params;
    },
  };
}
