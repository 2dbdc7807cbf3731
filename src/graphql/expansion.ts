import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
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
