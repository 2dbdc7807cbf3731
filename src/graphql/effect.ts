import { type DocumentNode, Kind, parse, type SelectionSetNode } from 'graphql';
import { operationOf } from './cost.js';
import { graphqlLimits } from './limits-plugin.js';

/** How many mutations an operation runs, and how many of them order a site check. */
export interface MutationCount {
  writes: number;
  creates: number;
}

const nothing: MutationCount = { writes: 0, creates: 0 };

function countRootFields(document: DocumentNode, set: SelectionSetNode): MutationCount {
  const fragments = new Map(
    document.definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one.selectionSet]),
  );
  const seen = new Set<string>();
  const count = { writes: 0, creates: 0 };
  const walk = (selections: SelectionSetNode | undefined): void => {
    for (const selection of selections?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        count.writes += 1;
        if (selection.name.value === 'requestSiteCheck') count.creates += 1;
      } else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        // Spread twice it still runs each of its fields once: they merge.
        seen.add(selection.name.value);
        walk(fragments.get(selection.name.value));
      }
    }
  };
  walk(set);
  return count;
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
    const { query, operationName } = JSON.parse(body) as { query: string; operationName?: string };
    const document = parse(query, { maxTokens: graphqlLimits.tokens });
    const operation = operationOf(document, operationName);
    if (operation?.operation !== 'mutation') return nothing;
    return countRootFields(document, operation.selectionSet);
  } catch {
    return nothing;
  }
}
