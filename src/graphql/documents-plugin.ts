import type { DocumentNode, Token } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context.js';
import { BoundedMap } from '../lib/bounded-map.js';

/** What the documents kept for key holders may take, and those for all others. */
const bounds = { entries: 1_000, bytes: 32 * 1024 * 1024 };
/** Measured with graphql 16: 180 to 330 bytes of syntax tree for a token. */
const bytesPerToken = 350;

/** About what a parsed document takes, its text included. */
function bytesOf({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token: Token | null = loc?.startToken ?? null; token; token = token.next) tokens += 1;
  return tokens * bytesPerToken + 2 * (loc?.source.body.length ?? 0);
}

/**
 * Keeps the documents that are valid, so that one that comes again is neither parsed nor validated
 * anew. Those of key holders are kept apart: what others send makes none of them go.
 */
export function validDocuments(): Plugin<RequestContext> {
  const documents = {
    api_key: new BoundedMap<string, DocumentNode>(bounds),
    anonymous: new BoundedMap<string, DocumentNode>(bounds),
  };
  const valid = new WeakSet<DocumentNode>();
  const keptFor = (context: unknown) => documents[(context as RequestContext).caller.viewer.kind];
  return {
    onParse({ context, params, setParsedDocument }) {
      const known = keptFor(context).get(String(params.source));
      if (known) setParsedDocument(known);
    },
    onValidate({ context, params, setResult }) {
      const document: DocumentNode = params.documentAST;
      if (valid.has(document)) {
        setResult([]);
        return;
      }
      return ({ valid: isValid }) => {
        if (!isValid) return;
        valid.add(document);
        const text = document.loc?.source.body;
        if (text !== undefined) keptFor(context).set(text, document, bytesOf(document));
      };
    },
  };
}
