/** Reads the fields of commands and of their statements, and builds replies. */
import { type Doc, docOf, type Encodable, isDoc, isTrue, toNumber, type Value } from './bson.js';
import { type CommandError, check, notImplemented } from './errors.js';

/** Maximum number of statements in a write. */
export const statementsMax = 100_000;

export type Reply = Map<string, Encodable>;

/** Returns a reply made from an object literal. */
export const reply = docOf<Encodable>;

/** Returns the reply for an error, with `fields` added. */
export function errorReply(fields: Record<string, Encodable>, error: CommandError): Reply {
  return reply({ ...fields, code: error.code, errmsg: error.message, ...error.extra });
}

/** The fields of a command or of one of its statements, read with their expected types. A null counts as missing. */
export class Fields {
  readonly #given: Doc;

  /** @throws CommandError 238 for a field that is not in `known` */
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

  /** @throws CommandError 14 for another type, and for a missing field if `otherwise` is null */
  doc(name: string, otherwise: Value = new Map()): Doc {
    const value = this.value(name) ?? otherwise;
    check(isDoc(value), 14, `BSON field '${name}' must be an object`);
    return value;
  }

  /** @throws CommandError 14 for another type */
  docs(name: string): Doc[] {
    const value = this.value(name) ?? [];
    check(Array.isArray(value) && value.every(isDoc), 14, `BSON field '${name}' must be objects`);
    return value;
  }

  /** @throws CommandError 51024 for another value, and for a missing field if `otherwise` is NaN */
  whole(name: string, otherwise = 0): number {
    const value = toNumber(this.value(name) ?? otherwise);
    check(Number.isInteger(value), 51024, `BSON field '${name}' value must be a whole number`);
    return value;
  }

  /** @throws CommandError 51024 for another value, and for a missing field if `otherwise` is NaN */
  count(name: string, otherwise = 0): number {
    const value = this.whole(name, otherwise);
    check(value >= 0, 51024, `BSON field '${name}' value must be >= 0`);
    return value;
  }
}
