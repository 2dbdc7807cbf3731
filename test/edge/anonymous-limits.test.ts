import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { ratePolicies } from '../../src/modules/rate-limit/rate-limiter.js';
import { assetPath } from '../../src/pages/frame/assets.js';
import { startTestApp, type TestApp } from '../support/app.js';

const address = '203.0.113.9';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
  app.toNextHour();
  const limiter = app.services.rateLimiter!;
  for (const policy of [ratePolicies.pages, ratePolicies.address]) {
    limiter.count(policy, address, policy.quota);
  }
});
afterAll(() => app.stop());

/** Routes that respond to an address whose limits are used up, with the reason. */
const unlimited: Record<string, string> = {
  'GET /healthz': 'called often by load balancers',
  'GET /readyz': 'called often by load balancers',
  'POST /v1/provider/evidence': 'counted under its token or address while its form is read',
  'POST /v1/capture/evidence': 'counted under its token or address while its form is read',
};

/** Returns a valid path for a route's pattern. */
const example = (path: string) =>
  path
    .replace('/assets/:file', assetPath('site.css'))
    .replace(/:[a-z_]+(\{[^}]*\})?/gi, 'x')
    .replace(/\*$/, 'x');

describe('every route', () => {
  it('limits a client without credentials', async () => {
    const routes = createApp(app.services).routes.filter(
      ({ method, path }) => method !== 'ALL' || !path.endsWith('*'),
    );
    expect(routes.length).toBeGreaterThan(150);
    const others: string[] = [];
    const seen = new Set<string>();
    for (const route of routes) {
      const method = route.method === 'ALL' ? 'GET' : route.method;
      const name = `${method} ${route.path}`;
      if (seen.has(name) || name in unlimited) continue;
      seen.add(name);
      const { status } = await app.fetch(example(route.path), {
        method,
        headers: {
          'x-forwarded-for': address,
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body: '{}' }),
      });
      if (status !== 429) others.push(`${name} answered ${status}`);
    }
    expect(others).toEqual([]);
  });

  it('answers the probes of a load balancer regardless of earlier requests from its address', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await app.fetch(path, { headers: { 'x-forwarded-for': address } });
      expect(answer.status).toBe(200);
    }
  });

  it('counts pages separately from API requests', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.10' };
    for (const path of ['/', '/graphql', '/openapi.json', assetPath('site.css')]) {
      const answer = await app.fetch(path, { headers: { ...headers, accept: 'text/html, */*' } });
      expect(answer.status, path).toBe(200);
    }
    const { remaining } = app.services.rateLimiter!.peek(ratePolicies.pages, '203.0.113.10');
    expect(remaining).toBe(ratePolicies.pages.quota - 4);
  });
});

describe('fixed texts', () => {
  it.each(['br', 'gzip', 'identity'])(
    'have the same bytes each time in the coding %s',
    async (coding) => {
      const headers = { 'accept-encoding': coding, 'x-forwarded-for': '203.0.113.11' };
      const read = async () => {
        const answer = await app.fetch('/openapi.json', { headers });
        expect(answer.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
        expect(answer.headers.get('vary')).toContain('Accept-Encoding');
        return Buffer.from(await answer.arrayBuffer());
      };
      expect((await read()).equals(await read())).toBe(true);
    },
  );
});

describe('GraphiQL', () => {
  it('is a small page of hashed files without inline scripts', async () => {
    const answer = await app.fetch('/graphql', {
      headers: { accept: 'text/html', 'x-forwarded-for': '203.0.113.12' },
    });
    const html = await answer.text();
    expect(html.length).toBeLessThan(20_000);
    for (const [, attributes] of html.matchAll(/<script([^>]*)>/g)) {
      expect(attributes).toMatch(/ src="\/assets\/[\w-]+\.[0-9a-f]{8,}\.js"/);
    }
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    for (const directive of ['frame-ancestors', 'form-action', 'base-uri']) {
      expect(policy).toContain(`${directive} '`);
    }
    const [path = ''] = /\/assets\/graphiql-bundle[^"]+/.exec(html) ?? [];
    const bundle = await app.fetch(path, { headers: { 'x-forwarded-for': '203.0.113.12' } });
    expect(bundle.headers.get('cache-control')).toContain('immutable');
  });
});
