import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { checkDescribed, interfaceDescription, validatorAt } from '../support/described.js';

const document = interfaceDescription();
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into as the JSON that it is
type Json = any;
const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
);

/** Follows a `$ref` into the document. */
const resolved = (value: Json): Json =>
  value.$ref
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((at: Json, part: string) => at?.[part], document)
    : value;

describe('the interface description', () => {
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

  it('names rate limit fields on every path that has a limit', () => {
    const unnamed = operations.filter((one) => !JSON.stringify(one.operation).includes('RateLimit'));
    expect(unnamed.map(({ name }) => name)).toEqual(['GET /healthz']);
  });

  it('names every operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes nothing by a name that only GraphQL has', () => {
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
    '$name says who may call it and how it refuses',
    ({ path, method, operation }) => {
      expect(operation.security).toBeDefined();
      expect(operation.summary).toBeTruthy();
      expect(operation.description).toBeTruthy();
      if (path.startsWith('/v1/')) {
        expect(operation.responses['429'].headers).toHaveProperty('Retry-After');
        // Each POST takes an Idempotency-Key, which may be wrong.
        const takesInput = Boolean(
          method === 'post' || operation.requestBody || operation.parameters?.length,
        );
        expect('422' in operation.responses).toBe(takesInput);
      }
    },
  );

  it.each(operations)(
    '$name says that it takes an API key where it refuses one',
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

  it.each(posts)('$name takes an Idempotency-Key, which may be in use', ({ operation }) => {
    expect(operation.parameters).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'Idempotency-Key', required: false }),
    );
    const conflict = operation.responses['409'];
    expect(conflict.headers).toHaveProperty('Retry-After');
    const { examples } = conflict.content['application/problem+json'];
    expect(examples).toHaveProperty('idempotency_key_reused');
    expect(examples).toHaveProperty('idempotency_in_progress');
  });

  /** Every media type with JSON or a form in it, by its place in the document. */
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

  it('has an example of every body and every JSON answer, which is valid', () => {
    expect(contents.length).toBeGreaterThan(200);
    for (const { name, place } of contents) {
      const { example, examples = {} } = place.reduce<Json>((at, part) => at[part], document);
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

  it('has an example of every header field, which is valid', () => {
    for (const [name, { example }] of Object.entries<Json>(document.components.headers)) {
      const validate = validatorAt('components', 'headers', name, 'schema');
      expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });
});

describe('the check of every answer in the tests', () => {
  const answer = (status: number, body: unknown) =>
    [
      new Response(null, {
        status,
        headers: { 'content-type': 'application/json', 'request-id': 'x', etag: 'x' },
      }),
      JSON.stringify(body),
    ] as const;

  it('fails on a status, a body or a missing field that is not described', () => {
    expect(() => checkDescribed('GET', '/v1/jobs', ...answer(200, []))).not.toThrow();
    expect(() => checkDescribed('GET', '/v1/jobs', ...answer(418, []))).toThrow('418');
    expect(() => checkDescribed('GET', '/v1/jobs', ...answer(200, {}))).toThrow('array');
    expect(() => checkDescribed('GET', '/v1/jobs', ...answer(200, [{}]))).toThrow('job_id');
    expect(() => checkDescribed('POST', '/v1/jobs', ...answer(201, {}))).toThrow('Location');
    expect(() => checkDescribed('GET', '/healthz', ...answer(200, {}))).toThrow('ETag undescribed');
  });
});
