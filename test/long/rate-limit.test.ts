import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ratePolicies } from '../../src/limits.js';
import { createRateLimitStore } from '../../src/modules/rate-limit/rate-limit.store.js';
import { createRateLimiter } from '../../src/modules/rate-limit/rate-limiter.js';
import { jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
  app.toNextHour();
});
afterEach(() => app.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
/** Uses up a bucket except for `left`. */
function spend(policy: keyof typeof ratePolicies, key: string, left = 0) {
  const rule = ratePolicies[policy];
  app.services.rateLimiter?.count(rule, key, rule.quota - left);
}
const pilotKeyId = async () => {
  const found = await app.db.collection('integrators').findOne({ name: 'pilot' });
  return found?.keys[0].id as string;
};
const anonymous = { key: null, headers: from('192.0.2.1') };

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const heapMebibytes = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 / 1024;
};

describe('the limits of a key', () => {
  it('are stated in every response, in the form of the draft', async () => {
    const read = await app.rest('GET', '/v1/jobs');
    expect(read.headers.get('ratelimit-policy')).toBe('"reads";q=600;w=60');
    expect(read.headers.get('ratelimit')).toMatch(/^"reads";r=599;t=\d+$/);
    const write = await app.rest('POST', '/v1/jobs', { body: jobBody() });
    expect(write.headers.get('ratelimit-policy')).toBe('"writes";q=120;w=60');
    expect(write.headers.get('ratelimit')).toMatch(/^"writes";r=119;t=\d+$/);
    const missing = await app.rest('GET', '/v1/jobs/none');
    expect(missing.headers.get('ratelimit')).toMatch(/r=598/);
  });

  it('reject reads and writes separately, with Retry-After, until the minute is over', async () => {
    spend('reads', await pilotKeyId(), 1);
    expect((await app.rest('GET', '/v1/jobs')).status).toBe(200);
    const rejected = await app.rest('GET', '/v1/jobs');
    expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rejected.headers.get('ratelimit')).toMatch(/^"reads";r=0;t=\d+$/);
    expect((await app.rest('POST', '/v1/jobs', { body: jobBody() })).status).toBe(201);
    app.advance(60_000);
    expect((await app.rest('GET', '/v1/jobs')).status).toBe(200);
  });

  it('apply to REST and GraphQL together, and GraphQL reports them in its own form', async () => {
    const keyId = await pilotKeyId();
    spend('writes', keyId);
    expect((await app.rest('POST', '/v1/jobs', { body: jobBody() })).status).toBe(429);
    const query = 'mutation($input: CreateJobInput!) { createJob(input: $input) { jobId } }';
    const rejected = await app.graphql(query, { input: jobBody() });
    expect(rejected.errors?.[0]?.extensions['code']).toBe('RATE_LIMITED');
    expect(rejected.headers.get('retry-after')).toBeTruthy();
    expect((await app.graphql('{ viewer { scopes } }')).data.viewer).toBeTruthy();
    expect(await app.db.collection('jobs').countDocuments()).toBe(0);
  });

  it('count each mutation of a document, in any notation', async () => {
    const left = async (query: string, escaped = false) => {
      const text = JSON.stringify({ query });
      const answer = await app.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': pilotKey },
        body: escaped ? text.replace('mutation', '\\u006dutation') : text,
      });
      return answer.headers.get('ratelimit')?.split(';').slice(0, 2).join(';');
    };
    const cancel = (name: string) => `${name}: cancelJob(id: "x") { jobId }`;
    expect(await left(`mutation { ${cancel('a')} ${cancel('b')} }`)).toBe('"writes";r=118');
    expect(await left(`mutation { ...f } fragment f on Mutation { ${cancel('c')} }`)).toBe(
      '"writes";r=117',
    );
    expect(await left(`mutation { ${cancel('a')} }`, true)).toBe('"writes";r=116');
    expect(await left('query mutation { viewer { scopes } }')).toBe('"reads";r=599');
  });

  it('are not affected by a 304', async () => {
    const first = await app.rest('GET', '/v1/jobs');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await app.rest('GET', '/v1/jobs', { headers });
    expect(again.status).toBe(304);
    expect(again.headers.get('ratelimit')).toMatch(/r=599/);
  });

  it('are not affected by a 304 of GraphQL', async () => {
    const ask = (headers: Record<string, string>) =>
      app.fetch('/graphql?query=%7Bviewer%7Bscopes%7D%7D', {
        headers: { 'x-api-key': pilotKey, accept: 'application/json', ...headers },
      });
    const first = await ask({});
    expect(first.headers.get('ratelimit')).toMatch(/r=599/);
    const again = await ask({ 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect(again.headers.get('ratelimit')).toMatch(/r=599/);
  });

  it('apply only to that key: other keys and addresses continue', async () => {
    spend('reads', await pilotKeyId());
    const other = await app.keyFor('other', ['jobs:read']);
    expect((await app.rest('GET', '/v1/jobs', { key: other })).status).toBe(200);
  });
});

