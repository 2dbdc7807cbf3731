import { connect } from 'node:net';
import { fetchExchange, subscriptionExchange, Client as Urql } from '@urql/core';
import type { ExecutionResult } from 'graphql';
import { type Client, type ClientOptions, createClient, type Sink } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { register } from '../customer/support/accounts.js';
import { assign, createJob } from '../evidence/support/scene.js';
import { upload } from '../report/support/flow.js';
import { type Json, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { listen } from './support/listening.js';

let app: TestApp;
let served: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  app = await startTestApp();
  served = await listen(app);
});
afterAll(async () => {
  await served.close();
  await app.stop();
});

const open = () => app.services.openStreams.size;
const untilOpen = () => expect.poll(open).toBe(1);
const untilClosed = () => expect.poll(open).toBe(0);

/** Creates a job and completes it. */
async function completeJob(): Promise<string> {
  const jobId = await createJob(app);
  const token = await assign(app, jobId);
  for (const label of ['one', 'two', 'three']) await upload(app, token, { label });
  return jobId;
}

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose();
  await untilClosed();
});

interface Connected {
  key?: string | null;
  headers?: Record<string, string>;
  params?: Record<string, unknown>;
  url?: string;
  options?: Partial<ClientOptions>;
}

/** Creates a graphql-ws client with these headers for its upgrade, and these connection parameters. */
function clientOf({ key = pilotKey, headers = {}, params, url = served.ws, options }: Connected) {
  class Socket extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers });
    }
  }
  const connectionParams = params ?? (key === null ? {} : { 'X-API-Key': key });
  const client = createClient({
    url,
    webSocketImpl: Socket,
    connectionParams,
    retryAttempts: 0,
    ...options,
  });
  clients.push(client);
  return client;
}

/** Yields the results of an operation, or the errors that it ended with. */
async function* resultsOf(client: Client, query: string, variables = {}): AsyncGenerator<Json> {
  try {
    yield* client.iterate({ query, variables });
  } catch (errors) {
    yield { rejected: errors };
  }
}
const firstOf = async (client: Client, query: string, variables = {}) =>
  (await resultsOf(client, query, variables).next()).value;
const codeOf = (result: Json) => (result.rejected ?? result.errors)?.[0].extensions.code;

const lifeOfJob = ['JOB_CREATED', 'JOB_OPENED', 'JOB_ASSIGNED', 'JOB_COMPLETED'];

describe('urql', () => {
  const events = 'subscription Events { jobEvents { type data } }';

  /** Creates a client that requests subscriptions over HTTP with these headers. */
  const overHttp = (headers: Record<string, string> = {}) =>
    new Urql({
      url: served.http,
      fetchOptions: { headers: { 'x-api-key': pilotKey, ...headers } },
      fetchSubscriptions: true,
      preferGetMethod: false,
      exchanges: [fetchExchange],
    });
  /** Apollo Client sends this by default. */
  const multipart = {
    accept: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0,application/json',
  };

  function overSocket() {
    const client = clientOf({});
    const forwardSubscription = ({ query = '', variables = {} }) => ({
      subscribe: (sink: Sink<ExecutionResult>) => ({
        unsubscribe: client.subscribe({ query, variables }, sink),
      }),
    });
    return new Urql({
      url: served.http,
      preferGetMethod: false,
      exchanges: [subscriptionExchange({ forwardSubscription })],
    });
  }

  it.each([
    ['over HTTP, as it requests subscriptions by default', () => overHttp()],
    ['over HTTP in parts, as Apollo Client requests them', () => overHttp(multipart)],
    ['over graphql-transport-ws', overSocket],
  ])('follows a job from created to completed %s', async (_, create) => {
    const seen: Json[] = [];
    const following = create()
      .subscription<Json>(events, {})
      .subscribe(({ data, error }) => seen.push(data?.jobEvents ?? error));
    await untilOpen();
    const jobId = await completeJob();
    await expect
      .poll(() => seen.map(({ type }) => type))
      .toEqual(expect.arrayContaining(['JOB_COMPLETED']));
    expect(seen.map(({ data }) => data.job_id)).toEqual(seen.map(() => jobId));
    const types = seen.map(({ type }) => type).filter((type) => lifeOfJob.includes(type));
    expect(types).toEqual(lifeOfJob);
    following.unsubscribe();
    await untilClosed();
  });

  it.each([{}, multipart])('reports the error of a rejected subscription: %o', async (headers) => {
    const query = 'subscription { jobUpdated(id: "none") { jobId } }';
    const result: Json = await new Promise((resolve) =>
      overHttp(headers).subscription(query, {}).subscribe(resolve),
    );
    expect(result.error.graphQLErrors[0].extensions.code).toBe('JOB_NOT_FOUND');
  });
});

