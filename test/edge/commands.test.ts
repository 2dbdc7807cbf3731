import { randomUUID } from 'node:crypto';
import type { CommandStartedEvent } from 'mongodb';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { connect } from '../../src/lib/mongo.js';
import { startServices } from '../../src/start.js';
import { subscribe } from '../event/support/sse.js';
import { jobBody, pilotKey } from '../support/app.js';

/** What each request asks of the database: counted by the driver, never timed. */
const database = `test-${randomUUID()}`;
let commands: string[] = [];
/** What was read of the last jobs that were looked for. */
let read: Record<string, unknown> = {};
let started: Awaited<ReturnType<typeof startServices>>;
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  started = await startServices({
    config: readConfig({ PILOT_API_KEY: pilotKey, MONGODB_DB: database, RATE_LIMITS: 'off' }),
    mongodbUri: inject('mongodbUri'),
    baseUrl: 'http://service.test',
    log: pino({ level: 'silent' }),
    announcePilotKey: () => {},
    onCommand: ({ commandName, command }: CommandStartedEvent) => {
      commands.push(`${commandName} ${command[commandName]}`);
      if (command['find'] === 'jobs') read = command['projection'] ?? {};
    },
  });
  app = createApp(started.services);
  // The first use of a key is noted, and the first lease of a relay taken.
  await post();
  await relayed();
});
beforeEach(async () => {
  await relayed();
  commands = [];
});
afterAll(async () => {
  await started.stop();
  const { client, db } = await connect(inject('mongodbUri'), database);
  await db.dropDatabase();
  await client.close();
});

