import type { Binary } from 'mongodb';
import { erasedText, wholeDegrees } from './erased.js';

/** The value, or what a list holds, without null. */
type Item<V> = V extends null | undefined ? never : V extends readonly (infer E)[] ? E : V;

/** True for a value without fields: a primitive, a date, bytes, a free object, or one of these or a record. */
type IsValue<V> = unknown extends Item<V> ? true : IsKnownValue<V>;
type IsKnownValue<V> = [
  Extract<Item<V>, string | number | boolean | bigint | Date | Binary>,
] extends [never]
  ? string extends keyof Item<V>
    ? true
    : false
  : true;

/** A replacement that depends on the value or on the time of the erasure. Null and absent values stay. */
export interface Replacement<V> {
  with(value: V, at: Date): V;
}

/**
 * Effect of an erasure on a field.
 *
 * - `keep`: nothing
 * - `text`: replaces a text by `[erased]`; null stays null
 * - `null`: replaces the value by null
 * - `remove`: removes the field
 * - `empty`: replaces a list by an empty one
 * - `coarsen`: rounds a coordinate to whole degrees, which name a region and no place
 * - `delete`: the erasure deletes the whole document
 */
export type Erase<V> =
  | 'keep'
  | 'delete'
  | (NonNullable<V> extends string ? 'text' : never)
  | (null extends V ? 'null' : never)
  | (undefined extends V ? 'remove' : never)
  | (NonNullable<V> extends readonly unknown[] ? 'empty' : never)
  | (NonNullable<V> extends number ? 'coarsen' : never)
  | Replacement<NonNullable<V>>;

interface Common {
  /**
   * Part of the record that the field belongs to, where an erasure can be of one part alone, such as the
   * sender of a message. Erasing the whole record erases every part.
   */
  part?: string;
  /** True if an export contains the field, under its name in snake case; or another name for it there. */
  export: boolean | string;
}

export interface ValuePolicy<V> extends Common {
  erase: Erase<V>;
}

/** Policy of a record, or of a list of records, inside a document: every field of it has a policy. */
export interface NestedPolicy<V> extends Common {
  /** Absent: what the policies of its fields say. */
  erase?: Extract<Erase<V>, string>;
  fields: FieldPolicies<Item<V>>;
}

export type FieldPolicy<V> = IsValue<V> extends true ? ValuePolicy<V> : NestedPolicy<V>;

/** The policy of every field of a stored record. A field without a policy does not compile. */
export type FieldPolicies<T> = { readonly [K in keyof T]-?: FieldPolicy<T[K]> };

/**
 * Checks a document before it is stored, because the compiler accepts fields of a spread that the type lacks.
 *
 * @param before the stored document, which can have fields of an earlier version
 * @throws Error for a field without a policy
 */
export function requirePolicies<T extends object>(
  policies: FieldPolicies<T>,
  document: T,
  before: Partial<T> = {},
): void {
  const unknown = Object.keys(document).filter((key) => !(key in policies || key in before));
  if (unknown.length > 0) throw new Error(`no policy for stored fields: ${unknown.join(', ')}`);
}

/** Policy of a field that says nothing about a person or a place, or that identifies the record. */
export const kept = { erase: 'keep', export: false } as const;

/** Policy of a field of a document that an erasure deletes. */
export const deleted = { erase: 'delete', export: false } as const;

export interface Erasure {
  /** Time of the erasure. */
  at: Date;
  /** Parts to erase; absent for the whole record. */
  parts?: readonly string[];
}

interface AnyPolicy extends Common {
  erase?:
    | 'keep'
    | 'delete'
    | 'text'
    | 'null'
    | 'remove'
    | 'empty'
    | 'coarsen'
    | Replacement<unknown>;
  fields?: AnyPolicies;
}
type AnyPolicies = Readonly<Record<string, AnyPolicy>>;
type AnyRecord = Readonly<Record<string, unknown>>;

const each = (value: unknown, map: (item: AnyRecord) => unknown): unknown =>
  Array.isArray(value) ? value.map(map) : map(value as AnyRecord);

function erasedValue(policy: AnyPolicy, value: unknown, erasure: Erasure): unknown {
  const { erase, fields } = policy;
  if (value === null) return null;
  switch (erase) {
    case 'text':
      return erasedText;
    case 'null':
      return null;
    case 'remove':
      return undefined;
    case 'empty':
      return [];
    case 'coarsen':
      return wholeDegrees(value as number);
    case 'keep':
    case 'delete':
      return value;
    case undefined:
      return fields ? each(value, (item) => erasedItem(fields, item, erasure)) : value;
    default:
      return erase.with(value, erasure.at);
  }
}

const isMeant = ({ part, erase, fields }: AnyPolicy, { parts }: Erasure) =>
  !parts || (part !== undefined ? parts.includes(part) : fields && erase === undefined);

function changes(policies: AnyPolicies, stored: AnyRecord, erasure: Erasure) {
  return Object.entries(policies).flatMap(([key, policy]): [string, unknown][] => {
    const value = stored[key];
    if (value === undefined || !isMeant(policy, erasure)) return [];
    const after = erasedValue(policy, value, erasure);
    return after === value ? [] : [[key, after]];
  });
}

function erasedItem(policies: AnyPolicies, stored: AnyRecord, erasure: Erasure): AnyRecord {
  const after = { ...stored, ...Object.fromEntries(changes(policies, stored, erasure)) };
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
}

/**
 * Returns the fields of a document that an erasure changes, with their values after it; undefined for those
 * that it removes.
 */
export function erasedFields<T extends object>(
  policies: FieldPolicies<T>,
  stored: T,
  erasure: Erasure,
): Partial<T>;
export function erasedFields(
  policies: AnyPolicies,
  stored: AnyRecord,
  erasure: Erasure,
): AnyRecord {
  return Object.fromEntries(changes(policies, stored, erasure));
}

/** Returns a record as it is after an erasure. */
export function erasedRecord<T extends object>(
  policies: FieldPolicies<T>,
  stored: T,
  erasure: Erasure,
): T;
export function erasedRecord(
  policies: AnyPolicies,
  stored: AnyRecord,
  erasure: Erasure,
): AnyRecord {
  return erasedItem(policies, stored, erasure);
}

const snakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function exported(policies: AnyPolicies, stored: AnyRecord): AnyRecord {
  return Object.fromEntries(
    Object.entries(policies).flatMap(([key, policy]): [string, unknown][] => {
      if (policy.export === false) return [];
      const name = policy.export === true ? snakeCase(key) : policy.export;
      const value = stored[key] ?? null;
      const { fields } = policy;
      const isNested = fields && value !== null;
      return [[name, isNested ? each(value, (item) => exported(fields, item)) : value]];
    }),
  );
}

/** Returns what an export contains of a record: null for an absent field. */
export function exportedFields<T extends object>(
  policies: FieldPolicies<T>,
  stored: T,
): Readonly<Record<string, unknown>>;
export function exportedFields(policies: AnyPolicies, stored: AnyRecord): AnyRecord {
  return exported(policies, stored);
}
