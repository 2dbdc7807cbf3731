import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.js';
import { restFace } from '../support/faces.js';
import { password, register, storedCustomer } from './support/accounts.js';
import { freshAddress, registerAt, startLimitedApp } from './support/limited.js';

const minutes = (count: number) => count * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startLimitedApp();
});
afterAll(() => app.stop());

const registered = (headers = freshAddress()) => registerAt(app, headers);

it('refuses the right password after ten wrong ones in fifteen minutes', async () => {
  const { email, id } = await registered();
  const attempt = (given: string) =>
    restFace.call(app, 'loginCustomer', {
      input: { email, password: given },
      headers: freshAddress(),
    });
  const answers = await Promise.all(Array.from({ length: 10 }, () => attempt('a wrong password')));
  expect(answers.map(({ code }) => code)).toEqual(Array(10).fill('login_failed'));
  const before = await storedCustomer(app, id);
  expect((await attempt(password)).code).toBe('rate_limited');
  expect(await storedCustomer(app, id)).toEqual(before);
  app.advance(minutes(15));
  expect((await attempt(password)).code).toBeUndefined();
});

describe('a session', () => {
  it('has reads and writes of its own, beside those of a key that comes with it', async () => {
    const { session } = await register(app);
    const key = await app.keyFor('with a session', ['jobs:read']);
    const policies = async (path: string, given: string | null) => {
      const headers = { cookie: `session=${session}` };
      const answer = await app.rest('GET', path, { key: given, headers });
      return answer.headers.get('ratelimit');
    };
    expect(await policies('/v1/customer/auth/session', null)).toContain('"customer_reads";r=299');
    expect(await policies('/v1/customer/auth/session', key)).toContain('"customer_reads";r=298');
    expect(await policies('/v1/jobs', key)).toContain('"reads";r=');
    const logout = await app.rest('POST', '/v1/customer/auth/logout', {
      key: null,
      headers: { cookie: `session=${session}` },
      body: {},
    });
    expect(logout.headers.get('ratelimit')).toContain('"customer_writes";r=59');
  });
});

it('keeps no email in the buckets', async () => {
  const { email } = await registered();
  // A wrong password is counted, and stays so.
  const input = { email, password: 'not the password' };
  await restFace.call(app, 'loginCustomer', { input, headers: freshAddress() });
  await app.services.rateLimiter?.sync();
  const text = JSON.stringify(await app.db.collection('rate_limits').find({}).toArray());
  expect(text).toContain('logins:');
  expect(text).not.toContain('example.com');
});
