import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
  visit,
} from 'graphql';

/** Returns the fragments of a document by name. */
export function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );
}

/**
 * Returns the total number of fields, spreads and inline fragments in all operations of a document after every spread
 * is replaced by its fragment. Visits each fragment once. The document can be invalid. A fragment that spreads itself
 * counts as empty at that point: validation rejects it.
 */
export function expandedSelections(document: DocumentNode): number {
  const fragments = fragmentsOf(document);
  const known = new Map<string, number>();

  function ofFragment(name: string): number {
    const size = known.get(name);
    if (size !== undefined) return size;
    known.set(name, 0);
    const measured = ofSet(fragments.get(name)?.selectionSet);
    known.set(name, measured);
    return measured;
  }

  function ofSet(set: SelectionSetNode | undefined): number {
    let size = 0;
    for (const selection of set?.selections ?? []) {
      size += 1;
      if (selection.kind === Kind.FRAGMENT_SPREAD) size += ofFragment(selection.name.value);
      else size += ofSet(selection.selectionSet);
    }
    return size;
  }

  return document.definitions
    .filter((one) => one.kind === Kind.OPERATION_DEFINITION)
    .reduce((sum, { selectionSet }) => sum + ofSet(selectionSet), 0);
}

/** Returns the number of pairs of fields with the same response name in a document; validation compares them. */
export function equalNamePairs(document: DocumentNode): number {
  const times = new Map<string, number>();
  let pairs = 0;
  visit(document, {
    [Kind.FIELD]: ({ alias, name }) => {
      const { value } = alias ?? name;
      const before = times.get(value) ?? 0;
      pairs += before;
      times.set(value, before + 1);
    },
  });
  return pairs;
}

/** Returns true if a fragment of a document spreads itself, directly or indirectly. */
export function hasFragmentCycle(document: DocumentNode): boolean {
  const fragments = fragmentsOf(document);
  const entered = new Set<string>();
  const left = new Set<string>();
  function leadsBack(name: string): boolean {
    if (left.has(name)) return false;
    if (entered.has(name)) return true;
    entered.add(name);
    const found = spreadsIn(fragments.get(name)).some(leadsBack);
    left.add(name);
    return found;
  }
  return [...fragments.keys()].some(leadsBack);
}

function spreadsIn(fragment: FragmentDefinitionNode | undefined): string[] {
  const names: string[] = [];
  if (fragment)
    visit(fragment, { [Kind.FRAGMENT_SPREAD]: ({ name }) => void names.push(name.value) });
  return names;
}
