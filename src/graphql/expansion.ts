import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/** How large a selection is once every spread is replaced by the fragment that it names. */
export interface Expansion {
  /** Fields, spreads and inline fragments. */
  selections: number;
  /** Fields that have a selection of their own. */
  objects: number;
}

/** The fragments of a document by name. */
export function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );
}

/**
 * Reckons an operation's size after expansion, visiting each fragment once; nothing of the document
 * need be valid. A fragment that spreads itself counts as nothing there: validation refuses it.
 */
export function expansionOf(document: DocumentNode, operation: OperationDefinitionNode): Expansion {
  const fragments = fragmentsOf(document);
  const known = new Map<string, Expansion>();

  function ofFragment(name: string): Expansion {
    const size = known.get(name);
    if (size) return size;
    known.set(name, { selections: 0, objects: 0 });
    const measured = ofSet(fragments.get(name)?.selectionSet);
    known.set(name, measured);
    return measured;
  }

  function ofSet(set: SelectionSetNode | undefined): Expansion {
    const size = { selections: 0, objects: 0 };
    for (const selection of set?.selections ?? []) {
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? ofFragment(selection.name.value)
          : ofSet(selection.selectionSet);
      size.selections += 1 + inner.selections;
      size.objects += inner.objects;
      if (selection.kind === Kind.FIELD && selection.selectionSet) size.objects += 1;
    }
    return size;
  }

  return ofSet(operation.selectionSet);
}

/** How many selections all operations of a document have together after expansion. */
export function expandedSelections(document: DocumentNode): number {
  return document.definitions
    .filter((one) => one.kind === Kind.OPERATION_DEFINITION)
    .reduce((sum, operation) => sum + expansionOf(document, operation).selections, 0);
}

/** How many pairs of fields in a document bear the same name in the answer: validation compares them. */
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

/** Whether a fragment of a document spreads itself, be it through others. */
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
