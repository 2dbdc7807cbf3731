import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Selects } from '../operation.js';

type Fragments = GraphQLResolveInfo['fragments'];

/** Returns the fields selected below some fields, including those in fragments; each fragment is visited once. */
function fieldsBelow(nodes: readonly FieldNode[], fragments: Fragments): FieldNode[] {
  const fields: FieldNode[] = [];
  const visited = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        collect(fragments[selection.name.value]?.selectionSet);
      }
    }
  };
  for (const node of nodes) collect(node.selectionSet);
  return fields;
}

/** Fields of one type and everything that is selected below them. */
interface Selected {
  type: GraphQLNamedType;
  nodes: readonly FieldNode[];
}

/** Returns the selection at the end of a path; null if the path is not selected. */
function reached({ type, nodes }: Selected, path: readonly string[], fragments: Fragments) {
  let at: Selected = { type, nodes };
  for (const name of path) {
    const field = isObjectType(at.type) ? at.type.getFields()[name] : undefined;
    const found = fieldsBelow(at.nodes, fragments).filter((node) => node.name.value === name);
    if (!field || found.length === 0) return null;
    at = { type: getNamedType(field.type), nodes: found };
  }
  return at;
}

/** Returns a function that checks whether the client's document selects a path below a field. */
export function selectionOf(info: GraphQLResolveInfo): Selects {
  const { fieldNodes: nodes, fragments, returnType } = info;
  return (...path) => reached({ type: getNamedType(returnType), nodes }, path, fragments) !== null;
}
