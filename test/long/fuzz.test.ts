import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { checkDescribed, interfaceDescription } from '../support/described.js';
import { graphqlDocument } from './support/graphql-fuzz.js';
import { type Random, randomFrom } from './support/random.js';
import { type Known, restRequest } from './support/rest-fuzz.js';

const rounds = process.env['SOAK'] === '1' ? 1_000_000 : 20_000;
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

let app: TestApp;
let known: Known;
beforeAll(async () => {
  app = await startTestApp({ PILOT_API_KEY: pilotKey });
  const key = await app.keyFor('fuzzed', ['jobs:read', 'jobs:write', 'reports:write']);
  const place = { ...jobBody(), nonce: undefined };
  const check = (await app.rest('POST', '/v1/public/site-checks', { key: null, body: place })).body;
  const job = (await app.rest('POST', '/v1/jobs', { body: jobBody() })).body;
  const held = (await app.rest('POST', '/v1/jobs', { body: jobBody() })).body;
  const assigned = await app.rest('POST', `/v1/jobs/${held.job_id}/assign`, {
    body: { assignee_name: 'Ada' },
  });
  known = {
    keys: [pilotKey, pilotKey, key, 'no-such-key-anywhere', ''],
    jobIds: [job.job_id, held.job_id, check.job_id],
    requestIds: [check.request_id],
    tokens: [check.access_token, assigned.body.task_token, 'w'.repeat(43)],
  };
});
afterAll(() => app.stop());

/** Marks of the inside that no client may see. */
const inside =
  /node_modules|\.(ts|js):\d+|MongoServerError|E11000|TypeError|undefined is not|at async/;

/** What no log and no answer but the one that makes it may carry. */
const secrets = () => [pilotKey, known.keys[2] as string, ...known.tokens.slice(0, 2)];

function checkText(what: string, text: string): void {
  expect(inside.test(text), `${what} shows the inside: ${text.slice(0, 400)}`).toBe(false);
  for (const secret of secrets()) {
    expect(text.includes(secret), `${what} carries a secret`).toBe(false);
  }
}

async function rest(random: Random): Promise<void> {
  const request = restRequest(random, interfaceDescription(), known);
  const { method, path, headers, body } = request;
  const answer = await app.fetch(path, { method, headers, ...(body !== undefined && { body }) });
  const zipped = answer.headers.get('content-encoding') === 'gzip';
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = zipped ? (await import('node:zlib')).gunzipSync(bytes).toString() : bytes.toString();
  const what = `${JSON.stringify(request).slice(0, 2_000)} → ${answer.status}`;
  expect(answer.status < 500 || answer.status === 503, `${what} ${text}`).toBe(true);
  try {
    checkDescribed(method, path, answer, text);
  } catch (error) {
    throw new Error(`${what}: ${(error as Error).message}`);
  }
  // What makes a secret answers it; what is damaged may have it under a name that nobody knows.
  if (answer.status >= 300 && !request.damaged) checkText(what, text);
  if (answer.status === 201 && path.startsWith('/v1/jobs') && known.jobIds.length < 200) {
    const { job_id } = JSON.parse(text);
    if (job_id) known.jobIds.push(job_id);
  }
}

async function graphql(random: Random): Promise<void> {
  const query = graphqlDocument(random, schema, known);
  const key = random.pick(known.keys);
  const answer = await app.graphql(query, {}, { key });
  const codes = answer.errors?.map((error) => error.extensions['code']) ?? [];
  expect(codes, query).not.toContain('INTERNAL_ERROR');
  for (const code of codes) expect(code, query).toMatch(/^[A-Z_]+$/);
  if (answer.errors)
    checkText(query.slice(0, 1_000), JSON.stringify(answer.errors.map((e) => e.extensions)));
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const heapMegabytes = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 / 1024;
};

it(`${rounds} requests made from the descriptions meet no 5xx, no undescribed answer and no secret (SEED=${seed})`, {
  timeout: 24 * 3_600_000,
}, async () => {
  process.stdout.write(`fuzz: SEED=${seed}, ${rounds} requests\n`);
  const heap: number[] = [];
  for (let i = 0; i < rounds; i++) {
    // Each request has a seed of its own, so that one that fails can be made again alone.
    const random = randomFrom(seed + i * 7919);
    try {
      await (random.chance(0.6) ? rest(random) : graphql(random));
    } catch (error) {
      throw new Error(`request ${i} of SEED=${seed}: ${(error as Error).message}`);
    }
    if (i % 500 === 499) {
      const log = app.logLines.join('');
      app.logLines.length = 0;
      for (const secret of secrets())
        expect(log.includes(secret), 'a secret in the log').toBe(false);
      heap.push(heapMegabytes());
    }
  }
  const part = Math.max(2, Math.floor(heap.length / 5));
  const early = Math.min(...heap.slice(part, 2 * part));
  const late = Math.min(...heap.slice(-part));
  process.stdout.write(`fuzz: heap ${early.toFixed(0)} MB early, ${late.toFixed(0)} MB late\n`);
  expect(late).toBeLessThan(early * 1.2 + 10);
});
