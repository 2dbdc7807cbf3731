/** What every command is handed, and how its fields, and those of its statements, are read. */
import { type Doc, docOf, type Encodable, isDoc, isTrue, toNumber, type Value } from './bson.js';
import type { Cursors } from './cursors.js';
import { CommandError, notImplemented } from './errors.js';
import type { Collection, Store } from './store.js';
import { type CommandName, commandAliases, commands, genericFields } from './supported.js';

export type Reply = Map<string, Encodable>;

/** A reply from an object literal. */
export const reply = docOf<Encodable>;

/** Fields by their type, which is the same in whichever command or statement they stand. */
const names = {
  object: 'filter query q sort projection fields cursor readConcern writeConcern',
  objects: 'documents updates deletes indexes pipeline arrayFilters',
  count: 'skip limit batchSize',
  flag: 'ordered multi upsert new remove nameOnly singleBatch',
} as const;
type Kind = keyof typeof names;
const kinds = new Map(
  Object.entries(names).flatMap(([kind, text]) =>
    text.split(' ').map((name) => [name, kind as Kind]),
  ),
);

type Words<S extends string> = S extends `${infer Head} ${infer Tail}` ? Head | Words<Tail> : S;
type Of<S extends string, T> = { [K in Words<S>]?: T };
export type Fields = Of<(typeof names)['object'], Doc> &
  Of<(typeof names)['objects'], Doc[]> &
  Of<(typeof names)['count'], number> &
  Of<(typeof names)['flag'], boolean> &
  Of<'$db collection cursors u update', Value>;

/**
 * The fields of a command, its name among them, or of a statement; null stands for none.
 *
 * @throws CommandError 238 for a field that is not `known`, 14 or 51024 for one of a wrong type
 */
export function parseFields(given: Doc, known: readonly string[], where: string): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of given) {
    if (!known.includes(name)) throw notImplemented(`the field '${name}' of ${where}`);
    if (value !== null) fields[name] = read(name, value);
  }
  return fields;
}

function read(name: string, value: Value): unknown {
  const kind = kinds.get(name);
  const isFitting = kind === 'object' ? isDoc(value) : Array.isArray(value) && value.every(isDoc);
  if ((kind === 'object' || kind === 'objects') && !isFitting)
    throw new CommandError(14, `BSON field '${name}' must be ${kind}`);
  if (kind !== 'count') return kind === 'flag' ? isTrue(value) : value;
  if (Number.isInteger(toNumber(value)) && toNumber(value) >= 0) return toNumber(value);
  throw new CommandError(51024, `BSON field '${name}' value must be a whole number >= 0`);
}

export interface Command {
  readonly name: CommandName;
  /** What the command's own name says: for most, a collection. */
  readonly target: Value;
  readonly fields: Fields;
}

/** One command being answered. */
export interface Call extends Command {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly db: string;
}

/** @throws CommandError 59 for a command that is not known, 238 and others for its fields */
export function readCommand(given: Doc): Command {
  const [alias, target] = given.entries().next().value ?? ['', null];
  const name = commandAliases.get(alias) ?? (alias as CommandName);
  if (!Object.hasOwn(commands, name)) throw new CommandError(59, `no such command: '${alias}'`);
  const known = [alias, ...genericFields, ...commands[name]];
  return { name, target, fields: parseFields(given, known, `the command ${name}`) };
}

/** The database and collection that a command names. @throws CommandError 73 if none can have that name */
export function namespaceOf({ db, target }: Call): string {
  const namespace = `${db}.${String(target)}`;
  const isName =
    /^[^/\\. "$\0]{1,63}\.[^.$\0][^$\0]*$/.test(namespace) && typeof target === 'string';
  if (isName && Buffer.byteLength(namespace) <= 255) return namespace;
  throw new CommandError(73, `Invalid namespace specified '${namespace}'`);
}

export function collectionOf(call: Call): Collection | null {
  return call.store.find(namespaceOf(call));
}
