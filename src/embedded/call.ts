/** The context that each command receives. */
import { type Doc, isNumber, toNumber, type Value } from './bson.js';
import type { Cursors } from './cursors.js';
import { check } from './errors.js';
import { Fields } from './fields.js';
import type { Collection, Store } from './store.js';
import { type CommandName, commands, genericFields } from './supported.js';

const isWithin = (ms: number): boolean => Number.isInteger(ms) && ms >= 0 && ms <= 2 ** 31 - 1;

/** One running command. */
export class Call {
  readonly name: CommandName;
  /** Value of the field with the command's name: for most commands, a collection. */
  readonly target: Value;
  readonly fields: Fields;
  readonly db: string;
  /** Time limit of a search by this command, in ms. */
  readonly maxTimeMs: number;

  /**
   * @throws CommandError 2 for an invalid time limit, 59 for an unknown command, 238 for its fields, 40571 without a
   *   database
   */
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

  /**
   * The database and collection that the command names.
   *
   * @throws CommandError 73 if the name is invalid
   */
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
