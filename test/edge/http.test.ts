import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { errorCatalogue } from '../../src/errors.js';
import { type Json, jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { described, interfaceDescription } from '../support/described.js';

let app: TestApp;
let jobId: string;
beforeAll(async () => {
  app = await startTestApp();
  jobId = (await app.rest('POST', '/v1/jobs', { body: jobBody() })).body.job_id;
});
afterAll(() => app.stop());

describe('browsers of other origins', () => {
  const preflight = (path: string) =>
    app.fetch(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key,content-type,idempotency-key',
      },
    });

  it.each(['/v1/jobs', '/v1/jobs/x/requester-feedback', '/graphql', '/v1/provider/evidence'])(
    'may send their key to %s',
    async (path) => {
      const answer = await preflight(path);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
      const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
      for (const name of [
        'x-api-key',
        'authorization',
        'content-type',
        'idempotency-key',
        'last-event-id',
      ]) {
        expect(allowed).toContain(name);
      }
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    },
  );

  it('may use /mcp from a page of this machine, as inspectors of the protocol do', async () => {
    const requested = await preflight('/mcp');
    expect(requested.headers.get('access-control-allow-origin')).toBe('*');
    const allowed = requested.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
    expect(allowed.split(', ')).toEqual(
      expect.arrayContaining(['x-api-key', 'content-type', 'mcp-protocol-version']),
    );
    const answer = await app.fetch('/mcp', {
      method: 'POST',
      headers: {
        origin: 'http://localhost:6274',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('may read answers, refusals too, and the fields that matter', async () => {
    for (const [path, status] of [
      [`/v1/jobs/${jobId}`, 200],
      ['/v1/jobs/none', 404],
      ['/v1/nothing', 404],
    ] as const) {
      const answer = await app.rest('GET', path, { headers: { origin: 'https://app.example' } });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')).toContain('Request-Id');
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  it.each([
    '/media/x/y',
    '/sandbox/media/x/y',
    '/log/checkpoint',
    '/sandbox/log/checkpoint',
    '/console/config',
  ])('may read %s', async (path) => {
    const answer = await app.fetch(path, { headers: { origin: 'https://app.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each(['/capture', '/console', '/console/config/x', '/console/configuration', '/sandbox/x'])(
    'are kept from our own pages: %s',
    async (path) => {
      const answer = await app.fetch(path, { headers: { origin: 'https://app.example' } });
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    },
  );
});

describe('OPTIONS', () => {
  it('says the methods of every path, and 404 where there is none', async () => {
    const answer = await app.fetch(`/v1/jobs/${jobId}`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const nowhere = await app.fetch('/v1/nothing', { method: 'OPTIONS' });
    expect(nowhere.status).toBe(404);
    expect(nowhere.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('HEAD', () => {
  it.each([
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/v1/jobs',
    '/errors/not_found',
    '/graphql?query={__typename}',
  ])('%s answers as GET does, without a body', async (path) => {
    const headers = { 'x-api-key': pilotKey, accept: '*/*' };
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => app.fetch(path, { method, headers })),
    );
    expect(head?.status).toBe(get?.status);
    expect(await head?.text()).toBe('');
    for (const name of ['content-type', 'etag', 'cache-control']) {
      expect(head?.headers.get(name)).toBe(get?.headers.get(name));
    }
  });
});

describe('/openapi.json', () => {
  it('is the printed document with the address of the service, recorded answers included', async () => {
    const { body } = await app.rest('GET', '/openapi.json', { key: null });
    const { info, ...description } = interfaceDescription();
    expect(body).toEqual({
      ...description,
      info: { ...info, contact: { ...info.contact, url: 'http://service.test/docs' } },
      servers: [{ url: 'http://service.test' }],
    });
    const created = body.components.examples.create_job;
    expect(created.value).toMatchObject({ objective: 'Is the shop open?' });
  });
});

describe('pages and files whose address stays the same', () => {
  it.each([
    ['/graphql', 'text/html'],
    ['/openapi.json', '*/*'],
  ])('are asked for again: %s', async (path, accept) => {
    const first = await app.fetch(path, { headers: { accept } });
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const etag = first.headers.get('etag') ?? '';
    const again = await app.fetch(path, { headers: { accept, 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('media types', () => {
  it('refuses a client that does not take JSON with 406, before it asks for a key', async () => {
    const headers = { accept: 'text/html, application/xml;q=0.9' };
    const answer = await app.rest('GET', '/v1/jobs', { key: null, headers });
    expect(answer).toMatchObject({ status: 406, body: { code: 'not_acceptable' } });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    for (const accept of [
      '*/*',
      'application/*',
      'application/json;q=0.1, text/html',
      '',
      'application/json; charset=utf-8',
      'application/json;profile="a,b";q=0.5',
    ]) {
      expect((await app.rest('GET', '/v1/jobs', { headers: { accept } })).status).toBe(200);
    }
    for (const accept of ['application/json;q=0, */*', 'application/json;charset=utf-8;q=0']) {
      expect((await app.rest('GET', '/v1/jobs', { headers: { accept } })).status).toBe(406);
    }
  });

  const errorTypes = [
    'application/problem+json',
    'application/problem+json;charset=utf-8',
    'application/problem+json, text/html',
  ];

  it('returns the success type when Accept names only an error type, on every path of /v1', async () => {
    const paths = Object.entries<Json>(interfaceDescription().paths);
    for (const [path, methods] of paths.filter(([path]) => path.startsWith('/v1/'))) {
      for (const method of Object.keys(methods)) {
        const url = path.replace(/\{\w+\}/g, 'none');
        for (const accept of errorTypes) {
          const { status } = await app.rest(method.toUpperCase(), url, { headers: { accept } });
          expect(status, `${method} ${path} ${accept}`).not.toBe(406);
        }
      }
    }
  });

  it.each(['text/html', 'application/problem+json, application/pdf;q=0', 'application/json;q=0'])(
    'rejects Accept: %s on the path of a PDF',
    async (accept) => {
      const answer = await app.rest('GET', '/v1/jobs/none/report.pdf', { headers: { accept } });
      expect(answer).toMatchObject({ status: 406, body: { code: 'not_acceptable' } });
    },
  );

  it('creates nothing for a client that would not take the answer', async () => {
    const before = await app.db.collection('jobs').countDocuments();
    const headers = { accept: 'text/html' };
    expect((await app.rest('POST', '/v1/jobs', { body: jobBody(), headers })).status).toBe(406);
    expect(await app.db.collection('jobs').countDocuments()).toBe(before);
  });

  it('answers 404 and 405 before 406', async () => {
    const headers = { accept: 'text/html' };
    expect((await app.rest('GET', '/v1/nothing', { headers })).status).toBe(404);
    expect((await app.rest('DELETE', '/v1/jobs', { headers })).status).toBe(405);
  });

  it.each(['/log/tile/9/x999', '/log/tile/9/x%0A999', '/sandbox/log/tile/9/%0A'])(
    'refuses a browser on a documented path in problem details: %s',
    async (path) => {
      const answer = await app.fetch(path, { headers: { accept: 'text/html' } });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    },
  );

  it('refuses other bodies than JSON on /graphql, and other than multipart on uploads', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const answer = await app.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"query":"{ __typename }"}',
      });
      expect(answer.status).toBe(415);
      expect((await answer.json()).errors[0].extensions.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    }
    const upload = await app.rest('POST', '/v1/provider/evidence', { body: {} });
    expect(upload).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });

  it('speaks GraphQL’s form at 405, 406, 413 and 414 of /graphql', async () => {
    const query = encodeURIComponent('mutation { cancelJob(id: "x") { jobId } }');
    const byGet = await app.fetch(`/graphql?query=${query}`, {
      headers: { accept: 'application/json' },
    });
    expect(byGet.status).toBe(405);
    expect((await byGet.json()).errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
    const image = await app.fetch('/graphql?query={__typename}', {
      headers: { accept: 'image/png' },
    });
    expect(image.status).toBe(406);
    expect((await image.json()).errors[0].extensions.code).toBe('NOT_ACCEPTABLE');
    const removed = await app.fetch('/graphql', { method: 'DELETE' });
    expect(removed.status).toBe(405);
    expect(removed.headers.get('allow')).toContain('POST');
    expect((await removed.json()).errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
    const long = await app.fetch(`/graphql?query=${'x'.repeat(9_000)}`);
    expect((await long.json()).errors[0].extensions.code).toBe('URI_TOO_LONG');
    const large = await app.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ __typename } #${'x'.repeat(300_000)}` }),
    });
    expect(large.status).toBe(413);
    expect((await large.json()).errors[0].extensions.code).toBe('PAYLOAD_TOO_LARGE');
  });
});

describe('every answer', () => {
  it('carries security headers, errors too', async () => {
    for (const path of ['/v1/jobs', '/v1/nothing', '/healthz', '/graphql?query={__typename}']) {
      const { headers } = await app.fetch(path, { headers: { accept: 'application/json' } });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBeTruthy();
      expect(headers.get('request-id')).toBeTruthy();
    }
  });

  it('asks for HTTPS where the service is reached by it', async () => {
    const one = createApp({ ...app.services, baseUrl: 'https://service.test' });
    const answer = await one.fetch(new Request('https://service.test/healthz'));
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const { headers } = await app.fetch('/healthz');
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  it('is kept by nobody unless it says so', async () => {
    const created = await app.rest('POST', '/v1/jobs', { body: jobBody() });
    expect(created.headers.get('cache-control')).toBe('no-store');
  });
});

describe('compression', () => {
  const get = (headers: Record<string, string>, path = '/v1/jobs?limit=20') =>
    app.fetch(path, { headers: { 'x-api-key': pilotKey, ...headers } });

  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0.2, *;q=0.9', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip;q=0, br;q=0', null],
    ['gzip;q=0, identity', null],
    ['*;q=0', null],
    ['deflate, zstd', null],
    ['', null],
  ])('to Accept-Encoding %j is %s, the same text in each', async (accepted, coding) => {
    const plain = await get({});
    const answer = await get({ 'accept-encoding': accepted });
    expect(plain.headers.has('content-encoding')).toBe(false);
    expect(answer.headers.get('content-encoding')).toBe(coding);
    for (const { headers } of [plain, answer]) {
      expect(headers.get('vary')).toContain('Accept-Encoding');
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    const decode = { gzip: gunzipSync, br: brotliDecompressSync }[coding ?? ''];
    expect((decode?.(bytes) ?? bytes).toString()).toBe(await plain.text());
    expect(answer.headers.get('etag')).toBe(plain.headers.get('etag'));
  });

  it('answers 304 to the tag of a compressed answer', async () => {
    const etag = (await get({ 'accept-encoding': 'gzip' })).headers.get('etag') ?? '';
    const again = await get({ 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.headers.get('vary')).toContain('Accept-Encoding');
    expect(await again.text()).toBe('');
  });

  it('leaves small answers as they are', async () => {
    const answer = await get({ 'accept-encoding': 'gzip' }, '/healthz');
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(await answer.json()).toMatchObject({ status: 'ok' });
  });
});

describe('a body that says it is too large', () => {
  it.each([
    ['POST', '/v1/nothing'],
    ['PUT', '/v1/jobs'],
    ['POST', '/v1/jobs/none/cancel'],
  ])('is refused before its path and method are looked at: %s %s', async (method, path) => {
    const headers = { 'content-length': '300000' };
    const answer = await app.rest(method, path, { key: null, headers });
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });
});

describe('a page of a list that the client has already', () => {
  it('still says where the next one is', async () => {
    await app.rest('POST', '/v1/jobs', { body: jobBody() });
    const first = await app.rest('GET', '/v1/jobs?limit=1');
    const headers = { 'if-none-match': '*' };
    const again = await app.rest('GET', '/v1/jobs?limit=1', { headers });
    expect(again.status).toBe(304);
    expect(again.headers.get('link')).toBe(first.headers.get('link'));
    expect(again.headers.get('link')).toContain('rel="next"');
  });
});

describe('the page of an error', () => {
  it.each(Object.entries(errorCatalogue))(
    '%s says what it means',
    async (code, [status, title]) => {
      const page = await app.fetch(`/errors/${code}`, { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toContain('text/html');
      expect(await page.text()).toContain(code);
      const json = await app.fetch(`/errors/${code}`, { headers: { accept: 'application/json' } });
      expect(await json.json()).toMatchObject({ code, status, title, type: `/errors/${code}` });
    },
  );

  it('is 404 for no code', async () => {
    for (const code of ['nothing', 'constructor', '__proto__']) {
      expect((await app.rest('GET', `/errors/${code}`)).status).toBe(404);
    }
  });
});

it('is not ready while it stops, and alive all the same', async () => {
  const stopping = createApp({ ...app.services, stopping: true });
  const ask = async (path: string) =>
    described('GET', path, await stopping.fetch(new Request(`http://service.test${path}`)));
  const ready = await ask('/readyz');
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('2');
  expect((await ask('/healthz')).status).toBe(200);
  // Who sends more on this connection would find it closed.
  expect(ready.headers.get('connection')).toBe('close');
  expect((await app.fetch('/readyz')).status).toBe(200);
  expect((await app.fetch('/readyz')).headers.has('connection')).toBe(false);
});
