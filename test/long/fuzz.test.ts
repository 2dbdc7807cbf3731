import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { assignedJob, captureToken, createJob } from '../evidence/support/scene.js';
import { completedJob } from '../report/support/flow.js';
import { assign, capture, paid, request } from '../site-check/support/flow.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { checkDescribed, interfaceDescription } from '../support/described.js';
import { graphqlRequest } from './support/graphql-fuzz.js';
import { checkShape } from './support/graphql-shape.js';
import { type Random, randomFrom, randomJson, randomText } from './support/random.js';
import { type Known, restRequest } from './support/rest-fuzz.js';

const rounds = process.env['SOAK'] === '1' ? 1_000_000 : 5_000;
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

let app: TestApp;
let known: Known;

/** Creates the data that requests refer to: a site check with its report, a pending one, and jobs in several states. */
async function newScene(): Promise<Pick<Known, 'jobIds' | 'requestIds' | 'tokens'>> {
  const [reported, waiting] = [await paid(app), await request(app)];
  await capture(app, reported.jobId, await assign(app, reported.jobId));
  const [created, assigned] = [await createJob(app), await assignedJob(app)];
  // Its id is hidden from the requests: assigning it again would revoke its tokens.
  const { jobId: held, token: taskToken } = await assignedJob(app);
  const { jobId: completed } = await completedJob(app);
  await app.rest('POST', `/v1/jobs/${completed}/reality-report`);
  return {
    jobIds: [created, assigned.jobId, completed, reported.jobId],
    requestIds: [reported.id, waiting.id],
    tokens: [reported.token, waiting.token, taskToken, await captureToken(app, held)],
  };
}

beforeAll(async () => {
  app = await startTestApp({ PILOT_API_KEY: pilotKey });
  const key = await app.keyFor('fuzzed', ['jobs:read', 'jobs:write', 'reports:write']);
  const spare: string[] = [];
  for (let i = 0; i < 20; i++) spare.push(await app.keyFor('spare', ['jobs:read']));
  const owner = await app.db.collection('integrators').findOne({ name: 'spare' });
  known = {
    keys: [
      pilotKey,
      pilotKey,
      pilotKey,
      pilotKey,
      key,
      key,
      'no-such-key-anywhere',
      '',
      ...spare.slice(0, 1),
    ],
    spareKeyIds: owner?.keys.map(({ id }: { id: string }) => id),
    ...(await newScene()),
  };
});
afterAll(() => app.stop());

/** Patterns of internal details that no client should see. */
const inside =
  /node_modules|\.(ts|js):\d+|MongoServerError|E11000|TypeError|undefined is not|at async/;

/** Returns the secrets that only the response that creates them can contain. */
const secrets = () => [pilotKey, known.keys[4] as string, ...known.tokens];

function checkText(label: string, text: string): void {
  expect(inside.test(text), `${label} shows the inside: ${text.slice(0, 400)}`).toBe(false);
  for (const secret of secrets()) {
    expect(text.includes(secret), `${label} carries a secret`).toBe(false);
  }
}

