/** What every command is handed, and what is read off it alike. */
import type { Doc, Encodable } from './bson.js';
import type { Collection } from './catalog.js';
import type { Cursors } from './cursors.js';
import { CommandError, notImplemented } from './errors.js';
import type { Store } from './records.js';
import { type CommandName, commandAliases, commands, genericFields } from './supported.js';

export type Reply = Map<string, Encodable>;

/** One command being answered. */
export interface Call {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly name: CommandName;
  readonly db: string;
  readonly command: Doc;
  readonly nowMs: number;
  readonly deadlineMs: number;
}

/**
 * A command's own name, its fields being known ones.
 *
 * @throws CommandError 59, 238
 */
export function checkedName(command: Doc): CommandName {
  const [given = ''] = command.keys();
  const name = commandAliases.get(given) ?? (given as CommandName);
  if (!Object.hasOwn(commands, name)) throw new CommandError(59, `no such command: '${given}'`);
  const known: readonly string[] = [given, ...genericFields, ...commands[name]];
  const other = [...command.keys()].find((field) => !known.includes(field));
  if (other !== undefined) throw notImplemented(`the field '${other}' of the command ${name}`);
  return name;
}

/**
 * The collection that a command names.
 *
 * @throws CommandError 73 for a name that none can have
 */
export function collectionName({ db, command }: Call): string {
  const [name] = command.values();
  const known = typeof name === 'string' && /^[^.$\0][^$\0]*$/.test(name);
  if (known && Buffer.byteLength(name) <= 255 && /^[^/\\. "$\0]{1,63}$/.test(db)) return name;
  throw new CommandError(73, `Invalid namespace specified '${db}.${String(name)}'`);
}

export function collectionOf(call: Call): Collection | null {
  return call.store.catalog.find(call.db, collectionName(call));
}
