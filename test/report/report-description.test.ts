import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { interfaceDescription } from '../support/described.js';
import { completedJob } from './support/flow.js';

let app: TestApp;
let jobId: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ jobId } = await completedJob(app));
});
afterAll(() => app.stop());

const { schemas } = interfaceDescription().components;
const nameIn = ($ref: string) => $ref.split('/').at(-1) ?? '';

/** Returns the signed part of a value, using only its schema in the OpenAPI document. */
function signedPart(value: Json, schema: Json): Json {
  if (schema.$ref) return signedPart(value, schemas[nameIn(schema.$ref)]);
  if (Array.isArray(value)) return value.map((item) => signedPart(item, schema.items));
  if (!schema.properties) return value;
  return Object.fromEntries(
    Object.entries<Json>(schema.properties)
      .filter(([, { description }]) => !description.includes('Not signed'))
      .map(([name, property]) => [name, signedPart(value[name], property)]),
  );
}

const hashOf = (content: Json) => hash('sha256', canonicalize(content) ?? '', 'hex');

describe('the OpenAPI description of a report', () => {
  it('is sufficient to rebuild the signed content of each version and verify its hash', async () => {
    const path = `/v1/jobs/${jobId}/reality-report`;
    const first = await app.rest('POST', path);
    await app.rest('POST', `/v1/jobs/${jobId}/requester-feedback`, {
      body: { verdict: 'accepted' },
    });
    const second = await app.rest('POST', path);
    expect([first.body.version_number, second.body.version_number]).toEqual([1, 2]);
    for (const { body } of [first, second]) {
      const content = signedPart(body, schemas.RealityReportOut);
      expect(content.evidence_items).toHaveLength(3);
      expect(hashOf(content)).toBe(body.integrity.content_sha256);
    }
  });

  it.each(['PublicSiteCheckReportOut', 'CustomerRequestReportOut'])(
    'marks the same properties in %s',
    async (name) => {
      const { body } = await app.rest('GET', `/v1/jobs/${jobId}/report`);
      expect(hashOf(signedPart({ account: {}, ...body }, schemas[name]))).toBe(
        body.integrity.content_sha256,
      );
    },
  );
});

describe('the PDF of a report', () => {
  it.each(['application/problem+json', 'application/json', 'application/pdf'])(
    'is returned for Accept: %s',
    async (accept) => {
      const answer = await app.fetch(`/v1/jobs/${jobId}/report.pdf`, {
        headers: { accept, 'x-api-key': pilotKey },
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    },
  );
});
