import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Whether the selection below a field reaches this path, through fragments too. */
export function selects(info: GraphQLResolveInfo, ...path: string[]): boolean {
  const reaches = (set: SelectionSetNode | undefined, [name, ...rest]: string[]): boolean =>
    name === undefined ||
    (set?.selections ?? []).some((selection) => {
      if (selection.kind === Kind.FIELD) {
        return selection.name.value === name && reaches(selection.selectionSet, rest);
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? info.fragments[selection.name.value] : selection;
      return reaches(fragment?.selectionSet, [name, ...rest]);
    });
  return info.fieldNodes.some((node) => reaches(node.selectionSet, path));
}
