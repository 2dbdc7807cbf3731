import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const secret = 'S3cretS3cretS3cretS3cretS3cretS3cretS3cretX';

/** Sends what is no request for GraphQL and checks that it is refused as everything else is. */
async function rejectedWith(path: string, init: RequestInit, status = 400) {
  const answer = await app.fetch(path, {
    ...init,
    headers: {
      'x-api-key': pilotKey,
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
    },
  });
  const text = await answer.text();
  expect({ status: answer.status, text }).toMatchObject({ status });
  expect(text).not.toContain(secret.slice(0, 5));
  expect(text).not.toContain('originalError');
  const { errors } = JSON.parse(text);
  expect(errors).toHaveLength(1);
  expect(errors[0].extensions.requestId).toBe(answer.headers.get('request-id'));
  return errors[0].extensions.code;
}

describe('what is no GraphQL request', () => {
  it.each([
    ['no JSON', `{"variables":{"token":${secret}`],
    ['no UTF-8', Buffer.from('{"query":"{ __typename }","variables":{"a":"\xff"}}', 'latin1')],
    ['nothing', ''],
    ['null', 'null'],
    ['a batch', '[{"query":"{ __typename }"}]'],
    ['a query that is no text', '{"query":5}'],
    ['no text to a hash', '{"query":5,"extensions":{"persistedQuery":{"sha256Hash":"00"}}}'],
    ['extensions that are none', '{"query":"{ __typename }","extensions":5}'],
    ['an operation name that is none', '{"query":"{ __typename }","operationName":5}'],
    ['no query', '{}'],
    ['variables that are no object', '{"query":"{ __typename }","variables":[1]}'],
    ['a member that is not known', '{"query":"{ __typename }","id":"x"}'],
    ['what yoga takes for an answer', '{"status":201,"headers":{"a":"b"},"body":"{}"}'],
    ['an answer of great length', '{"status":200,"headers":{},"body":{"length":2000000000}}'],
    ['an answer beside a query', '{"status":200,"headers":{},"query":"{ __typename }"}'],
    [
      'two operations, none of them named',
      '{"query":"query A { __typename } query B { __typename }"}',
    ],
  ])('is refused with its code and the id of the request: %s', async (_, body) => {
    expect(await rejectedWith('/graphql', { method: 'POST', body })).toBe('BAD_REQUEST');
  });

  it.each(['variables', 'extensions'])(
    'is refused when the %s of a GET are no JSON',
    async (name) => {
      const query = new URLSearchParams({ query: '{ __typename }', [name]: secret });
      expect(await rejectedWith(`/graphql?${query}`, {})).toBe('BAD_REQUEST');
    },
  );

  it('returns the id of the request where a document is not known by its hash', async () => {
    const body = '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"00"}}}';
    const code = await rejectedWith('/graphql', { method: 'POST', body }, 404);
    expect(code).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
});

describe('a refusal that is sent as a stream', () => {
  const accept = 'text/event-stream';

  it.each(['[]', '5', '{bad json', '{"query":"{ __typename }","foo":1}'])(
    'has its status: %s',
    async (body) => {
      const headers = { 'x-api-key': pilotKey, 'content-type': 'application/json', accept };
      const answer = await app.fetch('/graphql', { method: 'POST', headers, body });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('event: next');
    },
  );

  it('is ended when another takes its place', async () => {
    const cancel = vi.spyOn(ReadableStream.prototype, 'cancel');
    const query = encodeURIComponent('mutation { revokeApiKey(id: "x") { id } }');
    const answer = await app.fetch(`/graphql?query=${query}`, { headers: { accept } });
    expect(answer.status).toBe(405);
    expect(cancel).toHaveBeenCalledTimes(1);
    cancel.mockRestore();
  });
});

describe('an operation of which nothing runs', () => {
  const ask = (query: string, variables: object, accept: string) =>
    app.fetch('/graphql', {
      method: 'POST',
      headers: { 'x-api-key': pilotKey, 'content-type': 'application/json', accept },
      body: JSON.stringify({ query, variables }),
    });

  it.each([
    ['a query with a bad variable', 'query($id: ID!) { job(id: $id) { jobId } }', 400],
    ['a subscription to no job', 'subscription { jobUpdated(id: "none") { jobId } }', 404],
    ['a subscription behind no cursor', 'subscription { jobEvents(after: "x") { seq } }', 400],
  ])(
    'has the status of its refusal, 200 for the older media type: %s',
    async (_, query, status) => {
      const answer = await ask(query, { id: null }, 'application/graphql-response+json');
      expect(answer.status).toBe(status);
      expect(await answer.json()).not.toHaveProperty('data');
      for (const accept of ['application/json', 'text/event-stream']) {
        const older = await ask(query, { id: null }, accept);
        expect([accept, older.status]).toEqual([accept, 200]);
        await older.text();
      }
    },
  );
});

describe('a client that takes parts', () => {
  const ask = (accept: string, query = '{ __typename }') =>
    app.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': pilotKey, accept },
      body: JSON.stringify({ query }),
    });

  it.each(['multipart/mixed', 'multipart/*', 'text/html', 'application/json;q=0'])(
    'and nothing that is answered is refused before anything runs: %s',
    async (accept) => {
      const before = await app.db.collection('integrators').countDocuments();
      const answer = await ask(
        accept,
        'mutation { createApiKey(input: {integrator: "Parts", label: "x", scopes: []}) { secret } }',
      );
      expect(answer.status).toBe(406);
      expect((await answer.json()).errors[0].extensions.code).toBe('NOT_ACCEPTABLE');
      expect(await app.db.collection('integrators').countDocuments()).toBe(before);
    },
  );

  it.each(['multipart/mixed, application/json', 'Multipart/Mixed;deferSpec=20220824, */*'])(
    'is answered in one: %s',
    async (accept) => {
      const answer = await ask(accept);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/json/);
      expect(answer.headers.get('transfer-encoding')).toBeNull();
      expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
    },
  );
});