describe('POST /graphql with Accept: multipart/mixed;subscriptionSpec=1.0', () => {
  const accept = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0';
  const post = (query: string, accepted = accept, key = pilotKey) =>
    app.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: accepted, 'x-api-key': key },
      body: JSON.stringify({ query }),
    });
  const partsOf = (text: string) =>
    text
      .split('\r\n--graphql')
      .slice(1, -1)
      .map((part) => JSON.parse(part.split('\r\n\r\n')[1] ?? ''));

  it('sends each result as a payload, and ends with the final boundary', async () => {
    const lost = await app.keyFor('multipart', ['jobs:read', 'jobs:write']);
    await createJob(app, {}, lost);
    const response = await post('subscription { jobEvents(after: "0") { type } }', accept, lost);
    expect(response.headers.get('content-type')).toBe(
      'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
    );
    expect(response.headers.get('cache-control')).toBe('no-cache');
    let text = '';
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const until = async (isRead: (parts: Json[]) => boolean) => {
      while (!isRead(partsOf(text))) {
        const { done, value } = await reader.read();
        if (done) return;
        text += value;
      }
    };
    await until((parts) => parts.length === 2);
    expect(partsOf(text)).toEqual([
      { payload: { data: { jobEvents: { type: 'JOB_CREATED' } } } },
      { payload: { data: { jobEvents: { type: 'JOB_OPENED' } } } },
    ]);
    await until((parts) => parts.length === 3);
    expect(partsOf(text).at(-1)).toEqual({});
    const { data } = await app.graphql('{ viewer { apiKey { id } } }', {}, { key: lost });
    const revoke = 'mutation($id: ID!) { revokeApiKey(id: $id) { id } }';
    await app.graphql(revoke, { id: data.viewer.apiKey.id });
    await until(() => false);
    expect(text.endsWith('\r\n--graphql--\r\n')).toBe(true);
    expect(partsOf(text).at(-1).payload).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'API_KEY_INVALID', requestId: expect.any(String) } }],
    });
  }, 20_000);

  it('sends JSON for a result that is not a stream if the client accepts it, else one part', async () => {
    const query = '{ __typename }';
    const both = await post(query, `${accept},application/json`);
    expect(both.headers.get('content-type')).toContain('application/json');
    expect(await both.json()).toMatchObject({ data: { __typename: 'Query' } });
    const [part, ...others] = partsOf(await (await post(query)).text());
    expect([part.payload.data, others]).toEqual([{ __typename: 'Query' }, []]);
    const rejected = partsOf(
      await (await post('subscription { jobEvents(after: "x") { seq } }')).text(),
    );
    expect(rejected[0].payload.errors[0].extensions).toMatchObject({ code: 'BAD_CURSOR' });
    expect(rejected[0].payload.errors[0].extensions).not.toHaveProperty('http');
  });

  it.each([
    ['multipart/mixed', 406],
    ['multipart/mixed;subscriptionSpec=2.0', 406],
    ['multipart/mixed;subscriptionSpec=1.0;q=0', 406],
    [`${accept};q=0.5, text/event-stream`, 'text/event-stream'],
  ])('follows the weights of %s', async (accepted, expected) => {
    const response = await post('subscription { jobEvents { seq } }', accepted);
    await response.body?.cancel();
    const { status, headers } = response;
    expect(status === 200 ? headers.get('content-type') : status).toBe(expected);
  });
});