async function rest(random: Random): Promise<void> {
  const made = restRequest(random, interfaceDescription(), known);
  const { method, path, headers, body } = made;
  const answer = await app.fetch(path, {
    method,
    headers,
    ...(body !== undefined && { body: body as BodyInit }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const decode = { gzip: gunzipSync, br: brotliDecompressSync }[
    answer.headers.get('content-encoding') ?? ''
  ];
  const text = (decode?.(bytes) ?? bytes).toString();
  const label = `${JSON.stringify(made).slice(0, 2_000)} → ${answer.status}`;
  expect(answer.status < 500 || answer.status === 503, `${label} ${text}`).toBe(true);
  try {
    checkDescribed(method, path, answer, text);
  } catch (error) {
    throw new Error(`${label}: ${(error as Error).message}`);
  }
  // A response that creates a secret contains it; a damaged request can have it under an unknown name.
  if (answer.status >= 300 && !made.damaged) checkText(label, text);
  if (answer.status === 201 && path.startsWith('/v1/jobs') && known.jobIds.length < 200) {
    const { job_id } = JSON.parse(text);
    if (job_id) known.jobIds.push(job_id);
  }
}

/** Returns the response to an operation: for a stream the first result, or null if none arrives at once. */
async function firstResult(response: Response): Promise<string | null> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return response.text();
  }
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const late = setTimeout(() => reader.cancel(), 100);
  let text = '';
  for (let end = false; !end && !/^data: .*\n\n/m.test(text); ) {
    const { value, done } = await reader.read();
    text += Buffer.from(value ?? []).toString();
    end = done;
  }
  clearTimeout(late);
  await reader.cancel();
  return /^data: (.*)$/m.exec(text)?.[1] ?? null;
}

/** Returns a request for a document, sometimes malformed: as a POST, and in the URL of a GET. */
function sentWith(random: Random, query: string, variables: object, isOdd: boolean) {
  const persisted = random.pick([randomJson(random), { version: 1, sha256Hash: 'a'.repeat(64) }]);
  const extensions = isOdd && random.chance(0.5) ? { persistedQuery: persisted } : undefined;
  const whole = JSON.stringify({ query, variables, extensions });
  const inUrl = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  if (extensions) inUrl.set('extensions', JSON.stringify(extensions));
  const name = random.pick(['query', 'variables', 'extensions', 'operationName']);
  if (isOdd && random.chance(0.5)) inUrl.set(name, randomText(random));
  const isCut = isOdd && random.chance(0.3);
  return { inUrl, body: isCut ? whole.slice(0, random.int(whole.length)) : whole };
}

async function graphql(random: Random): Promise<void> {
  const { query, variables } = graphqlRequest(random, schema, known);
  const isOdd = random.chance(0.08);
  const { inUrl, body } = sentWith(random, query, variables, isOdd);
  const key = random.pick(known.keys);
  const bearer = random.chance(0.1) && `Bearer ${random.pick(known.tokens)}`;
  const byGet = random.chance(0.1);
  const response = await app.fetch(byGet ? `/graphql?${inUrl}` : '/graphql', {
    method: byGet ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      accept: query.startsWith('subscription')
        ? 'text/event-stream'
        : 'application/graphql-response+json',
      'x-api-key': key,
      ...(bearer && { authorization: bearer }),
    },
    ...(!byGet && { body }),
  });
  const text = await firstResult(response);
  if (text === null) return;
  const { data, errors, extensions, ...rest } = JSON.parse(text);
  const label = `${query.slice(0, 2_000)} ${JSON.stringify(variables).slice(0, 500)} → ${response.status} ${text.slice(0, 500)}`;
  expect(response.status < 500 || response.status === 503, label).toBe(true);
  expect(Object.keys(rest), label).toEqual([]);
  expect(data || errors?.length, label).toBeTruthy();
  for (const error of errors ?? []) {
    expect(error.message, label).toBeTruthy();
    expect(error.extensions.code, label).toMatch(/^[A-Z_]+$/);
    expect(error.extensions.code, label).not.toBe('INTERNAL_ERROR');
    expect(error.extensions.requestId, label).toBeTruthy();
    checkText(label, JSON.stringify(error.extensions));
    // A message can quote a part of the document, but never of a variable.
    if (!secrets().some((secret) => query.includes(secret))) checkText(label, error.message);
  }
  // Another document than the known one may have been run.
  if (!data || isOdd) return;
  // A URL cannot contain an unpaired surrogate.
  const sent = byGet ? (inUrl.get('query') ?? '') : query;
  try {
    checkShape(schema, sent, data);
  } catch (error) {
    throw new Error(`${label}: ${(error as Error).message}`);
  }
  for (const secret of secrets()) {
    expect(JSON.stringify(data).includes(secret), `${label} carries a secret`).toBe(false);
  }
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const heapMegabytes = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 / 1024;
};

it(`${rounds} generated requests cause no 5xx, no undocumented response and no leaked secret (SEED=${seed})`, {
  timeout: 24 * 3_600_000,
}, async () => {
  process.stdout.write(`fuzz: SEED=${seed}, ${rounds} requests\n`);
  const heap: number[] = [];
  for (let i = 0; i < rounds; i++) {
    // Each request has a separate seed, so that a failing one can be repeated alone.
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
      // Replaces data that the requests have cancelled or exhausted.
      Object.assign(known, await newScene());
      if (i % 2_500 === 2_499) {
        process.stdout.write(`fuzz: ${i + 1} requests, heap ${heap.at(-1)?.toFixed(0)} MB\n`);
      }
    }
  }
  const part = Math.max(2, Math.floor(heap.length / 5));
  const early = Math.min(...heap.slice(part, 2 * part));
  const late = Math.min(...heap.slice(-part));
  process.stdout.write(`fuzz: heap ${early.toFixed(0)} MB early, ${late.toFixed(0)} MB late\n`);
  expect(late).toBeLessThan(early * 1.2 + 10);
});
