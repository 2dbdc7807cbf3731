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

  it('names every operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
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

  it.each(operations)('$name says who may call it and how it refuses', ({ path, operation }) => {
    expect(operation.security).toBeDefined();
    expect(operation.summary).toBeTruthy();
    expect(operation.description).toBeTruthy();
    if (path.startsWith('/v1/')) {
      expect(operation.responses['429'].headers).toHaveProperty('Retry-After');
      expect(operation.responses['422']).toBeDefined();
    }
  });

  const bodies = operations.filter(
    ({ operation }) => operation.requestBody?.content['application/json'],
  );
  it.each(bodies)(
    '$name has an example of its body that is valid',
    ({ path, method, operation }) => {
      const { example } = operation.requestBody.content['application/json'];
      expect(example).toBeDefined();
      const validate = validatorAt(
        'paths',
        path,
        method,
        'requestBody',
        'content',
        'application/json',
        'schema',
      );
      expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
    },
  );

  it('has examples of refusals that are valid', () => {
    const validate = validatorAt('components', 'schemas', 'Problem');
    for (const { operation } of operations) {
      for (const response of Object.values<Json>(operation.responses)) {
        const { examples = {} } = response.content?.['application/problem+json'] ?? {};
        for (const { value } of Object.values<Json>(examples)) expect(validate(value)).toBe(true);
      }
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
  });
});
