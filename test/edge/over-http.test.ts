/** The server's own Request and Response take the place of Node's: what they answer is to be the same. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { type Dispatcher, Pool } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { password, register } from '../customer/support/accounts.js';
import { jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

interface Requested {
  method: Dispatcher.HttpMethod;
  path: string;
  headers: Record<string, string>;
  body?: string;
}
interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  cookies: string[];
  body: string;
}

const natives = { Request, Response };
const setGlobals = (globals: typeof natives) => {
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
};

/** Fields of the connection, and what is new in every answer. */
const apart =
  /^(date|connection|keep-alive|transfer-encoding|content-length|request-id|ratelimit|set-cookie)$/;
const compared = (headers: Iterable<[string, string | string[] | undefined]>) =>
  Object.fromEntries([...headers].filter(([name]) => !apart.test(name)));

/** Cookies with their attributes; each has a secret of its own. */
const cookiesOf = (given: string | readonly string[] = []) =>
  [given].flat().map((cookie) => cookie.replace(/=[^;]*/, '=…'));

const decode: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};
const textOf = (bytes: ArrayBuffer, coding: unknown) =>
  (decode[String(coding)] ?? ((plain) => plain))(Buffer.from(bytes))
    .toString()
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+/g, 'time');

let app: TestApp;
let served: typeof natives;
let client: Pool;
let close: () => Promise<unknown>;
let jobId: string;
let etag: string;
let email: string;

beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on' });
  jobId = (await app.rest('POST', '/v1/jobs', { body: jobBody() })).body.job_id;
  etag = (await app.rest('GET', `/v1/jobs/${jobId}`)).headers.get('etag') ?? '';
  ({ email } = await register(app));
  const server = createServer(getRequestListener(app.handle));
  served = { Request, Response };
  setGlobals(natives);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
});
afterAll(async () => {
  await client.destroy();
  await close();
  await app.stop();
});

async function inProcess({ path, ...init }: Requested): Promise<Answered> {
  const answer = await app.fetch(path, init);
  const body = await answer.arrayBuffer();
  const headers = compared(answer.headers);
  return {
    status: answer.status,
    headers,
    cookies: cookiesOf(answer.headers.getSetCookie()),
    body: textOf(body, headers['content-encoding']),
  };
}

/** The same by the server, whose Response is the global one while it answers. */
async function overHttp({ body, ...init }: Requested): Promise<Answered> {
  setGlobals(served);
  try {
    const answer = await client.request({ ...init, body: body ?? null });
    const bytes = await answer.body.arrayBuffer();
    const coding = answer.headers['content-encoding'];
    return {
      status: answer.statusCode,
      headers: compared(Object.entries(answer.headers)),
      cookies: cookiesOf(answer.headers['set-cookie']),
      body: textOf(bytes, coding),
    };
  } finally {
    setGlobals(natives);
  }
}

const key = { 'x-api-key': pilotKey };
const json = { ...key, 'content-type': 'application/json' };
const requested: [string, () => Partial<Requested>][] = [
  ['a job', () => ({ path: `/v1/jobs/${jobId}` })],
  ['a job that the client has', () => ({ headers: { ...key, 'if-none-match': etag } })],
  ['a page with a next one', () => ({ path: '/v1/jobs?limit=1' })],
  ['a feed that may be a stream', () => ({ path: '/v1/events?limit=1' })],
  ['a job that is not there', () => ({ path: '/v1/jobs/none' })],
  ['no path', () => ({ path: '/v1/nothing' })],
  ['no key', () => ({ headers: {} })],
  [
    'a body that is refused',
    () => ({ method: 'POST', path: '/v1/jobs', headers: json, body: '{}' }),
  ],
  [
    'a job that was created by this key',
    () => ({
      method: 'POST',
      path: '/v1/jobs',
      headers: { ...json, 'idempotency-key': 'over-http' },
      body: JSON.stringify(jobBody({ nonce: 'over-http' })),
    }),
  ],
  [
    'the graph',
    () => ({
      method: 'POST',
      path: '/graphql',
      headers: json,
      body: JSON.stringify({ query: `{ job(id: "${jobId}") { jobId objective address notes } }` }),
    }),
  ],
  [
    'a sign-in',
    () => ({
      method: 'POST',
      path: '/v1/customer/auth/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }),
  ],
  ['the graph by GET', () => ({ path: `/graphql?query=${encodeURIComponent('{ __typename }')}` })],
  ['the interface description', () => ({ path: '/openapi.json' })],
  ['a page', () => ({ path: '/docs' })],
  ['the head of a job', () => ({ method: 'HEAD' })],
  ['what a path takes', () => ({ method: 'OPTIONS' })],
];
const requestedFor = (parts: () => Partial<Requested>): Requested => {
  return { method: 'GET', path: `/v1/jobs/${jobId}`, headers: key, ...parts() };
};
const codings = ['identity', 'gzip', 'br'];

it.each(
  requested.flatMap(([label, parts]) => codings.map((coding) => [label, coding, parts] as const)),
)('answers %s the same, as %s', async (_, coding, parts) => {
  const given = requestedFor(parts);
  const headers = { ...given.headers, 'accept-encoding': coding };
  await inProcess({ ...given, headers });
  const expected = await inProcess({ ...given, headers });
  expect(await overHttp({ ...given, headers })).toEqual(expected);
});

it('parses no address besides yoga, and a body of the graph once', async () => {
  const graph = requestedFor(requested.find(([name]) => name === 'the graph')![1]);
  await overHttp(graph);
  const addresses: string[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      constructor(url: string | URL, base?: string | URL) {
        super(url, base);
        addresses.push(this.pathname);
      }
    },
  );
  const parse = vi.spyOn(JSON, 'parse');
  try {
    await overHttp(graph);
    await overHttp(requestedFor(() => ({})));
    expect(addresses).toEqual([]);
    expect(parse.mock.calls.filter(([text]) => text === graph.body)).toHaveLength(1);
  } finally {
    vi.unstubAllGlobals();
    parse.mockRestore();
  }
});

it('logs the address of a client that closes its connection', async () => {
  app.logLines.length = 0;
  await client.request({ method: 'GET', path: '/healthz', reset: true });
  await expect
    .poll(() => app.logLines.map((line) => JSON.parse(line).address))
    .toEqual(['127.0.0.1']);
});
