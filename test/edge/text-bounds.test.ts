import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';
import { interfaceDescription } from '../support/described.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Returns the locations in a schema where a client can send a text or a list of any length. */
function unboundedIn(schema: Json, place: string): string[] {
  const inner = [schema.anyOf, schema.oneOf, schema.allOf].flat().filter(Boolean);
  const isText = schema.type === 'string' && !schema.enum && !schema.format && !schema.pattern;
  return [
    ...(isText && schema.maxLength === undefined ? [place] : []),
    ...(schema.type === 'array' && schema.maxItems === undefined ? [`${place}[]`] : []),
    ...inner.flatMap((one: Json) => unboundedIn(one, place)),
    ...(schema.items ? unboundedIn(schema.items, `${place}[]`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      unboundedIn(member, `${place}.${name}`),
    ),
  ];
}

describe('the OpenAPI document', () => {
  it('states a maximum for every text and list that a client sends', () => {
    const { paths, components } = interfaceDescription() as Json;
    const resolve = (schema: Json): Json =>
      schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema;
    const unbounded: string[] = [];
    let checked = 0;
    for (const [path, methods] of Object.entries<Json>(paths)) {
      for (const [method, operation] of Object.entries<Json>(methods)) {
        const json = operation.requestBody?.content?.['application/json'];
        const queries = (operation.parameters ?? []).filter((one: Json) => one.in === 'query');
        const schemas = [
          ...(json ? [['body', resolve(json.schema)]] : []),
          ...queries.map(({ name, schema }: Json) => [name, resolve(schema)]),
        ];
        checked += schemas.length;
        for (const [name, schema] of schemas) {
          unbounded.push(...unboundedIn(schema, `${method} ${path} ${name}`));
        }
      }
    }
    expect(checked).toBeGreaterThan(100);
    expect(unbounded).toEqual([]);
  });
});

const photo = (length: number) => `https://example.com/${'p'.repeat(length - 20)}`;

describe('reference photos', () => {
  it('of 2,000 characters are stored', async () => {
    const photos = [photo(2_000), photo(2_000)];
    const { status, body } = await app.rest('POST', '/v1/jobs', {
      body: jobBody({ reference_photos: photos }),
    });
    expect(status).toBe(201);
    expect((await app.jobs.findOne({ _id: body.job_id }))?.referencePhotos).toEqual(photos);
  });

  it.each([
    ['/v1/jobs', {}],
    ['/v1/public/site-checks', {}],
  ])('of 2,001 characters are rejected by POST %s', async (path) => {
    const body = jobBody({ reference_photos: [photo(2_000), photo(2_001)] });
    const before = await app.jobs.countDocuments({});
    const { status, body: answer } = await app.rest('POST', path, { body });
    expect(status).toBe(422);
    expect(answer.detail).toEqual([
      {
        type: 'string_too_long',
        loc: ['body', 'reference_photos', 1],
        msg: 'String should have at most 2000 characters',
        ctx: { max_length: 2000 },
      },
    ]);
    expect(await app.jobs.countDocuments({})).toBe(before);
  });

  it('of 2,001 characters are rejected on GraphQL', async () => {
    const { errors } = await app.graphql(
      'mutation($input: CreateJobInput!) { createJob(input: $input) { jobId } }',
      {
        input: {
          objective: 'Is it open?',
          address: 'Alexanderplatz 1, Berlin',
          latitude: 52.5,
          longitude: 13.4,
          notes: 'None.',
          nonce: 'nonce-of-long-photos',
          referencePhotos: [photo(2_001)],
        },
      },
    );
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [
        {
          path: ['input', 'referencePhotos', '0'],
          message: 'String should have at most 2000 characters',
        },
      ],
    });
  });
});

describe('a list filter', () => {
  it('of GET /v1/jobs accepts any status that fits in a URL', async () => {
    const { status, body } = await app.rest('GET', `/v1/jobs?status=${'s'.repeat(7_000)}`);
    expect([status, body]).toEqual([200, []]);
  });

  it('is rejected if it is longer than any name', async () => {
    const { status, body } = await app.rest(
      'GET',
      `/v1/operator/beliefs?status=${'s'.repeat(201)}`,
    );
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ type: 'string_too_long', loc: ['query', 'status'] }]);
    const { errors } = await app.graphql(
      'query($status: String) { beliefs(filter: { status: $status }) { nodes { id } } }',
      { status: 's'.repeat(201) },
    );
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });
});
