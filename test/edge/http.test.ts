import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { errorCatalogue } from '../../src/errors.js';
import { type Json, jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { described, interfaceDescription } from '../support/described.js';
import { pageRoutes } from '../support/page-routes.js';

let app: TestApp;
let jobId: string;
beforeAll(async () => {
  app = await startTestApp();
  jobId = (await app.rest('POST', '/v1/jobs', { body: jobBody() })).body.job_id;
});
afterAll(() => app.stop());

const shownPages = pageRoutes
  .filter(({ method }) => method === 'GET')
  .map(({ example }) => example);

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
    'can send their key to %s',
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

  it('can use /mcp from a page on this machine, like inspectors of the protocol', async () => {
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

  it('can read responses, including errors, and the relevant header fields', async () => {
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
  ])('can read %s', async (path) => {
    const answer = await app.fetch(path, { headers: { origin: 'https://app.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  // Programs can read errors.
  const unreadable = shownPages.filter((path) => path !== '/errors/x');

  it.each([...unreadable, '/console/config/x', '/console/configuration', '/sandbox/x'])(
    'cannot read pages of the service: %s',
    async (path) => {
      const answer = await app.fetch(path, { headers: { origin: 'https://app.example' } });
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    },
  );
});

describe('the page', () => {
  const strictPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
  /** Swagger UI sets inline styles. */
  const policies: Record<string, string> = {
    '/docs': strictPolicy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
  };
  const permissions: Record<string, string> = {
    '/': 'camera=(), geolocation=(self)',
    '/capture': 'camera=(self), geolocation=(self)',
  };

  it.each([...shownPages, '/no-such-page'])(
    '%s has the strict policy, and is not cached',
    async (path) => {
      const { status, headers } = await app.fetch(path, {
        headers: { accept: 'text/html' },
        redirect: 'manual',
      });
      if (status === 303) return expect(shownPages).toContain(headers.get('location'));
      expect(headers.get('content-security-policy')).toBe(policies[path] ?? strictPolicy);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('permissions-policy')).toBe(
        `${permissions[path] ?? 'camera=(), geolocation=()'}, microphone=()`,
      );
    },
  );
});

describe('OPTIONS', () => {
  it('returns the methods of every path, and 404 for an unknown path', async () => {
    const answer = await app.fetch(`/v1/jobs/${jobId}`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('GET, PATCH, HEAD, OPTIONS');
    const share = await app.fetch('/v1/public/site-checks/x/share-links/y', { method: 'OPTIONS' });
    expect(share.headers.get('allow')).toBe('DELETE, OPTIONS');
    const batch = await app.fetch('/v1/jobs/batch', { method: 'OPTIONS' });
    expect([batch.status, batch.headers.get('allow')]).toEqual([
      204,
      'POST, GET, PATCH, HEAD, OPTIONS',
    ]);
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
  ])('%s responds like GET, without a body', async (path) => {
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
  it('is the printed document with the address of the service, including recorded responses', async () => {
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

describe('pages and files with a constant URL', () => {
  it.each([
    ['/graphql', 'text/html'],
    ['/openapi.json', '*/*'],
  ])('are revalidated: %s', async (path, accept) => {
    const first = await app.fetch(path, { headers: { accept } });
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const etag = first.headers.get('etag') ?? '';
    const again = await app.fetch(path, { headers: { accept, 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('media types', () => {
  it('are checked with 406 for a client that does not accept JSON, before its key', async () => {
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

  it('include the success type if Accept names only an error type, on every path of /v1', async () => {
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
    'are checked for a PDF: Accept %s is rejected',
    async (accept) => {
      const answer = await app.rest('GET', '/v1/jobs/none/report.pdf', { headers: { accept } });
      expect(answer).toMatchObject({ status: 406, body: { code: 'not_acceptable' } });
    },
  );

  it('are checked before anything is created', async () => {
    const before = await app.db.collection('jobs').countDocuments();
    const headers = { accept: 'text/html' };
    expect((await app.rest('POST', '/v1/jobs', { body: jobBody(), headers })).status).toBe(406);
    expect(await app.db.collection('jobs').countDocuments()).toBe(before);
  });

  it('are checked after 404 and 405', async () => {
    const headers = { accept: 'text/html' };
    expect((await app.rest('GET', '/v1/nothing', { headers })).status).toBe(404);
    expect((await app.rest('DELETE', '/v1/jobs', { headers })).status).toBe(405);
  });

  it.each(['/log/tile/9/x999', '/log/tile/9/x%0A999', '/sandbox/log/tile/9/%0A'])(
    'do not change problem details for a browser on a documented path: %s',
    async (path) => {
      const answer = await app.fetch(path, { headers: { accept: 'text/html' } });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    },
  );

  it('other than JSON are rejected on /graphql, and other than multipart on uploads', async () => {
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

  it('do not change the form of GraphQL errors for 405, 406, 413 and 414 of /graphql', async () => {
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

describe('every response', () => {
  it('has security headers, including errors', async () => {
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

  it('requires HTTPS if the service is reached over HTTPS', async () => {
    const one = createApp({ ...app.services, baseUrl: 'https://service.test' });
    const answer = await one.fetch(new Request('https://service.test/healthz'));
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const { headers } = await app.fetch('/healthz');
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  it('is not cacheable by default', async () => {
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
  ])('for Accept-Encoding %j is %s, with the same text', async (accepted, coding) => {
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

  it('returns 304 for the tag of a compressed response', async () => {
    const etag = (await get({ 'accept-encoding': 'gzip' })).headers.get('etag') ?? '';
    const again = await get({ 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.headers.get('vary')).toContain('Accept-Encoding');
    expect(await again.text()).toBe('');
  });

  it('does not apply to small responses', async () => {
    const answer = await get({ 'accept-encoding': 'gzip' }, '/healthz');
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(await answer.json()).toMatchObject({ status: 'ok' });
  });
});

describe('a body with a declared length that is too large', () => {
  it.each([
    ['POST', '/v1/nothing'],
    ['PUT', '/v1/jobs'],
    ['POST', '/v1/jobs/none/cancel'],
  ])('is rejected before its path and method are checked: %s %s', async (method, path) => {
    const headers = { 'content-length': '300000' };
    const answer = await app.rest(method, path, { key: null, headers });
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });
});

describe('a page of a list that the client already has', () => {
  it('still links to the next page', async () => {
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
  it.each(Object.entries(errorCatalogue))('describes %s', async (code, [status, title]) => {
    const page = await app.fetch(`/errors/${code}`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain(code);
    const json = await app.fetch(`/errors/${code}`, { headers: { accept: 'application/json' } });
    expect(await json.json()).toMatchObject({ code, status, title, type: `/errors/${code}` });
  });

  it('is 404 for an unknown code', async () => {
    for (const code of ['nothing', 'constructor', '__proto__']) {
      expect((await app.rest('GET', `/errors/${code}`)).status).toBe(404);
    }
  });
});

it('is not ready while stopping, but still alive', async () => {
  const stopping = createApp({ ...app.services, stopping: true });
  const ask = async (path: string) =>
    described('GET', path, await stopping.fetch(new Request(`http://service.test${path}`)));
  const ready = await ask('/readyz');
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('2');
  expect((await ask('/healthz')).status).toBe(200);
  // Otherwise the client would find this connection closed at its next request.
  expect(ready.headers.get('connection')).toBe('close');
  expect((await app.fetch('/readyz')).status).toBe(200);
  expect((await app.fetch('/readyz')).headers.has('connection')).toBe(false);
});
