import type { z } from 'zod';
import { describeField } from '../../lib/schema.js';
import { coerceField, coerceParameters, invalid, type Place, type WireObject } from './coerce.js';
import { Fault, Issues, missing, type ValidationIssue } from './issue.js';
import { snakeCase } from './names.js';
import { secretNames } from './secrets.js';
import {
  decodeJson,
  JsonSyntaxError,
  parseJson,
  UnreadableBodyError,
  type WireValue,
} from './wire-json.js';

/**
 * The result of validation. `unreadable` is a body that is not text of its encoding, or exceeds the reader's limits:
 * 400 `bad_request`, while `invalid` is 422 with the issues as `detail`.
 */
export type Validation<T> =
  | { outcome: 'valid'; value: T }
  | { outcome: 'invalid'; issues: ValidationIssue[] }
  | { outcome: 'unreadable' };

/** A JSON body as received. */
export interface RawBody {
  bytes: Uint8Array;
  /** The Content-Type header; a body without one is not parsed as JSON. */
  contentType: string | null | undefined;
}

/** Text by wire name; names of headers are in lower case. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** The parts of a request that are validated together. A request has a body or a form. */
export interface RequestParts {
  path?: { schema: z.ZodObject; values: Texts };
  query?: { schema: z.ZodObject; values: URLSearchParams };
  header?: { schema: z.ZodObject; values: Texts };
  body?: { schema: z.ZodObject; read: () => WireValue };
  form?: { schema: z.ZodObject; values: Texts };
}

type TypedParts<Parts> = {
  [Name in keyof Parts]: NonNullable<Parts[Name]> extends {
    schema: infer Schema extends z.ZodObject;
  }
    ? z.output<Schema>
    : never;
};

/**
 * Validates all parts of a request and reports their issues together, in FastAPI's order: path, query, header, body.
 * Malformed JSON is reported alone; an unreadable body overrides everything.
 *
 * Stricter than FastAPI: numbers are finite, text has no lone surrogates, timestamps are in the years 1 to 9999,
 * secrets are not echoed, and issues and inputs are bounded by `validationLimits`. Issues can contain bigints, so write
 * them with `writeJson`.
 */
export function validateRequest<const Parts extends RequestParts>(
  parts: Parts,
): Validation<TypedParts<Parts>> {
  const { path, query, header, body, form } = parts;
  const issues = new Issues(Object.values(parts).map((part) => secretNames(part.schema)));
  let json: WireValue | undefined;
  try {
    json = body?.read();
  } catch (error) {
    if (error instanceof UnreadableBodyError) return { outcome: 'unreadable' };
    if (!(error instanceof JsonSyntaxError)) throw error;
    const fault = new Fault('json_invalid', 'JSON decode error', { error: error.message });
    issues.add(fault, ['body', error.position], {});
    return { outcome: 'invalid', issues: issues.list };
  }
  const at = (source: string): Place => ({ issues, loc: [source], secret: false });
  const typed = {
    ...(path && { path: coerceTexts(path.schema, path.values, at('path')) }),
    ...(query && { query: coerceQuery(query.schema, query.values, at('query')) }),
    ...(header && { header: coerceTexts(header.schema, header.values, at('header'), headerName) }),
    ...(body && { body: coerceBody(body.schema, json ?? null, at('body')) }),
    ...(form && { form: coerceTexts(form.schema, withoutEmpty(form.values), at('body')) }),
  };
  if (issues.list.length > 0) return { outcome: 'invalid', issues: issues.list };
  return { outcome: 'valid', value: typed as TypedParts<Parts> };
}

function coerceTexts(schema: z.ZodObject, values: Texts, place: Place, wireName = snakeCase) {
  const given = Object.entries(values).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined;
  });
  return coerceParameters(schema, Object.fromEntries(given), place, wireName);
}

/** Returns the last value of each parameter. */
const lastOfEach = (values: URLSearchParams): Record<string, string> => Object.fromEntries(values);

/** Parses a query. Each member of an object is a parameter: `metadata[shop]=0042`. */
function coerceQuery(schema: z.ZodObject, values: URLSearchParams, place: Place): unknown {
  const given: WireObject = { ...lastOfEach(values) };
  for (const [name, field] of Object.entries(schema.shape)) {
    if (describeField(field as z.ZodType).kind !== 'json') continue;
    const wire = snakeCase(name);
    const members = Object.entries(given).filter(
      ([key]) => key.startsWith(`${wire}[`) && key.endsWith(']'),
    );
    if (members.length === 0) continue;
    given[wire] = Object.fromEntries(
      members.map(([key, value]) => [key.slice(wire.length + 1, -1), value]),
    );
  }
  return coerceParameters(schema, given, place, snakeCase);
}

const headerName = (field: string) => snakeCase(field).replaceAll('_', '-');

/** An empty form field counts as omitted. */
const withoutEmpty = (values: Texts): Texts =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

function coerceBody(schema: z.ZodObject, json: WireValue, place: Place): unknown {
  if (json === null) {
    place.issues.add(missing, place.loc, null);
    return invalid;
  }
  // A value that is not an object has no names that identify secrets, so all of it could be one.
  const isObject = typeof json === 'object' && !Array.isArray(json);
  return coerceField(schema, json, { ...place, secret: !isObject && secretNames(schema).size > 0 });
}

/**
 * Returns the JSON value, the text itself if the content type is not JSON, or null for an empty body.
 *
 * @throws UnreadableBodyError, JsonSyntaxError
 */
export function readJsonBody({ bytes, contentType }: RawBody): WireValue {
  if (bytes.length === 0) return null;
  return isJson(contentType ?? '') ? parseJson(decodeJson(bytes)) : new TextDecoder().decode(bytes);
}

/** Returns true for `application/json` and `application/*+json` with any parameters. */
function isJson(contentType: string): boolean {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^application\/(?:json|[^/]*\+json)$/.test(type);
}

/** Validates only a JSON body. */
export function validateJsonBody<S extends z.ZodObject>(schema: S, body: RawBody) {
  return only('body', validateRequest({ body: { schema, read: () => readJsonBody(body) } }));
}

/** Validates only query parameters. */
export function validateQuery<S extends z.ZodObject>(schema: S, values: URLSearchParams) {
  return only('query', validateRequest({ query: { schema, values } }));
}

/** Validates only the text fields of a form. */
export function validateForm<S extends z.ZodObject>(schema: S, values: Texts) {
  return only('form', validateRequest({ form: { schema, values } }));
}

function only<Name extends string, T extends Record<Name, unknown>>(
  name: Name,
  validation: Validation<T>,
): Validation<T[Name]> {
  return validation.outcome === 'valid'
    ? { outcome: 'valid', value: validation.value[name] }
    : validation;
}
