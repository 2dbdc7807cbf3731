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

/**
 * Members of the stored object behind a type that its selected fields show. A field that exposes a member
 * shows that, or what is selected below it; what another reads its extension `reads` says.
 *
 * @returns null where a field does not say what it reads
 */
function membersOf({ type, nodes }: Selected, fragments: Fragments): Set<string> | null {
  const members = new Set<string>();
  for (const node of fieldsBelow(nodes, fragments)) {
    const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
    const { reads, pothosExposedField: exposed } = field?.extensions ?? {};
    if (node.name.value === '__typename') continue;
    if (Array.isArray(reads)) for (const member of reads) members.add(member);
    else if (!field || typeof exposed !== 'string') return null;
    else {
      const below = { type: getNamedType(field.type), nodes: [node] };
      const shown = isObjectType(below.type) ? membersOf(below, fragments) : null;
      if (!shown?.size) members.add(exposed);
      else for (const member of shown) members.add(`${exposed}.${member}`);
    }
  }
  return members;
}

/** Without what lies in another: a projection may not name both. */
function outermost(members: ReadonlySet<string>): string[] {
  const isWithin = (member: string) =>
    [...member.matchAll(/\./g)].some(({ index }) => members.has(member.slice(0, index)));
  return [...members].filter((member) => !isWithin(member));
}

/** By the only node of a field: a document that comes again is the same one. */
const knownMembers = new WeakMap<FieldNode, readonly string[] | null>();

/**
 * Members of the stored documents that a page of them shows.
 *
 * @param paths to the documents below the field
 */
function shownMembers(
  info: GraphQLResolveInfo,
  paths: readonly (readonly string[])[],
): readonly string[] | null {
  const { fieldNodes: nodes, fragments, returnType } = info;
  const [key, ...others] = nodes;
  const known = key && others.length === 0 ? knownMembers.get(key) : undefined;
  if (known !== undefined) return known;
  const all = new Set<string>();
  let isKnown = true;
  for (const path of paths) {
    const found = reached({ type: getNamedType(returnType), nodes }, path, fragments);
    const members = found ? membersOf(found, fragments) : new Set<string>();
    for (const member of members ?? []) all.add(member);
    isKnown &&= members !== null;
  }
  const shown = isKnown ? outermost(all) : null;
  if (key && others.length === 0) knownMembers.set(key, shown);
  return shown;
}

/** Below a connection. */
const nodePaths = [['nodes'], ['edges', 'node']];

/** What the document of a client selects below a field. */
export function selectionOf(info: GraphQLResolveInfo): Selects {
  const { fieldNodes: nodes, fragments, returnType } = info;
  const reaches = (...path: string[]) =>
    reached({ type: getNamedType(returnType), nodes }, path, fragments) !== null;
  return Object.assign(reaches, { members: () => shownMembers(info, nodePaths) });
}

/** What a documented path shows: the fields below are those of the page itself. */
export const selectionOfRest = (info: GraphQLResolveInfo): Selects =>
  Object.assign(() => false, { members: () => shownMembers(info, [[]]) });
