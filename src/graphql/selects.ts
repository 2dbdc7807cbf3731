import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Whether the selection below a field reaches this path, through fragments too. */
export function selects(info: GraphQLResolveInfo, ...path: string[]): boolean {
  // Each fragment is looked into once for each step of the path, however often it is spread.
  const visited = path.map(() => new Set<string>());

  function reaches(set: SelectionSetNode | undefined, step: number): boolean {
    if (step === path.length) return true;
    return (set?.selections ?? []).some((selection) => {
      if (selection.kind === Kind.FIELD) {
        return selection.name.value === path[step] && reaches(selection.selectionSet, step + 1);
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) return reaches(selection.selectionSet, step);
      const { value } = selection.name;
      if (visited[step]?.has(value)) return false;
      visited[step]?.add(value);
      return reaches(info.fragments[value]?.selectionSet, step);
    });
  }

  return info.fieldNodes.some((node) => reaches(node.selectionSet, 0));
}
