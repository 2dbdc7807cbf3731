import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const create = `mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  secret apiKey { id label prefix scopes createdAt revokedAt integrator { id name } } } }`;
const revoke = 'mutation($id: ID!) { revokeApiKey(id: $id) { id revokedAt } }';
const keyInput = { integrator: 'acme', label: 'server', scopes: ['JOBS_READ', 'JOBS_WRITE'] };

it('creates keys of one integrator, shows each secret once and stores only its hash', async () => {
  const first = (await app.graphql(create, { input: keyInput })).data.createApiKey;
  const second = (await app.graphql(create, { input: { ...keyInput, label: 'next' } })).data
    .createApiKey;
  expect(first.secret).toMatch(/^vk_live_[0-9A-Za-z]{49}$/);
  expect(first.apiKey).toMatchObject({
    label: 'server',
    prefix: first.secret.slice(0, 12),
    scopes: ['JOBS_READ', 'JOBS_WRITE'],
    revokedAt: null,
    integrator: { name: 'acme' },
  });
  expect(second.apiKey.integrator.id).toBe(first.apiKey.integrator.id);
  const stored = JSON.stringify(await app.db.collection('integrators').find().toArray());
  expect(stored).not.toContain(first.secret);
});

it('keeps the jobs of an integrator when its key is replaced', async () => {
  const old = (await app.graphql(create, { input: keyInput })).data.createApiKey;
  const job = (await app.rest('POST', '/v1/jobs', { key: old.secret, body: jobBody() })).body;
  const fresh = (await app.graphql(create, { input: keyInput })).data.createApiKey;
  const revoked = await app.graphql(revoke, { id: old.apiKey.id });
  expect(revoked.data.revokeApiKey.revokedAt).not.toBeNull();
  expect(await app.rest('GET', `/v1/jobs/${job.job_id}`, { key: old.secret })).toMatchObject({
    status: 401,
    body: { code: 'api_key_invalid' },
  });
  expect((await app.rest('GET', `/v1/jobs/${job.job_id}`, { key: fresh.secret })).status).toBe(200);
});

it('rejects creating or revoking keys without the scope operator, and invalid input', async () => {
  const key = await app.keyFor('plain', ['jobs:read', 'jobs:write', 'reports:write']);
  const code = async (input: object, as: string | null | undefined) =>
    (await app.graphql(create, { input }, as === undefined ? {} : { key: as })).errors?.[0]
      ?.extensions['code'];
  expect(await code(keyInput, key)).toBe('SCOPE_MISSING');
  expect(await code(keyInput, null)).toBe('API_KEY_MISSING');
  expect(await code({ ...keyInput, integrator: 'x' }, undefined)).toBe('BAD_USER_INPUT');
  expect(await code({ ...keyInput, scopes: [] }, undefined)).toBe('BAD_USER_INPUT');
  expect((await app.graphql(revoke, { id: 'none' })).errors?.[0]?.extensions['code']).toBe(
    'NOT_FOUND',
  );
});

