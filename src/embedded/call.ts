/** What every command is handed, and the table by which its fields, and those of its statements, are read. */
import {
  type Doc,
  docOf,
  type Encodable,
  isDoc,
  isTrue,
  toNumber,
  typeName,
  type Value,
} from './bson.js';
import type { Catalog, Collection } from './catalog.js';
import type { Cursors } from './cursors.js';
import { CommandError, notImplemented } from './errors.js';
import { type CommandName, commandAliases, commands, genericFields, has } from './supported.js';

export type Reply = Map<string, Encodable>;

/** A reply from an object literal. */
export const reply = docOf<Encodable>;

/** Fields by their type, which is the same in whichever command or statement they stand. */
const documents = [
  'filter',
  'query',
  'q',
  'sort',
  'projection',
  'fields',
  'cursor',
  'writeConcern',
] as const;
const lists = ['documents', 'updates', 'deletes', 'indexes', 'pipeline', 'arrayFilters'] as const;
const counts = ['skip', 'limit', 'batchSize'] as const;
const flags = ['ordered', 'multi', 'upsert', 'new', 'remove', 'nameOnly', 'singleBatch'] as const;

type Of<List extends readonly string[], T> = { [K in List[number]]?: T };
export type Fields = Of<typeof documents, Doc> &
  Of<typeof lists, Doc[]> &
  Of<typeof counts, number> &
  Of<typeof flags, boolean> & {
    u?: Value;
    update?: Value;
    $db?: Value;
    collection?: Value;
    cursors?: Value;
  };

function read(name: string, value: Value): unknown {
  const isDocuments = Array.isArray(value) && value.every(isDoc);
  if (has(flags, name)) return isTrue(value);
  if ((has(documents, name) && !isDoc(value)) || (has(lists, name) && !isDocuments))
    throw new CommandError(14, `BSON field '${name}' is the wrong type '${typeName(value)}'`);
  if (!has(counts, name)) return value;
  if (Number.isInteger(toNumber(value)) && toNumber(value) >= 0) return toNumber(value);
  throw new CommandError(51024, `BSON field '${name}' value must be a whole number >= 0`);
}

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

export interface Command {
  readonly name: CommandName;
  /** What the command's own name says: for most, a collection. */
  readonly target: Value;
  readonly fields: Fields;
}

/** One command being answered. */
export interface Call extends Command {
  readonly catalog: Catalog;
  readonly cursors: Cursors;
  readonly db: string;
}

/** @throws CommandError 59 for a command that is not known, 238 and 14 for its fields */
export function readCommand(given: Doc): Command {
  const [alias = '', target = null] = given.entries().next().value ?? [];
  const name = commandAliases.get(alias) ?? (alias as CommandName);
  if (!Object.hasOwn(commands, name)) throw new CommandError(59, `no such command: '${alias}'`);
  const known = [alias, ...genericFields, ...commands[name]];
  return { name, target, fields: parseFields(given, known, `the command ${name}`) };
}

/**
 * The database and collection that a command names.
 *
 * @throws CommandError 73 for a name that none can have
 */
export function namespaceOf({ db, target }: Call): string {
  const namespace = `${db}.${String(target)}`;
  const isValid =
    typeof target === 'string' && /^[^/\\. "$\0]{1,63}\.[^.$\0][^$\0]*$/.test(namespace);
  if (isValid && Buffer.byteLength(namespace) <= 255) return namespace;
  throw new CommandError(73, `Invalid namespace specified '${namespace}'`);
}

export function collectionOf(call: Call): Collection | null {
  return call.catalog.find(namespaceOf(call));
}
