import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../src/errors.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('the REST API', () => {
  it('returns 404 as problem details for an unknown path', async () => {
    const answer = await app.rest('GET', '/v1/nothing');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toEqual({
      type: '/errors/not_found',
      title: 'Not found',
      status: 404,
      detail: expect.any(String),
      instance: '/v1/nothing',
      code: 'not_found',
      hint: expect.any(String),
      request_id: answer.headers.get('request-id'),
    });
  });

  it('returns 405 with Allow before it requires a key', async () => {
    const answer = await app.rest('DELETE', '/v1/jobs', { key: null });
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS');
  });

  it("exposes none of sofa's own webhook routes", async () => {
    for (const path of ['/webhook', '/v1/webhook', '/webhook/x', '/v1/webhook/x']) {
      const answer = await app.rest('POST', path, { body: { url: 'http://127.0.0.1:1' } });
      expect(answer.status).toBe(404);
    }
  });

  it('answers HEAD like GET, without a body', async () => {
    const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
    const get = await app.rest('GET', `/v1/jobs/${body.job_id}`);
    const head = await app.rest('HEAD', `/v1/jobs/${body.job_id}`);
    expect(head).toMatchObject({ status: 200 });
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  });

  it('returns 304 if nothing has changed, and 200 after a change', async () => {
    const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
    const path = `/v1/jobs/${body.job_id}`;
    const etag = (await app.rest('GET', path)).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    expect((await app.rest('GET', path, { headers })).status).toBe(304);
    await app.rest('POST', `${path}/cancel`, { body: {} });
    expect((await app.rest('GET', path, { headers })).status).toBe(200);
  });

  it('rejects a body over 256 KiB before it requires a key, with or without Content-Length', async () => {
    const big = JSON.stringify(jobBody({ extra: 'x'.repeat(300_000) }));
    expect(await app.rest('POST', '/v1/jobs', { key: null, body: big })).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const chunked = await app.fetch('/v1/jobs', {
      method: 'POST',
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  it('rejects a URL over 8 KiB', async () => {
    expect((await app.rest('GET', `/v1/jobs?status=${'x'.repeat(9_000)}`)).status).toBe(414);
  });

  it('lets neither query nor body override the path or each other', async () => {
    const answer = await app.rest('POST', '/v1/jobs?objective=from-the-query', {
      body: jobBody({ job_id: 'x', id: 'x' }),
    });
    expect(answer.body.objective).toBe('Is the shop open?');
  });

  it('rejects bodies that are not objects with 422', async () => {
    for (const body of ['null', '[1]', '"x"', '7', '{bad', '']) {
      const headers = { 'content-type': 'application/json' };
      expect((await app.rest('POST', '/v1/jobs', { body, headers })).status).toBe(422);
    }
  });

  it('uses a safe request id of the client, and otherwise creates one', async () => {
    const id = 'client-request-1';
    const answer = await app.rest('GET', '/healthz', { headers: { 'request-id': id } });
    expect(answer.headers.get('request-id')).toBe(id);
    const bad = await app.rest('GET', '/healthz', { headers: { 'request-id': 'a b' } });
    expect(bad.headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('an internal error', () => {
  it('is masked over REST and GraphQL, and logged with the request id', async () => {
    const { jobs } = app.services;
    const broken = { ...jobs, get: () => Promise.reject(new Error('secret detail of the inside')) };
    Object.assign(app.services, { jobs: broken });
    try {
      const rest = await app.rest('GET', '/v1/jobs/x');
      expect(rest).toMatchObject({ status: 500, body: { code: 'internal_error' } });
      const graphql = await app.graphql('{ job(id: "x") { jobId } }');
      expect(graphql.errors?.[0]?.extensions['code']).toBe('INTERNAL_ERROR');
      expect(JSON.stringify([rest.body, graphql.errors])).not.toContain('secret detail');
      const log = app.logLines.join('');
      expect(log).toContain('secret detail of the inside');
      expect(log).toContain(rest.body.request_id);
      expect(log).toContain(graphql.errors?.[0]?.extensions['requestId']);
    } finally {
      Object.assign(app.services, { jobs });
    }
  });
});

describe('the GraphQL API', () => {
  it('reports syntax errors, unknown fields, bad variables and unknown ids by code', async () => {
    const code = async (query: string, variables = {}) =>
      (await app.graphql(query, variables)).errors?.[0]?.extensions['code'];
    expect((await app.graphql('{')).errors?.[0]?.extensions).toEqual({
      code: 'GRAPHQL_PARSE_FAILED',
      hint: errorCatalogue.graphql_parse_failed[2],
      requestId: expect.any(String),
    });
    expect(await code('{ jobz { totalCount } }')).toBe('GRAPHQL_VALIDATION_FAILED');
    const query = 'query($first: Int!) { jobs(first: $first) { totalCount } }';
    expect(await code(query, { first: 'x' })).toBe('BAD_USER_INPUT');
    expect(await code('{ job(id: "none") { jobId } }')).toBe('JOB_NOT_FOUND');
  });

  it('does not echo the value of a bad variable, which can be a secret', async () => {
    const query =
      'mutation($id: ID!, $input: AssignJobInput!) { assignJob(id: $id, input: $input) { taskToken } }';
    for (const input of [
      { assigneeName: { secret: 'hidden-value' } },
      { assigneeName: 'hidden-value', other: 1 },
      { assigneeName: 'hidden-value; too', expiresInHours: 'hidden-value' },
    ]) {
      const { errors } = await app.graphql(query, { id: 'x', input });
      expect(errors?.[0]).toMatchObject({
        message: expect.stringMatching(/^Variable "\$input" got an invalid value/),
        extensions: { code: 'BAD_USER_INPUT' },
      });
      expect(JSON.stringify(errors)).not.toContain('hidden-value');
    }
  });

  it.each([
    ['a date', { createdAfter: 'hidden-value' }],
    ['a date with a semicolon', { createdAfter: 'hidden-value; too;' }],
    ['a number for a date', { createdAfter: 1234567 }],
    ['an enum value', { status: 'hidden-value' }],
  ])(
    'reports the location of a bad variable in issues, without its value: %s',
    async (_, filter) => {
      const query = 'query($filter: JobFilter) { jobs(filter: $filter) { totalCount } }';
      const { errors } = await app.graphql(query, { filter });
      const [member = ''] = Object.keys(filter);
      expect(errors?.[0]).toMatchObject({
        message: expect.stringContaining(
          `Variable "$filter" got an invalid value at "filter.${member}"; `,
        ),
        extensions: {
          code: 'BAD_USER_INPUT',
          hint: 'Correct the arguments listed in extensions.issues.',
          issues: [{ path: ['filter', member], message: expect.any(String) }],
        },
      });
      expect(JSON.stringify(errors)).not.toMatch(/hidden-value|1234567/);
    },
  );

  it.each([
    'mutation { assignJob(id: "x", input: {assigneeName: ["hidden-value"]}) { taskToken } }',
    'mutation { assignJob(id: "x", input: "hidden-value: too") { taskToken } }',
    'mutation($id: ID = {a: "hidden-value"}) { openJob(id: $id) { jobId } }',
    '{ jobs(filter: {createdAfter: "hidden-value, found: too"}) { totalCount } }',
    '{ jobs(filter: {status: "hidden-value"}) { totalCount } }',
  ])('does not echo a literal in the document: %s', async (query) => {
    const { errors } = await app.graphql(query);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(/\.$/),
      locations: [expect.anything()],
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
    expect(errors?.map(({ message }) => message).join()).not.toMatch(/hidden-value|too/);
  });

  it('suggests the intended enum value', async () => {
    const { errors } = await app.graphql('{ jobs(filter: {status: "OPEN"}) { totalCount } }');
    expect(errors?.[0]?.message).toBe(
      'Enum "JobStatus" cannot represent non-enum value. Did you mean the enum value "OPEN"?',
    );
  });

  it('lists a missing variable in issues', async () => {
    const { errors } = await app.graphql(
      'query($first: Int!) { jobs(first: $first) { totalCount } }',
    );
    const message = 'Variable "$first" of required type "Int!" was not provided.';
    expect(errors?.[0]).toMatchObject({
      message,
      extensions: { code: 'BAD_USER_INPUT', issues: [{ path: ['first'], message }] },
    });
  });

  it.each([
    ['of the wrong type', 'query($first: String) { jobs(first: $first) { totalCount } }'],
    ['that is not defined', '{ jobs(first: $first) { totalCount } }'],
  ])('reports no other arguments if the document has a variable %s', async (_, query) => {
    const { errors } = await app.graphql(query);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions).toEqual({
      code: 'GRAPHQL_VALIDATION_FAILED',
      hint: errorCatalogue.graphql_validation_failed[2],
      requestId: expect.any(String),
    });
  });

  it('reports the location of an invalid date literal', async () => {
    const { errors } = await app.graphql(
      '{ jobs(filter: { createdAfter: "today" }) { totalCount } }',
    );
    expect(errors?.[0]).toMatchObject({
      locations: [{ line: 1, column: 32 }],
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
  });

  it('returns data null with the error', async () => {
    const answer = await app.graphql('{ job(id: "none") { jobId } }');
    expect(answer.data).toEqual({ job: null });
    expect(answer.errors?.[0]).toMatchObject({
      path: ['job'],
      extensions: { code: 'JOB_NOT_FOUND', requestId: answer.headers.get('request-id') },
    });
  });
});
