import { type DocumentNode, type FieldNode, Kind, parse, valueFromASTUntyped } from 'graphql';
import type { TokenClaim } from '../modules/rate-limit/token-claim.js';
import { operationOf } from './cost.js';
import { graphqlLimits } from './limits-plugin.js';

/** How many mutations an operation runs, and how many of them order a site check. */
export interface MutationCount {
  writes: number;
  creates: number;
}

/** A request's document and what goes with it, none of it judged yet. */
export interface GivenOperation {
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
}

const nothing: MutationCount = { writes: 0, creates: 0 };

interface RootFields {
  kind: string;
  fields: FieldNode[];
}

/** @throws Error for what graphql refuses to parse */
function rootFieldsOf({ query, operationName }: GivenOperation): RootFields {
  const document: DocumentNode = parse(query as string, { maxTokens: graphqlLimits.tokens });
  const operation = operationOf(document, operationName as string | undefined);
  const fragments = new Map(
    document.definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one.selectionSet]),
  );
  const seen = new Set<string>();
  const fields: FieldNode[] = [];
  const walk = (set = operation?.selectionSet): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        // Spread twice it still runs each of its fields once: they merge.
        seen.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) walk(fragment);
      }
    }
  };
  walk();
  return { kind: operation?.operation ?? 'query', fields };
}

/**
 * Judges a request body before it is executed. What cannot be read counts as a read: it is refused
 * without effect.
 *
 * @param body the text of a POST to /graphql
 */
export function countMutations(body: string): MutationCount {
  // Most operations are queries; the word may also be escaped in the JSON text.
  if (!/mutation|\\u/.test(body)) return nothing;
  try {
    const { kind, fields } = rootFieldsOf(JSON.parse(body));
    if (kind !== 'mutation') return nothing;
    const creates = fields.filter((field) => field.name.value === 'requestSiteCheck').length;
    return { writes: fields.length, creates };
  } catch {
    return nothing;
  }
}

function claimOfField(
  field: FieldNode,
  variables: Record<string, unknown>,
  bearer: string | null,
): TokenClaim | null {
  if (field.name.value === 'captureTask') return bearer ? { kind: 'task', token: bearer } : null;
  const args: Record<string, unknown> = {};
  for (const arg of field.arguments ?? []) {
    args[arg.name.value] = valueFromASTUntyped(arg.value, variables);
  }
  const input = args['input'] as { accessToken?: unknown } | null | undefined;
  const token = args['accessToken'] ?? input?.accessToken ?? bearer;
  const requestId = args['requestId'];
  if (typeof token !== 'string' || typeof requestId !== 'string') return null;
  return { kind: 'access', requestId, token };
}

/**
 * The token that every root field of an operation shows, as an argument or as Bearer; null where
 * one of them shows none or another. Of a document that is only named by its hash nothing is known.
 */
export function tokenClaimOf(given: GivenOperation, bearer: string | null): TokenClaim | null {
  try {
    const { fields } = rootFieldsOf(given);
    const variables = (given.variables ?? {}) as Record<string, unknown>;
    const claims = fields
      .filter((field) => field.name.value !== '__typename')
      .map((field) => claimOfField(field, variables, bearer));
    const [first = null] = claims;
    const same = claims.every((claim) => JSON.stringify(claim) === JSON.stringify(first));
    return same ? first : null;
  } catch {
    return null;
  }
}
