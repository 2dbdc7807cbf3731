import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import {
  tokens as offerTokens,
  register as registerProvider,
  start as startRun,
} from '../dispatch/support/scene.js';
import { assign, captureToken, createJob } from '../evidence/support/scene.js';
import { secretName, withoutSecrets } from '../fixtures/validation/replay.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { checkDescribed } from '../support/described.js';

/**
 * A line of operation-pairs.jsonl; record_operations.py documents each member. The pairs are fixtures of the documented
 * interface; a new operation needs none.
 */
type Pair = [
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | null,
  status: number,
  detail: object[] | null,
];

const file = new URL('../fixtures/validation/operation-pairs.jsonl', import.meta.url);
const recorded: Pair[] = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const operationOf = ([method, path]: Pair) => `${method} ${path.split('?')[0]}`;
const operations = [...new Set(recorded.map(operationOf))];

let app: TestApp;
/** Session of a customer who signed in for the operation; some operations end it. */
let session = '';
let testKey = '';
const tokens: Record<string, string> = {};
beforeAll(async () => {
  app = await startTestApp();
  tokens['/v1/provider/evidence'] = await assign(app, await createJob(app));
  const invited = await createJob(app);
  await assign(app, invited);
  tokens['/v1/capture/evidence'] = await captureToken(app, invited);
  tokens['/v1/provider/release'] = await assign(app, await createJob(app));
  await registerProvider(app);
  const { body: run } = await startRun(app, await createJob(app));
  tokens['/v1/provider/offer'] = (await offerTokens(app, run.id))[0] ?? '';
  const { data } = await app.graphql(
    'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
    {
      input: {
        integrator: 'pairs',
        label: 'pairs',
        mode: 'TEST',
        scopes: ['JOBS_READ', 'JOBS_WRITE'],
      },
    },
  );
  testKey = data.createApiKey.secret;
});
afterAll(() => app.stop());

/** Paths that take a token in a header, and whose token it is. */
const bearers = [
  ['/v1/capture/task', '/v1/capture/evidence'],
  ['/v1/provider/release', '/v1/provider/release'],
  ['/v1/provider/offer', '/v1/provider/offer'],
] as const;

async function ask([method, template, headers, body]: Pair) {
  const path = template.replace(/\{\w+\}/g, 'none');
  const text = body?.replace(/\{token\}t{20}/, tokens[path] ?? '');
  const holder = bearers.find(([paths]) => path.startsWith(paths));
  const authorization = holder ? `Bearer ${tokens[holder[1]]}` : '';
  const response = await app.fetch(path, {
    method,
    headers: {
      'x-api-key': path.startsWith('/v1/sandbox/') ? testKey : pilotKey,
      ...(authorization && { authorization }),
      ...(session && { cookie: `session=${session}` }),
      ...headers,
    },
    // As bytes, because fetch would add a content type to a string.
    ...(text && { body: Buffer.from(text) }),
  });
  const answered = await response.text();
  checkDescribed(method, path, response, answered);
  return { status: response.status, text: answered };
}

const kept = ['jobs', 'site_checks', 'evidence.files', 'idempotency'];
/** Returns the stored documents; every change of one raises its revision. */
const stored = () =>
  Promise.all(
    kept.map((name) =>
      app.db.collection(name).find({}).project({ revision: 1 }).sort({ _id: 1 }).toArray(),
    ),
  );

/** Returns the recorded errors without inputs of more than 1,024 characters of JSON, as docs/reference.md documents. */
const withoutLongInputs = (detail: readonly unknown[]) =>
  detail.map((issue) => {
    const { input, ...rest } = issue as { input: unknown };
    return JSON.stringify(input).length > 1_024 ? rest : issue;
  });

describe.each(operations)('%s', (operation) => {
  const pairs = recorded.filter((pair) => operationOf(pair) === operation);
  /** True if a body that is not an object could be a secret as a whole. */
  const opensSomething = pairs.some(
    ([, , , body, status]) => status === 200 && body?.startsWith('{') && secretName.test(body),
  );
  beforeAll(async () => {
    session = /customer|self-service/.test(operation) ? (await register(app)).session : '';
  });

  it('rejects what FastAPI rejects, with the same errors, and stores nothing', async () => {
    const before = await stored();
    for (const pair of pairs.filter(([, , , , status]) => status === 422)) {
      const { status, text } = await ask(pair);
      expect(status, JSON.stringify(pair)).toBe(422);
      const detail = withoutLongInputs(withoutSecrets(pair[5] ?? [], opensSomething));
      expect(JSON.parse(text).detail, JSON.stringify(pair)).toEqual(detail);
    }
    expect(await stored()).toEqual(before);
  });

  it('accepts what FastAPI accepts', async () => {
    for (const pair of pairs.filter(([, , , , status]) => status === 200)) {
      const { status, text } = await ask(pair);
      // A time in the future depends on the sandbox clock.
      if (text.includes('to must be later than')) continue;
      expect(status, `${JSON.stringify(pair)} ${text}`).not.toBe(422);
      expect(status, `${JSON.stringify(pair)} ${text}`).toBeLessThan(500);
    }
  });
});
