import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { describedPaths } from '../support/described.js';

let app: TestApp;
let session: string;
let endpoint_id: string;
beforeAll(async () => {
  app = await startTestApp();
  session = (await register(app)).session;
  const body = { url: 'https://hooks.example.com/' };
  endpoint_id = (await app.rest('POST', '/v1/webhook-endpoints', { body })).body.endpoint_id;
});
afterAll(() => app.stop());

interface Parameter {
  name: string;
  in: string;
}

/** Every documented GET that filters by a status. */
const filters = Object.entries<{ get?: { parameters?: Parameter[] } }>(describedPaths()).flatMap(
  ([path, { get }]) =>
    (get?.parameters ?? [])
      .filter(({ name, in: place }) => place === 'query' && /(^|_)status$/.test(name))
      .map(({ name }) => [path, name] as const),
);

it('finds the lists that filter by a status', () => {
  expect(filters.length).toBeGreaterThan(10);
});

it.each(filters)('GET %s matches nothing with an unknown %s', async (path, name) => {
  const url = path.replace('{endpoint_id}', endpoint_id);
  const isCustomer = path.startsWith('/v1/customer/');
  const answer = await app.rest('GET', `${url}?${name}=x`, {
    key: isCustomer ? null : pilotKey,
    headers: isCustomer ? { cookie: `session=${session}` } : {},
  });
  const listed = [answer.body, ...Object.values(answer.body)].find(Array.isArray);
  expect([path, answer.status, listed]).toEqual([path, 200, []]);
});