async function call(method: string, path: string, body?: unknown) {
  const headers = { 'x-api-key': pilotKey, 'content-type': 'application/json' };
  const answer = await app.request(path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBeLessThan(300);
  return answer.json();
}
const post = () => call('POST', '/v1/jobs', jobBody());
const graphql = (query: string, variables = {}) => call('POST', '/graphql', { query, variables });

async function relayed(): Promise<void> {
  await started.services.relay.drain();
  await started.services.followers.catchUp();
}

/** Reads while nothing else of the service looks at the database: its looks come by themselves, every second. */
async function alone(reads: () => Promise<void>): Promise<void> {
  const { relay, followers } = started.services;
  await Promise.all([relay.stop(), followers.stop()]);
  try {
    commands = [];
    await reads();
  } finally {
    relay.start();
    await followers.start();
    // The relay takes its lease again, and learns the newest event.
    await post();
    await relayed();
  }
}

/** Commands of requests; what relay and followers do beside them is left out. */
const asked = (ofOthers = ['events', 'leases', 'followers', 'follower_retries']) =>
  commands.filter((command) => !ofOthers.includes(command.split(' ')[1] ?? ''));

it('reads a job with two commands, over both faces', async () => {
  const { job_id: id } = await post();
  await relayed();
  await alone(async () => {
    await call('GET', `/v1/jobs/${id}`);
    expect(commands).toEqual(['find integrators', 'find jobs']);
    commands = [];
    await graphql('query($id: ID!) { job(id: $id) { jobId status } }', { id });
    expect(commands).toEqual(['find integrators', 'find jobs']);
  });
});

it('reads of listed jobs what is shown', () =>
  alone(async () => {
    const own = ['_id', 'createdAt', 'dueAt', 'requestId', 'status', 'updatedAt'];
    const fragment = 'fragment Shown on Job { steps { label } }';
    for (const [document, members] of [
      ['{ jobs { nodes { id jobId status testMode } } }', []],
      ['{ jobs { pageInfo { endCursor } } }', []],
      ['{ jobs { nodes { evidenceCount address } } }', ['address', 'evidence.evidenceId']],
      ['{ jobs { nodes { evidenceCount evidence { evidenceId } } } }', ['evidence']],
      [
        `{ jobs { edges { node { ...Shown steps { status } } } } } ${fragment}`,
        ['steps.label', 'steps.status'],
      ],
      ['{ jobs { nodes { notes } edges { node { steps { label } } } } }', ['notes', 'steps.label']],
      ['{ jobs { nodes { steps { __typename } } } jobs { nodes { notes } } }', ['notes', 'steps']],
    ] as const) {
      read = {};
      await graphql(document);
      expect(Object.keys(read).sort(), document).toEqual([...own, ...members].sort());
      expect(new Set(Object.values(read)), document).toEqual(new Set([1]));
    }
    const [listed] = await call('GET', '/v1/jobs');
    expect(listed.steps).toHaveLength(3);
    expect(Object.keys(read)).toEqual(expect.arrayContaining(['steps.label', 'feedback.rating']));
    for (const member of [
      'outbox',
      'tokens',
      'evidence',
      'feedback',
      'integratorId',
      'assignment',
    ]) {
      expect(read).not.toHaveProperty([member]);
    }
  }));

it('lists jobs with two commands where nothing due could be hidden, else with three', () =>
  alone(async () => {
    await call('GET', '/v1/jobs');
    expect(asked()).toEqual(['find integrators', 'find jobs']);
    for (const [status, count] of [
      ['assigned', 2],
      ['completed', 2],
      ['open', 3],
      ['expired', 3],
      ['cancelled', 3],
    ] as const) {
      commands = [];
      await call('GET', `/v1/jobs?status=${status}`);
      expect(asked(), `${status}: ${commands}`).toHaveLength(count);
    }
    commands = [];
    await graphql('{ jobs(first: 5) { nodes { jobId status } pageInfo { hasNextPage } } }');
    expect(asked()).toEqual(['find integrators', 'find jobs']);
  }));

it('stores a job with two commands, and looks nothing up for its events', async () => {
  await post();
  expect(commands.slice(0, 2)).toEqual(['find integrators', 'insert jobs']);
  await expect.poll(() => commands).toContain('update jobs');
  const behind = commands.slice(2);
  expect(behind.filter((command) => command !== 'update leases')).toEqual(
    expect.arrayContaining(['insert events', 'update jobs']),
  );
  expect(behind).not.toContain('find events');
  expect(behind).not.toContain('find followers');
});

it('rejects only the jobs with a taken nonce of those that are created at once', async () => {
  const create = (body: object) =>
    app.request('/v1/jobs', {
      method: 'POST',
      headers: { 'x-api-key': pilotKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const fresh = await Promise.all(Array.from({ length: 4 }, () => create(jobBody())));
  expect(fresh.map(({ status }) => status)).toEqual([201, 201, 201, 201]);

  const taken = jobBody();
  const first = await (await create(taken)).json();
  const [again, other, conflict] = await Promise.all([
    create(taken),
    create(jobBody()),
    create({ ...taken, objective: 'Is it closed?' }),
  ]);
  expect([again.status, other.status, conflict.status]).toEqual([201, 201, 409]);
  expect(await again.json()).toEqual(first);
  expect((await conflict.json()).code).toBe('nonce_conflict');
  const stored = await started.services.jobs.collection.find({ nonce: taken.nonce }).toArray();
  expect(stored.map(({ _id, objective }) => [_id, objective])).toEqual([
    [first.job_id, taken.objective],
  ]);
  const { job_id: id } = await other.json();
  expect(await started.services.jobs.collection.countDocuments({ _id: id })).toBe(1);
});

it('asks nothing for streams that an event does not concern', async () => {
  const fetch = (path: string, init?: RequestInit) => Promise.resolve(app.request(path, init));
  const { job_id: id } = await post();
  await relayed();
  const query = 'subscription($types: [EventType!]) { jobEvents(types: $types) { type } }';
  const streams = await Promise.all(
    Array.from({ length: 8 }, () => subscribe({ fetch }, query, { types: ['JOB_CANCELLED'] })),
  );
  // Each has looked once for what came up while it was opened.
  const first = streams.map((stream) => stream.next());
  await post();
  await relayed();
  commands = [];
  await post();
  await relayed();
  expect(commands.filter((command) => command === 'find integrators')).toHaveLength(1);
  await call('POST', `/v1/jobs/${id}/cancel`, { reason: 'Sold.' });
  const told = await Promise.all(first);
  expect(told.map(({ data }) => data.jobEvents.type)).toEqual(streams.map(() => 'JOB_CANCELLED'));
  await Promise.all(streams.map((stream) => stream.close()));
});

it('needs at most one command a job behind the answers to 16 writers', async () => {
  const [writers, each] = [16, 8];
  const { services } = started;
  await services.relay.drain();
  // Five times a second the relay looks at the documents for what other processes wrote, however many jobs
  // are created here.
  const looks = new Set(commands);
  commands = [];
  const writer = async () => {
    for (let i = 0; i < each; i++) await post();
  };
  await Promise.all(Array.from({ length: writers }, writer));
  await expect.poll(() => services.relay.countWaiting(), { timeout: 10_000 }).toBe(0);
  const counting = ['aggregate jobs', 'aggregate site_checks'];
  const own = ['find integrators', 'insert jobs', ...counting];
  const behind = commands.filter((command) => !own.includes(command) && !looks.has(command));
  expect(behind.length, behind.join('\n')).toBeLessThanOrEqual(writers * each);
  expect(behind).toContain('insert events');
  const times = (name: string) => commands.filter((command) => command === name).length;
  expect(looks).toContain('find mails');
  // What is written here is not looked for: jobs no oftener than mails, of which there are none.
  expect(times('find jobs')).toBeLessThanOrEqual(times('find mails') + 2);
});
