/** What every command is handed, and how its fields, and those of its statements, are read. */
import {
  type Doc,
  docOf,
  type Encodable,
  isDoc,
  isNumber,
  isTrue,
  toNumber,
  type Value,
} from './bson.js';
import type { Cursors } from './cursors.js';
import { type CommandError, check, notImplemented } from './errors.js';
import type { Collection, Store } from './store.js';
import { type CommandName, commands, genericFields } from './supported.js';

/** How many statements a write may have. */
export const statementsMax = 100_000;

export type Reply = Map<string, Encodable>;

/** A reply from an object literal. */
export const reply = docOf<Encodable>;

/** What the client is told of an error, beside `fields`. */
export function errorReply(fields: Record<string, Encodable>, error: CommandError): Reply {
  return reply({ ...fields, code: error.code, errmsg: error.message, ...error.extra });
}

/** The fields of a command or of a statement in it, each read as what it must be; null stands for none. */
export class Fields {
  readonly #given: Doc;

  /** @throws CommandError 238 for a field that is not `known` */
  constructor(given: Doc, known: readonly string[], where: string) {
    for (const name of given.keys())
      if (!known.includes(name)) throw notImplemented(`the field '${name}' of ${where}`);
    this.#given = given;
  }

  value(name: string): Value {
    return this.#given.get(name) ?? null;
  }

  flag(name: string, otherwise = false): boolean {
    return isTrue(this.value(name) ?? otherwise);
  }

  /** @throws CommandError 14, also without the field where `otherwise` is null */
  doc(name: string, otherwise: Value = new Map()): Doc {
    const value = this.value(name) ?? otherwise;
    check(isDoc(value), 14, `BSON field '${name}' must be an object`);
    return value;
  }

  /** @throws CommandError 14 */
  docs(name: string): Doc[] {
    const value = this.value(name) ?? [];
    check(Array.isArray(value) && value.every(isDoc), 14, `BSON field '${name}' must be objects`);
    return value;
  }

  /** @throws CommandError 51024, also without the field where `otherwise` is NaN */
  whole(name: string, otherwise = 0): number {
    const value = toNumber(this.value(name) ?? otherwise);
    check(Number.isInteger(value), 51024, `BSON field '${name}' value must be a whole number`);
    return value;
  }

  /** @throws CommandError 51024, also without the field where `otherwise` is NaN */
  count(name: string, otherwise = 0): number {
    const value = this.whole(name, otherwise);
    check(value >= 0, 51024, `BSON field '${name}' value must be >= 0`);
    return value;
  }
}

const isWithin = (ms: number): boolean => Number.isInteger(ms) && ms >= 0 && ms <= 2 ** 31 - 1;

/** One command being answered. */
export class Call {
  readonly name: CommandName;
  /** What the command's own name says: for most, a collection. */
  readonly target: Value;
  readonly fields: Fields;
  readonly db: string;
  /** How long a search of this command may take, in ms. */
  readonly maxTimeMs: number;

  /** @throws CommandError 2 for the time, 59 for a command that is not known, 238 for its fields, 40571 without a database */
  constructor(
    readonly store: Store,
    readonly cursors: Cursors,
    given: Doc,
    db = given.get('$db'),
  ) {
    const [name, target] = given.entries().next().value ?? ['', null];
    check(Object.hasOwn(commands, name), 59, `no such command: '${name}'`);
    this.name = name as CommandName;
    check(typeof db === 'string', 40571, 'OP_MSG requests require a $db argument');
    const known = [name, ...genericFields, ...commands[this.name]];
    this.fields = new Fields(given, known, `the command ${this.name}`);
    this.target = target;
    this.db = db;
    const maxTimeMs = this.fields.value('maxTimeMS') ?? 0;
    const isTime = isNumber(maxTimeMs) && isWithin(toNumber(maxTimeMs));
    check(isTime, 2, 'maxTimeMS must be a whole number from 0 to 2147483647');
    this.maxTimeMs = toNumber(maxTimeMs) || Number.POSITIVE_INFINITY;
  }

  /** The database and collection that the command names. @throws CommandError 73 if none can have that name */
  get namespace(): string {
    const namespace = `${this.db}.${String(this.target)}`;
    const isName =
      typeof this.target === 'string' &&
      /^[^/\\. "$\0]{1,63}\.[^.$\0][^$\0]*$/.test(namespace) &&
      Buffer.byteLength(namespace) <= 255;
    check(isName, 73, `Invalid namespace specified '${namespace}'`);
    return namespace;
  }

  get collection(): Collection | undefined {
    return this.store.collections.get(this.namespace);
  }
}