describe('without a valid credential', () => {
  it('an IP address is rejected after 120 requests a minute, over REST and GraphQL', async () => {
    for (let i = 0; i < 120; i++) {
      expect((await app.rest('GET', '/v1/jobs', anonymous)).status).toBe(401);
    }
    const wrongKey = { ...anonymous, key: 'no-such-key-anywhere' };
    expect((await app.rest('GET', '/v1/jobs', anonymous)).status).toBe(429);
    expect((await app.rest('GET', '/v1/jobs', wrongKey)).status).toBe(429);
    const graphql = await app.graphql('{ viewer { scopes } }', {}, anonymous);
    expect(graphql.errors?.[0]?.extensions['code']).toBe('RATE_LIMITED');
    const elsewhere = { key: null, headers: from('192.0.2.2') };
    expect((await app.rest('GET', '/v1/jobs', elsewhere)).status).toBe(401);
    expect((await app.rest('GET', '/v1/jobs', { headers: from('192.0.2.1') })).status).toBe(200);
  });

  it('probes, pages and media links are not limited', async () => {
    spend('address', '192.0.2.1');
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/capture', '/errors/not_found']) {
      const answer = await app.rest('GET', path, anonymous);
      expect(answer.status).toBe(200);
      expect(answer.headers.has('ratelimit')).toBe(false);
    }
    expect((await app.rest('GET', '/media/x/y', anonymous)).status).not.toBe(429);
  });

  it.each(['/v1/jobs', '/graphql'])(
    '413 of %s comes before the limit, with and without Content-Length',
    async (path) => {
      spend('address', '192.0.2.1');
      const ask = (headers: Record<string, string>) => {
        const body = new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
        });
        const init = { method: 'POST', headers: { ...from('192.0.2.1'), ...headers }, body };
        return app.fetch(path, { ...init, duplex: 'half' } as RequestInit);
      };
      expect((await ask({})).status).toBe(413);
      expect((await ask({ 'content-type': 'text/plain', accept: 'text/html' })).status).toBe(413);
      expect((await ask({ 'content-length': '300000' })).status).toBe(413);
    },
  );

  it('404 and 405 come before the limit', async () => {
    spend('address', '192.0.2.1');
    expect((await app.rest('GET', '/v1/nothing', anonymous)).status).toBe(404);
    expect((await app.rest('DELETE', '/v1/jobs', anonymous)).status).toBe(405);
  });
});

it('keep no bucket that was only checked, such as for each wrong token of a rejected request', () => {
  const { rateLimiter } = app.services;
  const before = heapMebibytes();
  for (let made = 0; made < 50_000; made++) {
    expect(rateLimiter?.peek(ratePolicies.misses, `192.0.2.1 token ${made}`).remaining).toBe(20);
  }
  expect(heapMebibytes() - before).toBeLessThan(3);
});

describe('several processes', () => {
  const limiter = () =>
    createRateLimiter({
      store: createRateLimitStore(app.db),
      clock: app.services.clock,
      log: app.services.log,
    });

  it('share their counters', async () => {
    const [one, other] = [limiter(), limiter()];
    const { reads } = ratePolicies;
    one.count(reads, 'k', 400);
    other.count(reads, 'k', 150);
    await one.sync();
    await other.sync();
    expect(other.peek(reads, 'k').remaining).toBe(50);
    one.count(reads, 'k', 10);
    await one.sync();
    expect(one.peek(reads, 'k').remaining).toBe(40);
  });

  it('continue counting separately while the database is unavailable, and report it later', async () => {
    const store = createRateLimitStore(app.db);
    let away = true;
    const one = createRateLimiter({
      store: {
        ...store,
        add: (counted) => (away ? Promise.reject(new Error('away')) : store.add(counted)),
      },
      clock: app.services.clock,
      log: app.services.log,
    });
    const { reads } = ratePolicies;
    one.count(reads, 'k', 7);
    await one.sync();
    expect(one.peek(reads, 'k').remaining).toBe(593);
    away = false;
    await one.sync();
    const other = limiter();
    other.count(reads, 'k', 1);
    await other.sync();
    expect(other.peek(reads, 'k').remaining).toBe(592);
  });
});
