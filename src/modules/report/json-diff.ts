import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const changeKind = z.enum(['added', 'removed', 'changed']);
export type ChangeKind = z.infer<typeof changeKind>;

/** One difference; `before` is null for an added value, `after` for a removed one. */
export interface JsonChange {
  /** RFC 6901 pointer into the new value, or into the old one for a removed value. */
  path: string;
  kind: ChangeKind;
  before: Json;
  after: Json;
}

/** Members that identify the items of a list. A list whose items have none of them is compared as one value. */
const identityMembers = ['evidence_id', 'step_name', 'name'] as const;

/**
 * Returns the differences between two JSON values, outermost first. Object members are matched by name and list items
 * by their identity, so that a new evidence item is one change at any index.
 */
export function diffJson(before: Json, after: Json, path = ''): JsonChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const identity = identityOf([...before, ...after]);
    if (identity) return diffLists(before, after, path, identity);
  } else if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => {
      const at = `${path}/${escapePointer(name)}`;
      if (!Object.hasOwn(before, name)) return [added(at, after[name] as Json)];
      if (!Object.hasOwn(after, name)) return [removed(at, before[name] as Json)];
      return diffJson(before[name] as Json, after[name] as Json, at);
    });
  }
  return [{ path, kind: 'changed', before, after }];
}

function diffLists(
  before: Json[],
  after: Json[],
  path: string,
  idOf: (value: Json) => string,
): JsonChange[] {
  const old = new Map(before.map((value, index) => [idOf(value), { value, index }]));
  const present = new Set(after.map(idOf));
  const gone = [...old].filter(([id]) => !present.has(id));
  return [
    ...gone.map(([, { value, index }]) => removed(`${path}/${index}`, value)),
    ...after.flatMap((value, index) => {
      const match = old.get(idOf(value));
      const at = `${path}/${index}`;
      return match ? diffJson(match.value, value, at) : [added(at, value)];
    }),
  ];
}

function identityOf(values: Json[]): ((value: Json) => string) | null {
  const member = identityMembers.find((name) =>
    values.every((value) => isObject(value) && typeof value[name] === 'string'),
  );
  return member ? (value) => (value as Record<string, string>)[member] as string : null;
}

const added = (path: string, after: Json): JsonChange => ({
  path,
  kind: 'added',
  before: null,
  after,
});
const removed = (path: string, before: Json): JsonChange => ({
  path,
  kind: 'removed',
  before,
  after: null,
});

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
