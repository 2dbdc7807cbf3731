import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { endpoints } from '../../src/endpoints.js';
import { schema } from '../../src/graphql/schema.js';
import type { AnswerExamples } from '../../src/rest/openapi/examples.js';
import { openApiDocument } from '../../src/rest/openapi/openapi.js';
import { restRoutes } from '../../src/rest/routes.js';
import { createRestView } from '../../src/rest/view.js';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into as the JSON that it is
type Json = any;

interface Described {
  pattern: RegExp;
  path: string;
  operations: Record<string, Json>;
}

let document: Json;
let examples: AnswerExamples | undefined;
let patterns: Described[] | undefined;
let ajv: Ajv2020;
const validators = new Map<string, ValidateFunction>();

/** Returns the recorded responses, as the build provides them to the service. */
export function recordedExamples(): AnswerExamples {
  const file = new URL('../../dist/examples.json', import.meta.url);
  examples ??= JSON.parse(readFileSync(file, 'utf8')) as AnswerExamples;
  return examples;
}

/** Returns the OpenAPI document as clients receive it. */
export function interfaceDescription(): Json {
  document ??= JSON.parse(
    JSON.stringify(
      openApiDocument(createRestView(schema, restRoutes()), endpoints, recordedExamples()),
    ),
  );
  return document;
}

/** Returns the value at a location of the document, and the location with references resolved. */
function locate(place: readonly string[]): { value: Json; place: string[] } {
  let value: Json = interfaceDescription();
  let at: string[] = [];
  for (const part of place) {
    value = value[part];
    at.push(part);
    while (typeof value?.$ref === 'string') {
      at = value.$ref.slice('#/'.length).split('/');
      value = at.reduce((inside, name) => inside[name], interfaceDescription());
    }
  }
  return { value, place: at };
}

const withoutRefs = (value: Json): Json => {
  if (typeof value !== 'object' || value === null) return value;
  if (/^#\/components\/(responses|parameters|examples)\//.test(value.$ref)) {
    return withoutRefs(locate(value.$ref.slice('#/'.length).split('/')).value);
  }
  if (Array.isArray(value)) return value.map(withoutRefs);
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, withoutRefs(of)]));
};

let resolvedPaths: Json;

/** Returns the paths of the document with all references to shared responses, parameters and examples resolved. */
export function describedPaths(): Json {
  resolvedPaths ??= withoutRefs(interfaceDescription().paths);
  return resolvedPaths;
}

function paths(): Described[] {
  patterns ??= Object.entries<Json>(describedPaths()).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    path,
    operations,
  }));
  return patterns;
}

const pointer = (...parts: string[]) =>
  parts
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');

/** Returns the validator of the schema at a location of the document; locations with the same schema share one. */
export function validatorAt(...given: string[]): ValidateFunction {
  const { place } = locate(given);
  if (!ajv) {
    ajv = new Ajv2020({ strict: false, allErrors: true });
    ajvFormats.default(ajv);
    ajv.addSchema(interfaceDescription(), 'openapi');
  }
  const at = `openapi#/${pointer(...place)}`;
  const known = validators.get(at) ?? ajv.compile({ $ref: at });
  validators.set(at, known);
  return known;
}

/** Header fields that a response has only if its description names them. */
const describedFields = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'Idempotent-Replayed',
  'Content-Range',
  'RateLimit',
];

function checkHeaders(name: string, promised: Json, headers: Headers): void {
  for (const [field, { $ref }] of Object.entries<Json>(promised)) {
    const { required } = interfaceDescription().components.headers[$ref.split('/').at(-1)];
    if (required && !headers.has(field)) throw new Error(`${name} lacks ${field}`);
  }
  for (const field of describedFields) {
    if (headers.has(field) && !promised[field]) throw new Error(`${name} has ${field} undescribed`);
  }
}

/**
 * Checks a response of a documented path against the OpenAPI document: the status must be described, the body must
 * match the schema, and the promised header fields must be present.
 *
 * @throws Error that describes the difference
 */
export function checkDescribed(method: string, url: string, answer: Response, text: string): void {
  const path = url.split('?')[0] ?? '';
  const found = paths().find(({ pattern }) => pattern.test(path));
  const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  const operation = found?.operations[verb];
  if (!found || !operation) return;
  const name = `${method} ${found.path} ${answer.status}`;
  const response = operation.responses[answer.status];
  if (!response) throw new Error(`${name} is not in the interface description`);
  checkHeaders(name, response.headers ?? {}, answer.headers);
  if (method === 'HEAD' || answer.status === 302 || answer.status === 304) return;
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const content = response.content ?? {};
  if (content['*/*']) return;
  if (!content[type])
    throw new Error(`${name} answers ${type}, described: ${Object.keys(content)}`);
  if (!type.endsWith('json')) return;
  const validate = validatorAt(
    'paths',
    found.path,
    verb,
    'responses',
    String(answer.status),
    'content',
    type,
    'schema',
  );
  if (!validate(JSON.parse(text))) {
    const errors = validate.errors?.map((e) => `${e.instancePath} ${e.message}`).join('; ');
    throw new Error(`${name} differs from its schema: ${errors}\n${text.slice(0, 500)}`);
  }
}

/** Returns the response unchanged after checking it against the OpenAPI document. */
export async function described(method: string, url: string, answer: Response): Promise<Response> {
  const json = /json/.test(answer.headers.get('content-type') ?? '');
  const bytes = Buffer.from(json ? await answer.clone().arrayBuffer() : new ArrayBuffer());
  checkDescribed(method, url, answer, textOf(bytes, answer.headers.get('content-encoding')));
  return answer;
}

/** Returns the text of a JSON body, which `fetch` has already decompressed if it was sent over a socket. */
function textOf(bytes: Buffer, encoding: string | null): string {
  if (encoding === 'gzip' && bytes[0] === 0x1f) return gunzipSync(bytes).toString();
  if (encoding === 'br' && bytes.length > 0 && bytes[0] !== 0x7b)
    return brotliDecompressSync(bytes).toString();
  return bytes.toString();
}
