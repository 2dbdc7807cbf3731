import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDocuments } from '../../src/graphql/documents.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const hashOf = (query: string) => createHash('sha256').update(query).digest('hex');
function get(query: string | null, hash: string, headers: Record<string, string> = {}) {
  const search = new URLSearchParams({
    ...(query && { query }),
    extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash } }),
  });
  return app.fetch(`/graphql?${search}`, {
    headers: { 'x-api-key': pilotKey, accept: 'application/graphql-response+json', ...headers },
  });
}

it('runs a document by its hash after it was sent once with its text', async () => {
  const query = '{ viewer { scopes } }';
  const unknown = await get(null, hashOf(query));
  expect(unknown.status).toBe(404);
  expect((await unknown.json()).errors[0]).toMatchObject({
    message: 'PersistedQueryNotFound',
    extensions: {
      code: 'PERSISTED_QUERY_NOT_FOUND',
      hint: expect.stringContaining('once'),
      requestId: expect.any(String),
    },
  });
  expect((await get(query, hashOf(query))).status).toBe(200);
  const known = await get(null, hashOf(query));
  expect((await known.json()).data.viewer.scopes).toContain('OPERATOR');
});

it('returns 304 while nothing has changed', async () => {
  const query = '{ jobs { totalCount } }';
  const first = await get(query, hashOf(query));
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect((await get(null, hashOf(query), { 'if-none-match': etag })).status).toBe(304);
});

it('rejects the hash of another document, and stores no mutation', async () => {
  const query = '{ __typename }';
  expect((await get(query, hashOf('{ viewer { scopes } }'))).status).toBe(400);
  const mutation = 'mutation { openJob(id: "x") { jobId } }';
  const extensions = { persistedQuery: { version: 1, sha256Hash: hashOf(mutation) } };
  const post = (body: object) =>
    app.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': pilotKey },
      body: JSON.stringify(body),
    });
  const sent = await (await post({ query: mutation, extensions })).json();
  expect(sent.errors[0].extensions.code).toBe('JOB_NOT_FOUND');
  const byHash = await (await post({ extensions })).json();
  expect(byHash.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
  expect((await get(null, hashOf(mutation))).status).toBe(404);
  expect((await get(mutation, hashOf(mutation))).status).toBe(405);
});

it('stores a thousand documents, and evicts the least recently used', () => {
  const documents = createDocuments();
  const send = (query: string, sent: boolean) => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: hashOf(query) } };
    return documents.resolve({ ...(sent && { query }), extensions }).query;
  };
  const queries = Array.from({ length: 1001 }, (_, i) => `{ a${i}: __typename }`);
  const [first = '', second = '', ...others] = queries;
  send(first, true);
  send(second, true);
  expect(send(first, false)).toBe(first);
  for (const query of others) send(query, true);
  expect(send(first, false)).toBe(first);
  expect(() => send(second, false)).toThrow('PersistedQueryNotFound');
});