describe('graphql-transport-ws', () => {
  const events = 'subscription { jobEvents { type data } }';

  it("accepts the API key of connectionParams, or of the upgrade, or a site check's Bearer token", async () => {
    const query = '{ viewer { scopes } }';
    for (const client of [
      clientOf({}),
      clientOf({ params: { 'x-api-key': pilotKey } }),
      clientOf({ key: null, headers: { 'x-api-key': pilotKey } }),
    ]) {
      expect((await firstOf(client, query)).data.viewer.scopes).toContain('OPERATOR');
    }
    expect(codeOf(await firstOf(clientOf({ key: null }), events))).toBe('API_KEY_MISSING');
    expect(codeOf(await firstOf(clientOf({ key: 'wrong-key-of-16-chars' }), events))).toBe(
      'API_KEY_INVALID',
    );
    const check = `subscription { siteCheckUpdated(requestId: "none") { requestId } }`;
    const bearer = clientOf({ params: { Authorization: `Bearer ${'x'.repeat(43)}` } });
    expect(codeOf(await firstOf(bearer, check))).toBe('SITE_CHECK_NOT_FOUND');
  });

  it('closes with 4403 if connectionParams are not valid header values', async () => {
    for (const value of ['a\nb', 'x'.repeat(20_000)]) {
      const result = await firstOf(clientOf({ key: value }), events);
      expect(result.rejected.code).toBe(4403);
    }
  });

  it('accepts the cookie of a page of this site, and of no other', async () => {
    const { session } = await register(app);
    const query = 'subscription { customerRequestUpdated(requestId: "none") { requestId } }';
    const from = (origin: string) =>
      firstOf(clientOf({ key: null, headers: { cookie: `session=${session}`, origin } }), query);
    expect(codeOf(await from('http://service.test'))).toBe('SITE_CHECK_NOT_FOUND');
    const foreign = await from('http://evil.example');
    expect(codeOf(foreign)).toMatch(/SESSION|ORIGIN/);
  });

  it('runs queries and mutations, and rejects what HTTP rejects, as an error message', async () => {
    const client = clientOf({});
    const create = 'mutation($id: ID!) { openJob(id: $id) { jobId } }';
    expect((await firstOf(client, '{ __typename }')).data).toEqual({ __typename: 'Query' });
    expect(await firstOf(client, create, { id: 'none' })).toMatchObject({
      data: { openJob: null },
      errors: [{ path: ['openJob'], extensions: { code: 'JOB_NOT_FOUND' } }],
    });
    const rejected = async (query: string) =>
      codeOf({ rejected: (await firstOf(client, query)).rejected });
    expect(await rejected('{ nothing }')).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(await rejected('{')).toBe('GRAPHQL_PARSE_FAILED');
    expect(await rejected('{ belief(id: "x") { history { history { id } } } }')).toBe(
      'QUERY_TOO_EXPENSIVE',
    );
    expect(await rejected('subscription { jobUpdated(id: "none") { jobId } }')).toBe(
      'JOB_NOT_FOUND',
    );
  });

  it('ends a stream at once when the client unsubscribes or disconnects', async () => {
    const client = clientOf({});
    const unsubscribe = client.subscribe(
      { query: events },
      { next() {}, error() {}, complete() {} },
    );
    await untilOpen();
    unsubscribe();
    await untilClosed();
    client.subscribe({ query: events }, { next() {}, error() {}, complete() {} });
    await untilOpen();
    client.terminate();
    await untilClosed();
  });

  it('runs at most 20 operations on a socket, and at most 20 streams for a key', async () => {
    const first = clientOf({});
    const sink = { next() {}, error() {}, complete() {} };
    for (let i = 0; i < 20; i += 1) first.subscribe({ query: events }, sink);
    await expect.poll(() => [...app.services.openStreams.values()]).toEqual([20]);
    const onSocket = await firstOf(first, events);
    expect(onSocket.rejected[0].message).toContain('A socket runs at most 20');
    expect(codeOf(onSocket)).toBe('RATE_LIMITED');
    const ofKey = await firstOf(clientOf({}), events);
    expect(ofKey.rejected[0].message).toContain('20 streams of this caller are already open');
  });

  it('ends a stream within 5 s of the revocation of its key', async () => {
    const lost = await app.keyFor('socket', ['jobs:read']);
    const results = resultsOf(clientOf({ key: lost }), events);
    const result = results.next();
    await untilOpen();
    const { data } = await app.graphql('{ viewer { apiKey { id } } }', {}, { key: lost });
    const revoke = 'mutation($id: ID!) { revokeApiKey(id: $id) { id } }';
    await app.graphql(revoke, { id: data.viewer.apiKey.id });
    const revokedAt = performance.now();
    expect(codeOf((await result).value)).toBe('API_KEY_INVALID');
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
    expect(await results.next()).toMatchObject({ done: true });
  }, 15_000);

  it('counts each operation in the rate limit of HTTP', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' });
    limited.toNextHour();
    const other = await listen(limited);
    const client = clientOf({ key: null, url: other.ws });
    const { headers } = await fetch(other.http, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    });
    const left = Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    expect(left).toBeGreaterThan(0);
    const codes = new Set<string | undefined>();
    for (let i = 0; i <= left; i += 1) codes.add(codeOf(await firstOf(client, '{ __typename }')));
    expect(codes).toEqual(new Set([undefined, 'RATE_LIMITED']));
    await client.dispose();
    await other.close();
    await limited.stop();
  });

  /** Opens a socket, sends messages, and resolves with the code and reason of its close. */
  const closeOf = (url: string, ...messages: string[]) =>
    new Promise<[number, string]>((resolve, reject) => {
      const socket = new WebSocket(url, 'graphql-transport-ws');
      socket.on('open', () => {
        for (const message of messages) socket.send(message);
      });
      socket.on('close', (code, reason) => resolve([code, String(reason)]));
      socket.on('error', reject);
    });

  it('closes a socket after a message beyond 256 KiB, or an invalid one', async () => {
    const long = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(256 * 1024) } });
    expect((await closeOf(served.ws, long))[0]).toBe(1009);
    expect((await closeOf(served.ws, 'no JSON'))[0]).toBe(4400);
    const subscribe = JSON.stringify({ id: '1', type: 'subscribe', payload: { query: events } });
    expect((await closeOf(served.ws, subscribe))[0]).toBe(4401);
  });

  it('closes a socket that does not connect, or runs no operation', async () => {
    const hasty = await listen(app, { initMilliseconds: 50, idleMilliseconds: 100 });
    expect(await closeOf(hasty.ws)).toEqual([4408, 'Connection initialisation timeout']);
    expect(await closeOf(hasty.ws, '{"type":"connection_init"}')).toEqual([1000, 'Idle']);
    const results = resultsOf(clientOf({ url: hasty.ws }), '{ __typename }');
    expect((await results.next()).value.data).toEqual({ __typename: 'Query' });
    await hasty.close();
  });

  it('ends a socket whose client does not answer its pings', async () => {
    const pinging = await listen(app, { pingMilliseconds: 50 });
    const socket = new WebSocket(pinging.ws, 'graphql-transport-ws', { autoPong: false });
    const [code] = await new Promise<[number]>((resolve) =>
      socket.on('close', (given) => resolve([given])),
    );
    expect(code).toBe(1006);
    await pinging.close();
  });

  it('closes sockets with 1001 when the process stops, so that clients reconnect', async () => {
    const stopping = await listen(app);
    const closed = new Promise<Json>((resolve) => {
      const client = clientOf({ url: stopping.ws, options: { on: { closed: resolve } } });
      client.subscribe({ query: events }, { next() {}, error() {}, complete() {} });
    });
    await untilOpen();
    await stopping.close();
    expect(await closed).toMatchObject({ code: 1001, reason: 'Going away' });
  });
});

describe('a request that offers another upgrade', () => {
  /** Sends a request as text, in two pieces, and reads the response to its end. */
  const send = (head: string[], body = '') =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(served.port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
      socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`, () =>
        socket.write(body.slice(10)),
      );
    });
  const upgrade = ['Host: service.test', `X-API-Key: ${pilotKey}`, 'Connection: close, Upgrade'];

  it('is answered without an upgrade, including its body', async () => {
    const body = JSON.stringify({ query: '{ viewer { scopes } }' });
    const answer = await send(
      [
        'POST /graphql HTTP/1.1',
        ...upgrade,
        'Upgrade: h2c',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    );
    expect(answer).toContain('HTTP/1.1 200');
    expect(answer).toContain('OPERATOR');
    const jobs = await send(['GET /v1/jobs HTTP/1.1', ...upgrade, 'Upgrade: websocket']);
    expect(jobs).toContain('HTTP/1.1 200');
  });
});
