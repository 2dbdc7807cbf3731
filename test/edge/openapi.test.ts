import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import {
  checkDescribed,
  describedPaths,
  interfaceDescription,
  validatorAt,
} from '../support/described.js';

const document = interfaceDescription();
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into as the JSON that it is
type Json = any;
const operations = Object.entries<Json>(describedPaths()).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
);

/** Resolves a `$ref` in the document. */
const resolved = (value: Json): Json =>
  value.$ref
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((at: Json, part: string) => at?.[part], document)
    : value;

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 and has no dangling reference', () => {
    expect(document.openapi).toBe('3.1.0');
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, ref]) => ref,
    );
    for (const ref of new Set(refs)) {
      const target = ref?.split('/').reduce<Json>((at, part) => at?.[part], document);
      expect(target, ref).toBeDefined();
    }
  });

  it('conforms to the schema of OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it.each(operations)('describes every part of $name', ({ operation }) => {
    expect(operation.summary).toBeTruthy();
    expect(operation.description).toBeTruthy();
    const tags = document.tags?.map((tag: Json) => tag.name);
    for (const tag of operation.tags) expect(tags).toContain(tag);
    for (const parameter of operation.parameters ?? []) {
      const { description } = resolved(parameter);
      expect(description, JSON.stringify(parameter)).toBeTruthy();
    }
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      expect(resolved(response).headers, status).toHaveProperty('Request-Id');
    }
  });

  it('includes rate limit fields on every path with a limit', () => {
    const unnamed = operations.filter(
      (one) => !JSON.stringify(one.operation).includes('RateLimit'),
    );
    expect(unnamed.map(({ name }) => name)).toEqual(['GET /healthz']);
  });

  it('has a unique id for every operation', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('uses no GraphQL name in a description', () => {
    const found: string[] = [];
    JSON.stringify(document, (key, value) => {
      if (key === 'description' && /\b[a-z]+[A-Z]/.test(value)) found.push(value);
      return value;
    });
    expect(found).toEqual([]);
  });

  it.each([
    'CustomerSchemaIn',
    'JobSnapshotOut',
    'RequesterFeedbackIn',
    'RequesterFeedbackOut',
    'RealityReportOut',
    'PublicSiteCheckRequestIn',
    'PublicSiteCheckRequestOut',
    'PublicSiteCheckStatusOut',
    'PublicSiteCheckSelectOfferIn',
    'PublicSiteCheckCreateCheckoutSessionIn',
    'EvidenceSubmitIn',
    'EvidenceSubmitOut',
    'HTTPValidationError',
  ])('has the documented record %s', (name) => {
    expect(document.components.schemas[name]).toBeDefined();
  });

  it.each(operations)(
    'states the credentials and errors of $name',
    ({ path, method, operation }) => {
      expect(operation.security).toBeDefined();
      expect(operation.summary).toBeTruthy();
      expect(operation.description).toBeTruthy();
      if (path.startsWith('/v1/')) {
        expect(operation.responses['429'].headers).toHaveProperty('Retry-After');
        // Each POST accepts an Idempotency-Key, which can be invalid.
        const takesInput = Boolean(
          method === 'post' || operation.requestBody || operation.parameters?.length,
        );
        expect('422' in operation.responses).toBe(takesInput);
      }
    },
  );

  it.each(operations)(
    'lists an API key for $name exactly if an invalid one is rejected',
    ({ operation }) => {
      const takesKey = operation.security.some((schemes: Json) => 'apiKey' in schemes);
      const [{ examples = {} } = {}] = Object.values<Json>(
        operation.responses['401']?.content ?? {},
      );
      expect('api_key_invalid' in examples).toBe(takesKey);
    },
  );

  const posts = operations.filter(
    ({ method, operation }) =>
      method === 'post' && !operation.requestBody?.content['multipart/form-data'],
  );

  it.each(posts)('lists an Idempotency-Key for $name, which can be in use', ({ operation }) => {
    expect(operation.parameters).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'Idempotency-Key', required: false }),
    );
    const conflict = operation.responses['409'];
    expect(conflict.headers).toHaveProperty('Retry-After');
    const { examples } = conflict.content['application/problem+json'];
    expect(examples).toHaveProperty('idempotency_key_reused');
    expect(examples).toHaveProperty('idempotency_in_progress');
  });

  /** Every media type with JSON or a form, by its location in the document. */
  const contents = operations.flatMap(({ name, path, method, operation }) => [
    ...Object.keys(operation.requestBody?.content ?? {}).map((type) => ({
      name: `the body of ${name}`,
      place: ['paths', path, method, 'requestBody', 'content', type],
    })),
    ...Object.entries<Json>(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.keys(content)
        .filter((type) => type.endsWith('json'))
        .map((type) => ({
          name: `${status} of ${name}`,
          place: ['paths', path, method, 'responses', status, 'content', type],
        })),
    ),
  ]);

  it('has a valid example of every body and every JSON response', () => {
    expect(contents.length).toBeGreaterThan(200);
    for (const { name, place } of contents) {
      const { example, examples = {} } = place
        .slice(1)
        .reduce<Json>((at, part) => at[part], describedPaths());
      const shown = [
        ...(example === undefined ? [] : [example]),
        ...Object.values<Json>(examples).map(({ value }) => value),
      ];
      expect(shown, `${name} has no example`).not.toHaveLength(0);
      const validate = validatorAt(...place, 'schema');
      for (const each of shown) {
        expect(validate(each), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
      }
    }
  });

  it('has a valid example of every header field', () => {
    for (const [name, { example }] of Object.entries<Json>(document.components.headers)) {
      const validate = validatorAt('components', 'headers', name, 'schema');
      expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });
});

