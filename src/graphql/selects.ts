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

/** What is selected below fields, through fragments too: each fragment is looked into once. */
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

/** Fields of one type and all that is selected below them. */
interface Selected {
  type: GraphQLNamedType;
  nodes: readonly FieldNode[];
}

/** What a path reaches below; null where it is not selected. */
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

/** Returns what the client's document selects below a field. */
export function selectionOf(info: GraphQLResolveInfo): Selects {
  const { fieldNodes: nodes, fragments, returnType } = info;
  return (...path) => reached({ type: getNamedType(returnType), nodes }, path, fragments) !== null;
}
