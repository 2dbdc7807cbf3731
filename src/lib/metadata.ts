import { z } from 'zod';
import type { FieldPolicies } from './field-policy.js';
import { pattern, text } from './schema.js';

/** A key of an owner's metadata and its value. */
export interface MetadataEntry {
  key: string;
  value: string;
}

/**
 * Metadata as stored: in the order of the keys. A list, because keys can contain dots, which field names of a document
 * cannot contain in every database.
 */
export type Metadata = readonly MetadataEntry[];

export const metadataKeysMax = 20;
/** Maximum number of keys in one update, which can remove all keys and set as many others. */
const changedKeysMax = 2 * metadataKeysMax;
/** Maximum length of a value. */
export const metadataValueMax = 500;
const keySource = '^[A-Za-z0-9_.-]{1,40}$';
const keyForm = new RegExp(keySource);

export const metadataBounds = `At most ${metadataKeysMax} keys of 1 to 40 characters out of A-Z, a-z, 0-9, "_", "." and "-", with strings of at most ${metadataValueMax} characters`;

/** A key of metadata. */
export const metadataKeyText = () => pattern(keySource);

/** Returns the policies of an entry: only the record that contains it is erased, as a whole. */
export const metadataPolicies: FieldPolicies<MetadataEntry> = {
  key: { erase: 'text', export: false },
  value: { erase: 'text', export: false },
};

function keysWithin(max: number) {
  return z.check<Record<string, unknown>>(({ value, issues }) => {
    const keys = Object.keys(value);
    if (keys.length > max) {
      const message = `Metadata should have at most ${max} keys, not ${keys.length}`;
      issues.push({ code: 'custom', message, input: value });
    }
    for (const key of keys.filter((one) => !keyForm.test(one))) {
      const message = 'Keys should be 1 to 40 characters out of A-Z, a-z, 0-9, "_", "." and "-"';
      issues.push({ code: 'custom', message, input: key, path: [key] });
    }
  });
}

const valueForm = { type: 'string', maxLength: metadataValueMax };

/** The metadata of a new record. */
export const metadata = () =>
  z
    .record(z.string(), text(0, metadataValueMax))
    .check(keysWithin(metadataKeysMax))
    .meta({
      scalar: 'JSONObject',
      form: {
        type: 'object',
        additionalProperties: valueForm,
        maxProperties: metadataKeysMax,
      },
    });

/** Changes of metadata: a string sets a key, null removes it. */
export const metadataChanges = () =>
  z
    .record(z.string(), text(0, metadataValueMax).nullable())
    .check(keysWithin(changedKeysMax))
    .meta({
      scalar: 'JSONObject',
      form: {
        type: 'object',
        additionalProperties: { anyOf: [valueForm, { type: 'null' }] },
        maxProperties: changedKeysMax,
      },
    });

/** Maximum number of keys in a filter. */
export const metadataFilterMax = 5;

/** Values of metadata to filter by. */
export const metadataFilter = () =>
  z
    .record(z.string(), text(0, metadataValueMax))
    .check(keysWithin(metadataFilterMax))
    .meta({
      scalar: 'JSONObject',
      form: {
        type: 'object',
        additionalProperties: valueForm,
        maxProperties: metadataFilterMax,
      },
    });

/** Returns metadata in its stored form; empty without any. */
export function storedMetadata(given: Readonly<Record<string, string>> | null | undefined) {
  return mergedMetadata([], given ?? {});
}

/** Returns metadata with changes: a string sets a key, null removes it. */
export function mergedMetadata(
  before: Metadata,
  changes: Readonly<Record<string, string | null>>,
): MetadataEntry[] {
  const values = new Map(before.map(({ key, value }) => [key, value]));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) values.delete(key);
    else values.set(key, value);
  }
  return [...values]
    .map(([key, value]) => ({ key, value }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Returns stored metadata as an object; empty without any. */
export const shownMetadata = (stored: Metadata | undefined): Record<string, string> =>
  Object.fromEntries((stored ?? []).map(({ key, value }) => [key, value]));