describe('generated clients', () => {
  /** True for the schema of any JSON value. */
  const isAnyJson = ({ anyOf }: Json) => anyOf?.length === 6;

  /** Every schema of the document, with the location of its definition. */
  function schemasIn(value: Json, place: string, found: [string, Json][] = []) {
    if (typeof value !== 'object' || value === null) return found;
    for (const [key, inner] of Object.entries<Json>(value)) {
      const at = `${place}/${key}`;
      if (['example', 'examples', 'default'].includes(key) || isAnyJson(value)) continue;
      if (key === 'schema' || key === 'items') found.push([at, inner]);
      if (key === 'anyOf') for (const one of inner) found.push([at, one]);
      if (key === 'properties' || at === '/components/schemas') {
        found.push(...Object.entries(inner).map(([k, one]): [string, Json] => [`${at}/${k}`, one]));
      }
      schemasIn(inner, at, found);
    }
    return found;
  }
  const schemas = schemasIn(document, '');

  it('find no tag that operations and webhooks share', () => {
    const received = Object.values<Json>(document.webhooks).flatMap(({ post }) => post.tags);
    const called = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect(received.length).toBeGreaterThan(0);
    expect(received.filter((tag) => called.has(tag))).toEqual([]);
    const defined = document.tags.map(({ name }: Json) => name);
    expect(defined).toEqual(expect.arrayContaining(received));
  });

  it('find one form of id in paths, queries, bodies and responses', () => {
    expect(schemas.filter(([, { format }]) => format === 'uuid')).toEqual([]);
    const ids = schemas.filter(([at, { type }]) => /\/\w*_id$/.test(at) && type !== undefined);
    expect(ids.length).toBeGreaterThan(60);
    expect(ids.filter(([, { type }]) => ![type].flat().includes('string'))).toEqual([]);
  });

  it('find the precision of every number and the size of every long integer', () => {
    const of = (name: string) =>
      schemas.filter(([, schema]) => [schema.type].flat().includes(name) && !isAnyJson(schema));
    expect(of('number').length).toBeGreaterThan(20);
    expect(of('number').filter(([, { format }]) => format !== 'double')).toEqual([]);
    const long = of('integer').filter(([, { maximum = 0 }]) => maximum > 2 ** 31);
    expect(long.length).toBeGreaterThan(0);
    expect(long.filter(([, { format }]) => format !== 'int64')).toEqual([]);
  });

  it('find a type for every schema, including free-form values', () => {
    const known = ['type', '$ref', 'anyOf', 'oneOf', 'const', 'enum'];
    const bare = schemas.filter(([, schema]) => !known.some((key) => key in schema));
    expect(bare.map(([at]) => at)).toEqual([]);
  });
});

describe('the printed document', () => {
  const text = readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8');

  it('is small enough to review', () => {
    expect(text.length).toBeLessThan(1_200_000);
    const lengths = text.split('\n').map((line) => line.length);
    expect(lengths.length).toBeLessThan(30_000);
  });

  it('defines every example once', () => {
    const values = Object.values<Json>(document.components.examples).map(({ value }) =>
      JSON.stringify(value),
    );
    expect(new Set(values).size).toBe(values.length);
    const inline = operations.flatMap(({ name, path, method }) =>
      Object.values<Json>(document.paths[path][method].responses)
        .flatMap(({ content = {} }) => Object.values<Json>(content))
        .flatMap(({ example, examples = {} }) => [example, ...Object.values<Json>(examples)])
        .filter((one) => one !== undefined && !one.$ref)
        .map(() => name),
    );
    expect(inline).toEqual([]);
  });

  it('names a contact and a license', () => {
    const { contact, license } = document.info;
    expect(contact).toEqual({ name: expect.any(String), url: expect.stringMatching(/^https?:/) });
    expect(license.name).toBeTruthy();
  });
});

describe('checkDescribed, which checks every response in the tests', () => {
  const answer = (status: number, body: unknown) =>
    [
      new Response(null, {
        status,
        headers: { 'content-type': 'application/json', 'request-id': 'x', etag: 'x' },
      }),
      JSON.stringify(body),
    ] as const;

  it('fails for an undescribed status, body or missing field', () => {
    expect(() => checkDescribed('GET', '/v1/jobs', ...answer(200, []))).not.toThrow();
    expect(() => checkDescribed('GET', '/v1/jobs', ...answer(418, []))).toThrow('418');
    expect(() => checkDescribed('GET', '/v1/jobs', ...answer(200, {}))).toThrow('array');
    expect(() => checkDescribed('GET', '/v1/jobs', ...answer(200, [{}]))).toThrow('job_id');
    expect(() => checkDescribed('POST', '/v1/jobs', ...answer(201, {}))).toThrow('Location');
    expect(() => checkDescribed('GET', '/healthz', ...answer(200, {}))).toThrow('ETag undescribed');
  });
});
