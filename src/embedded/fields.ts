/** How the fields of commands, and of statements in them, are read, and how replies are made. */
import { type Doc, docOf, type Encodable, isDoc, isTrue, toNumber, type Value } from './bson.js';
import { type CommandError, check, notImplemented } from './errors.js';

/** How many statements a write may have. */
export const statementsMax = 100_000;

export type Reply = Map<string, Encodable>;

/** A reply from an object literal. */
export const reply = docOf<Encodable>;

/** What an error tells the client, beside `fields`. */
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
