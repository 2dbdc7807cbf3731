import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { inject } from 'vitest';
import { sampleJob } from '../../scripts/sample-job.js';
import { createApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { connect } from '../../src/lib/mongo.js';
import type { Step } from '../../src/migrations/step.js';
import type { Job } from '../../src/modules/job/job.js';
import type { SiteCheck } from '../../src/modules/site-check/site-check.js';
import type { KeyMode, Scope } from '../../src/scopes.js';
import { startServices } from '../../src/start.js';
import { described, recordedExamples } from './described.js';
import { testFiles } from './object-storage.js';
import { watchSearches } from './query-plans/watch.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
export type Json = any;

export interface RestAnswer {
  status: number;
  headers: Headers;
  body: Json;
}

export interface GraphQLAnswer {
  data: Json;
  errors: { message: string; path?: unknown[]; extensions: Record<string, Json> }[] | undefined;
  extensions: Json;
  headers: Headers;
}

interface RestOptions {
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

export const pilotKey = 'pilot-key-of-the-tests';

interface TestAppOptions {
  mongodbUri?: string;
  /** Time at which the clock is frozen, apart from what the test adds. Without it, the clock runs. */
  frozenAt?: Date;
  /** Public address of the service. */
  baseUrl?: string;
  /** Steps of the migrations; by default those of this release. */
  steps?: readonly Step[];
}

/**
 * Returns a request with an already encoded body. Otherwise a form would be encoded while it is read and, if reading is
 * aborted, Node 24 throws outside of any promise.
 */
async function requestOf(url: string, init: RequestInit): Promise<Request> {
  if (!(init.body instanceof FormData)) return new Request(url, init);
  const encoded = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set('content-type', encoded.headers.get('content-type') ?? '');
  return new Request(url, { ...init, headers, body: await encoded.arrayBuffer() });
}

/**
 * Starts an app on a separate database, with a clock the test can move. `stop` throws if the app made a
 * search that no index serves. Searches made through `db` are not checked.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  {
    mongodbUri = inject('mongodbUri'),
    frozenAt,
    baseUrl = 'http://service.test',
    steps,
  }: TestAppOptions = {},
) {
  let offset = 0;
  const clock = { now: () => new Date((frozenAt?.getTime() ?? Date.now()) + offset) };
  const logLines: string[] = [];
  const config = readConfig({
    PILOT_API_KEY: pilotKey,
    RATE_LIMITS: 'off',
    MONGODB_DB: `test-${randomUUID()}`,
    ...testFiles,
    ...env,
  });
  const searches = watchSearches();
  const { services, stop } = await startServices({
    config,
    mongodbUri,
    baseUrl,
    clock,
    log: pino({ level: 'info' }, { write: (line: string) => logLines.push(line) }),
    announcePilotKey: () => {},
    // Logged reports should be published soon.
    checkpointMilliseconds: 20,
    onCommand: searches.onCommand,
    ...(steps && { steps }),
  });
  const { client, db } = await connect(mongodbUri, config.mongodbDb);
  const app = createApp(services, recordedExamples);

  async function fetchApp(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await app.fetch(await requestOf(`${baseUrl}${path}`, init));
    // The log line is written after the response.
    await turn();
    return described(init.method ?? 'GET', path, answer);
  }

  async function rest(
    method: string,
    path: string,
    { key = pilotKey, body, headers = {} }: RestOptions = {},
  ): Promise<RestAnswer> {
    const response = await fetchApp(path, {
      method,
      headers: {
        ...(key !== null && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: json && text ? JSON.parse(text) : text,
    };
  }

  async function graphql(
    query: string,
    variables: Record<string, unknown> = {},
    { key = pilotKey, headers = {} }: Omit<RestOptions, 'body'> = {},
  ): Promise<GraphQLAnswer> {
    const response = await fetchApp('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key !== null && { 'x-api-key': key }),
        ...headers,
      },
      body: JSON.stringify({ query, variables }),
    });
    return { ...(await response.json()), headers: response.headers };
  }

  return {
    services,
    db,
    jobs: db.collection<Job>('jobs'),
    siteChecks: db.collection<SiteCheck>('site_checks'),
    fetch: fetchApp,
    /** The app itself, for a listener. */
    handle: (request: Request, env: object) => app.fetch(request, env),
    rest,
    graphql,
    logLines,
    /** Returns the current Prometheus metrics as text. */
    metrics: () => services.metrics.registry.metrics(),
    now: () => clock.now(),
    /** Moves the clock forward. */
    advance(milliseconds: number) {
      offset += milliseconds;
    },
    /** Moves the clock to the start of an hour: every limit is full, and no window ends within a test. */
    toNextHour() {
      offset += hours(1) - (clock.now().getTime() % hours(1));
    },
    /** Jobs of test keys, which are stored in a separate database. */
    sandboxDb: client.db(`${config.mongodbDb}-sandbox`),
    /** Creates a key of a separate integrator. */
    async keyFor(
      integrator: string,
      scopes: Scope[],
      mode: KeyMode = 'live',
      actors: string[] = [],
    ): Promise<string> {
      const answer = await graphql(
        'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
        {
          input: {
            integrator,
            label: 'test',
            actors,
            mode: mode.toUpperCase(),
            scopes: scopes.map((s) => s.toUpperCase().replace(':', '_')),
          },
        },
      );
      return answer.data.createApiKey.secret;
    },
    /** @param keep keeps the database for another app */
    async stop({ keep = false } = {}) {
      await stop();
      try {
        // DocumentDB explains plans in its own form.
        const complaints = inject('isDocumentDb') ? [] : await searches.check(db);
        if (complaints.length > 0) throw new Error(complaints.join('\n'));
      } finally {
        if (!keep) await db.dropDatabase();
        if (!keep) await client.db(`${config.mongodbDb}-sandbox`).dropDatabase();
        await client.close();
      }
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

export const hours = (count: number) => count * 3_600_000;
export const days = (count: number) => hours(24 * count);

/** Returns a valid body for POST /v1/jobs; each call has a new nonce. */
export const jobBody = (fields: Record<string, unknown> = {}) => ({ ...sampleJob(), ...fields });