describe('apiKeys', () => {
  const list = `query($integrator: String) { apiKeys(integrator: $integrator) {
    label mode revokedAt integrator { name } } }`;
  const listed = async (integrator?: string) =>
    (await app.graphql(list, { integrator })).data.apiKeys;

  it('lists the keys of an integrator and of its test counterpart, newest first, without secrets', async () => {
    const input = { integrator: 'lister', label: 'first', scopes: ['JOBS_READ'] };
    const first = (await app.graphql(create, { input })).data.createApiKey;
    app.advance(1000);
    await app.graphql(create, { input: { ...input, label: 'second', mode: 'TEST' } });
    await app.graphql(revoke, { id: first.apiKey.id });
    expect(await listed('lister')).toEqual([
      { label: 'second', mode: 'TEST', revokedAt: null, integrator: { name: 'test:lister' } },
      {
        label: 'first',
        mode: 'LIVE',
        revokedAt: expect.any(String),
        integrator: { name: 'lister' },
      },
    ]);
  });

  it('lists the keys of the caller by default, and none for an unknown name', async () => {
    const own = await listed();
    expect(own.map(({ integrator }: { integrator: { name: string } }) => integrator.name)).toEqual([
      'pilot',
    ]);
    expect(await listed('an unknown integrator')).toEqual([]);
  });

  it.each([
    ['without a key', null, 'API_KEY_MISSING'],
    ['without the scope operator', ['jobs:read'], 'SCOPE_MISSING'],
  ] as const)('is rejected %s', async (_, scopes, code) => {
    const key = scopes && (await app.keyFor('no operator', [...scopes]));
    const answer = await app.graphql(list, { integrator: 'lister' }, { key });
    expect(answer.errors?.[0]?.extensions['code']).toBe(code);
    expect(answer.data?.apiKeys ?? null).toBeNull();
  });

  it('rejects a name that no integrator can have', async () => {
    const answer = await app.graphql(list, { integrator: 'x' });
    expect(answer.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });
});

it('creates no key for the built-in integrator of site checks', async () => {
  const answer = await app.graphql(create, { input: { ...keyInput, integrator: 'public' } });
  expect(answer.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
});

it.each([
  ['begins like one of ours', 'vk_test_my-own-pilot-key'],
  ['has our form but another checksum', `vk_live_${'a'.repeat(49)}`],
])('accepts a configured key unchanged when it %s', async (_, key) => {
  const other = await startTestApp({ PILOT_API_KEY: key });
  expect((await other.rest('GET', '/v1/jobs', { key })).status).toBe(200);
  await other.stop();
});

it('gives the pilot key new scopes and actors at each start', async () => {
  const env = { MONGODB_DB: `test-${randomUUID()}` };
  const first = await startTestApp(env);
  const integrators = first.db.collection('integrators');
  const old = ['jobs:read', 'jobs:write', 'reports:write', 'operator'];
  await integrators.updateOne(
    { name: 'pilot' },
    { $set: { 'keys.0.scopes': old }, $unset: { 'keys.0.actors': '' } },
  );
  await first.stop({ keep: true });
  const second = await startTestApp(env);
  const { data } = await second.graphql('{ viewer { scopes apiKey { actors } } }');
  expect(data.viewer.apiKey.actors).toEqual(['founder_console']);
  expect(data.viewer.scopes).toEqual([
    'JOBS_READ',
    'JOBS_WRITE',
    'REPORTS_WRITE',
    'WEBHOOKS_WRITE',
    'OPERATOR',
    'INBOX_PRIVATE',
  ]);
  await second.stop();
});

it('lets only a key with inbox:private grant it: operator does not contain it', async () => {
  const operator = await app.keyFor('plain operator', ['operator']);
  const input = { ...keyInput, integrator: 'granted', scopes: ['OPERATOR', 'INBOX_PRIVATE'] };
  const rejected = await app.graphql(create, { input }, { key: operator });
  expect(rejected.errors?.[0]?.extensions['code']).toBe('SCOPE_MISSING');
  expect(await app.db.collection('integrators').countDocuments({ name: 'granted' })).toBe(0);
  expect((await app.graphql(create, { input })).data.createApiKey.apiKey.scopes).toEqual(
    input.scopes,
  );
});

it('records the use of a key at most once a minute', async () => {
  const key = await app.keyFor('noted', ['jobs:read']);
  const noted = async () => {
    await app.rest('GET', '/v1/jobs', { key });
    const holder = await app.db.collection('integrators').findOne({ name: 'noted' });
    return holder?.['keys'][0].lastUsedAt;
  };
  const first = await noted();
  expect(first).toEqual(expect.any(Date));
  app.advance(30_000);
  expect(await noted()).toEqual(first);
  app.advance(60_000);
  expect((await noted()).getTime() - first.getTime()).toBeGreaterThanOrEqual(90_000);
});

it('returns the caller of a key, and null without a key', async () => {
  const query = '{ viewer { integrator { name } scopes } }';
  const key = await app.keyFor('asker', ['jobs:read']);
  expect((await app.graphql(query, {}, { key })).data.viewer).toEqual({
    integrator: { name: 'asker' },
    scopes: ['JOBS_READ'],
  });
  expect((await app.graphql(query, {}, { key: null })).data.viewer).toBeNull();
});

it('returns 401 with WWW-Authenticate for a missing, empty, unknown or damaged key', async () => {
  const good = await app.keyFor('good', ['jobs:read']);
  const damaged = `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`;
  for (const [key, code] of [
    [null, 'api_key_missing'],
    ['', 'api_key_missing'],
    ['nobody-has-this-key', 'api_key_invalid'],
    [damaged, 'api_key_invalid'],
  ] as const) {
    const answer = await app.rest('GET', '/v1/jobs', { key });
    expect(answer).toMatchObject({ status: 401, body: { code } });
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  }
});

it('never logs a key', async () => {
  const key = await app.keyFor('quiet', ['jobs:read']);
  await app.rest('GET', '/v1/jobs?secret=hidden-in-query', { key });
  const log = app.logLines.join('');
  expect(log).toContain('"path":"/v1/jobs"');
  expect(log).not.toContain(key);
  expect(log).not.toContain('hidden-in-query');
});
