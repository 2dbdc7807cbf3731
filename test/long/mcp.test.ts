import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { assign } from '../evidence/support/scene.js';
import { upload } from '../report/support/flow.js';
import { type Json, jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
const clients: Client[] = [];
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await app.stop();
});

/** Connects a client of the protocol's SDK, which checks each result against the tool's output schema. */
async function connect(headers: Record<string, string> = {}, to = app): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  const fetch = async (address: string | URL, init?: RequestInit) => {
    const { pathname, search } = new URL(address);
    return to.fetch(pathname + search, init ?? {});
  };
  const url = new URL('http://service.test/mcp');
  await client.connect(new StreamableHTTPClientTransport(url, { fetch, requestInit: { headers } }));
  return client;
}

const key = (secret: string) => ({ 'x-api-key': secret });

async function call(client: Client, name: string, given: Json): Promise<CallToolResult & Json> {
  return client.callTool({ name, arguments: given });
}
const textOf = ({ content }: CallToolResult): Json => {
  const [first] = content;
  return JSON.parse(first?.type === 'text' ? first.text : 'null');
};

const publicTools = [
  'cancel_site_check',
  'check_serviceability',
  'create_checkout_session',
  'find_place',
  'get_site_check',
  'get_site_check_report',
  'request_site_check',
  'select_site_check_offer',
  'start_self_service_capture',
  'submit_site_check_feedback',
];

const operatorTools = [
  'assign_job',
  'claim_director_ticket',
  'create_belief',
  'create_director_ticket',
  'deliver_report',
  'draft_email_reply',
  'evaluate_adaptive_cadence',
  'get_agent_state',
  'get_experiment_assignment',
  'list_beliefs',
  'list_inbox_messages',
  'list_jobs_to_review',
  'list_kpi_snapshots',
  'list_site_checks',
  'log_decision',
  'record_agent_action',
  'record_agent_telemetry',
  'release_director_ticket',
  'review_job',
  'send_email',
  'set_inbox_message_status',
  'start_dispatch_run',
  'update_director_ticket',
  'upsert_agent_state',
];

async function names(client: Client): Promise<string[]> {
  await client.listTools();
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name).sort();
}

describe('tools/list', () => {
  it('returns the public tools without a key', async () => {
    expect(await names(await connect())).toEqual(publicTools);
  });

  it("returns the tools that the key's scopes allow", async () => {
    const secret = await app.keyFor('reader', ['jobs:read']);
    const shown = await names(await connect({ authorization: `Bearer ${secret}` }));
    expect(shown).toEqual(expect.arrayContaining([...publicTools, 'get_job', 'wait_for_job']));
    expect(shown).not.toContain('create_job');
    expect(shown).not.toContain('log_decision');
  });

  it('also returns the tools for running the service to operators', async () => {
    const others = await app.keyFor('worker', ['jobs:read', 'jobs:write', 'reports:write']);
    const known = await names(await connect(key(others)));
    const secret = await app.keyFor('operator', ['operator']);
    const shown = await names(await connect(key(secret)));
    expect(shown.filter((name) => !known.includes(name))).toEqual(operatorTools);
  });

  it('marks tools as idempotent if a repetition is recognized', async () => {
    const { tools } = await (await connect(key(pilotKey))).listTools();
    const recognised = tools.filter(({ inputSchema }) =>
      ['nonce', 'intake_submission_id'].some((name) => name in (inputSchema.properties ?? {})),
    );
    expect(recognised.length).toBeGreaterThan(4);
    for (const { name, annotations } of recognised) {
      expect(annotations, name).toMatchObject({ readOnlyHint: false, idempotentHint: true });
    }
  });

  it('describes input and output like the paths', async () => {
    const { tools } = await (await connect(key(pilotKey))).listTools();
    const createJob = tools.find(({ name }) => name === 'create_job');
    expect(createJob?.inputSchema.required).toContain('notes');
    expect(createJob?.annotations).toMatchObject({ readOnlyHint: false, idempotentHint: true });
    expect(createJob?.outputSchema?.properties).toHaveProperty('job_id');
    const getJob = tools.find(({ name }) => name === 'get_job');
    expect(getJob?.inputSchema.required).toEqual(['job_id']);
    expect(getJob?.annotations?.readOnlyHint).toBe(true);
  });
});

describe('a call', () => {
  it('stores and returns the same as the REST path', async () => {
    const client = await connect(key(pilotKey));
    const input = jobBody();
    const made = await call(client, 'create_job', input);
    const { body } = await app.rest('POST', '/v1/jobs', { body: input });
    expect(made.structuredContent).toEqual(body);
    expect(textOf(made)).toEqual(body);
    expect(await app.jobs.countDocuments({ nonce: input.nonce })).toBe(1);
  });

  it('is rejected with the issues of a 422, and stores nothing', async () => {
    const { notes: _, ...input } = jobBody();
    const rejected = await call(await connect(key(pilotKey)), 'create_job', input);
    const { body } = await app.rest('POST', '/v1/jobs', { body: input });
    expect(rejected.isError).toBe(true);
    expect(rejected.structuredContent).toBeUndefined();
    expect(textOf(rejected)).toEqual(body);
    expect(await app.jobs.countDocuments({ nonce: input.nonce })).toBe(0);
  });

  it('is rejected for a missing scope before its arguments are validated', async () => {
    const agent = await connect(key(await app.keyFor('reader', ['jobs:read'])));
    for (const tool of ['open_job', 'list_site_checks']) {
      const rejected = await call(agent, tool, { status: [] });
      expect([rejected.isError, textOf(rejected).code]).toEqual([true, 'scope_missing']);
    }
  });

  it('is rejected with code, detail and hint if the key lacks the scope', async () => {
    const secret = await app.keyFor('reader', ['jobs:read']);
    const input = jobBody();
    const rejected = await call(await connect(key(secret)), 'create_job', input);
    expect(rejected.isError).toBe(true);
    expect(textOf(rejected)).toEqual({
      code: 'scope_missing',
      detail: expect.stringContaining('jobs:write'),
      hint: expect.any(String),
    });
    expect(await app.jobs.countDocuments({ nonce: input.nonce })).toBe(0);
  });

  it('names a missing path parameter', async () => {
    const rejected = await call(await connect(key(pilotKey)), 'get_job', {});
    expect(textOf(rejected).detail).toEqual([
      { type: 'missing', loc: ['path', 'job_id'], msg: 'Field required', input: {} },
    ]);
  });

  it('is rejected with a path parameter that leads to another path, with secrets redacted', async () => {
    const client = await connect(key(pilotKey));
    const values = ['\ud800', '.', '..', 5, {}];
    const errors = values.map(async (job_id) => textOf(await call(client, 'get_job', { job_id })));
    const issues = (await Promise.all(errors)).flatMap(({ detail }) => detail);
    expect(issues.map(({ type, input }) => [type, input])).toEqual([
      ['string_unicode', '\ud800'],
      ['value_error', '.'],
      ['value_error', '..'],
      ['string_type', 5],
      ['string_type', {}],
    ]);
    const secret = { access_token: 'a'.repeat(43) };
    const { detail } = textOf(await call(client, 'get_site_check', secret));
    expect(detail[0].input).toEqual({ access_token: '[redacted]' });
  });

  it('is rejected with a list or an object where a query has one text', async () => {
    const client = await connect(key(pilotKey));
    const issuesOf = async (name: string, given: Json) =>
      textOf(await call(client, name, given)).detail.map(({ type, loc }: Json) => [type, ...loc]);
    expect(await issuesOf('list_events', { types: ['job.created'], limit: [1] })).toEqual([
      ['string_type', 'query', 'types'],
      ['int_type', 'query', 'limit'],
    ]);
    expect(await issuesOf('list_beliefs', { scope_key: { eq: 'berlin' } })).toEqual([
      ['string_type', 'query', 'scope_key'],
    ]);
    const { detail } = textOf(
      await call(client, 'get_site_check', { request_id: 'none', access_token: ['a'] }),
    );
    expect(detail).toMatchObject([{ type: 'string_type', input: '[redacted]' }]);
  });

  it('with a token that is not a valid header value is rejected like any invalid token', async () => {
    const client = await connect();
    const rejection = async (access_token: string) => {
      const given = { request_id: 'none', access_token };
      return textOf(await call(client, 'get_site_check', given));
    };
    for (const token of ['a\n', '€', ' a', '']) {
      const { detail } = await rejection(token);
      expect(detail.map(({ type, input }: Json) => [type, input])).toEqual([
        ['string_too_short', '[redacted]'],
      ]);
      expect((await rejection(token.padEnd(43, 'a') + token)).code).toBe('site_check_not_found');
    }
  });

  it('of a list returns items and the cursor of the next page', async () => {
    const secret = await app.keyFor('lister', ['jobs:read', 'jobs:write']);
    const client = await connect(key(secret));
    for (const _ of [1, 2, 3]) await call(client, 'create_job', jobBody());
    const first = await call(client, 'list_jobs', { limit: 2 });
    const page: Json = first.structuredContent;
    expect(page.items).toHaveLength(2);
    const { body } = await app.rest('GET', '/v1/jobs?limit=2', { key: secret });
    expect(page.items).toEqual(body);
    const rest = await call(client, 'list_jobs', { limit: 2, cursor: page.next_cursor });
    const last: Json = rest.structuredContent;
    expect(last.items).toHaveLength(1);
    expect(last.next_cursor).toBeNull();
  });

  it('of job schedules are those of their paths', async () => {
    const secret = await app.keyFor('scheduler', ['jobs:read', 'jobs:write']);
    const client = await connect(key(secret));
    const { nonce: _, ...job } = jobBody();
    const starts_at = `${new Date(app.now().getTime() + 86_400_000).toISOString().slice(0, 10)}T09:00`;
    const given = { job, rrule: 'FREQ=WEEKLY', starts_at };
    const made: Json = (await call(client, 'create_job_schedule', given)).structuredContent;
    expect(made).toMatchObject({ status: 'active', rrule: 'FREQ=WEEKLY' });
    const { schedule_id } = made;
    const { structuredContent: got } = await call(client, 'get_job_schedule', { schedule_id });
    expect(got).toEqual(made);
    const acts = { pause: 'paused', resume: 'active', cancel: 'cancelled' };
    for (const [act, status] of Object.entries(acts)) {
      const { structuredContent } = await call(client, `${act}_job_schedule`, { schedule_id });
      expect(structuredContent).toMatchObject({ schedule_id, status });
    }
    const listed: Json = (await call(client, 'list_job_schedules', {})).structuredContent;
    expect(listed).toMatchObject({ items: [{ schedule_id, status: 'cancelled' }] });
    const again = await call(client, 'resume_job_schedule', { schedule_id });
    expect(textOf(again).code).toBe('invalid_transition');
    const wrong = await call(client, 'create_job_schedule', { ...given, rrule: 'FREQ=HOURLY' });
    expect(textOf(wrong).detail[0].loc).toEqual(['body', 'rrule']);
    const others = await connect(key(await app.keyFor('another', ['jobs:read'])));
    const foreign = await call(others, 'get_job_schedule', { schedule_id });
    expect(textOf(foreign).code).toBe('job_schedule_not_found');
  });

  it('of an unknown tool is a protocol error', async () => {
    const client = await connect();
    await expect(client.callTool({ name: 'drop_tables' })).rejects.toMatchObject({ code: -32602 });
  });

  it('creates a site check without a key, with the access token as an argument', async () => {
    const client = await connect();
    const made = await call(client, 'request_site_check', {
      objective: 'Is the shop open?',
      address: 'Alexanderplatz 1, 10178 Berlin',
      latitude: 52.5219,
      longitude: 13.4132,
      notes: 'None.',
    });
    const { request_id, access_token }: Json = made.structuredContent;
    const got = await call(client, 'get_site_check', { request_id, access_token });
    expect(got.structuredContent).toMatchObject({ request_id, status: 'quoted' });
    const wrong = await call(client, 'get_site_check', {
      request_id,
      access_token: 'x'.repeat(43),
    });
    expect(textOf(wrong).code).toBe('site_check_not_found');
    expect(app.logLines.join('\n')).not.toContain(access_token);
  });
});

describe('wait_for_job', () => {
  it('returns shortly after the change', async () => {
    const client = await connect(key(pilotKey));
    const { job_id }: Json = (await call(client, 'create_job', jobBody())).structuredContent;
    const now: Json = (await call(client, 'wait_for_job', { job_id })).structuredContent;
    expect(now).toMatchObject({ job_id, status: 'open', timed_out: false });
    const waiting = call(client, 'wait_for_job', { job_id, after_revision: now.revision });
    await call(client, 'cancel_job', { job_id, reason: 'The shop has moved.' });
    const changed: Json = (await waiting).structuredContent;
    expect(changed).toMatchObject({ job_id, status: 'cancelled', timed_out: false });
    expect(changed.revision).toBeGreaterThan(now.revision);
  });

  it('returns the unchanged job when the time is over', async () => {
    const client = await connect(key(pilotKey));
    const { job_id }: Json = (await call(client, 'create_job', jobBody())).structuredContent;
    const given = { job_id, after_revision: 99, timeout_seconds: 1 };
    const { structuredContent } = await call(client, 'wait_for_job', given);
    expect(structuredContent).toMatchObject({ job_id, status: 'open', timed_out: true });
    expect(app.services.openStreams.size).toBe(0);
  });

  it('rejects a job of another integrator, and a time beyond its bound', async () => {
    const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
    const client = await connect(key(await app.keyFor('other', ['jobs:read'])));
    const foreign = await call(client, 'wait_for_job', { job_id: body.job_id });
    expect(textOf(foreign).code).toBe('job_not_found');
    const long = await call(client, 'wait_for_job', { job_id: body.job_id, timeout_seconds: 26 });
    expect(textOf(long).detail[0]).toMatchObject({ type: 'less_than_equal' });
  });

  it('reveals no more about unexpected errors than REST, and logs them', async () => {
    const client = await connect(key(pilotKey));
    const { job_id }: Json = (await call(client, 'create_job', jobBody())).structuredContent;
    const broken = new Error('What the store says of itself.');
    const get = vi.spyOn(app.services.jobs, 'get').mockRejectedValue(broken);
    const log = vi.spyOn(app.services.log, 'error').mockReturnValue();
    const rejected = await call(client, 'wait_for_job', { job_id });
    get.mockRestore();
    expect([rejected.isError, textOf(rejected).code]).toEqual([true, 'internal_error']);
    expect(JSON.stringify(rejected)).not.toContain('the store');
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ err: broken }), 'unexpected error');
    log.mockRestore();
  });
});

describe('sandbox tools', () => {
  const sandboxTools = ['advance_sandbox_clock', 'review_sandbox_job', 'sandbox_clock'];

  it('belong to test keys, which have no public tools', async () => {
    const scopes = ['jobs:read', 'jobs:write'] as const;
    const test = await names(await connect(key(await app.keyFor('player', [...scopes], 'test'))));
    expect(test).toEqual(expect.arrayContaining([...sandboxTools, 'create_job', 'wait_for_job']));
    expect(test.filter((name) => publicTools.includes(name))).toEqual([]);
    const live = await names(await connect(key(await app.keyFor('player', [...scopes]))));
    expect(live.filter((name) => sandboxTools.includes(name))).toEqual([]);
  });

  it('run a job from its creation to the signed report, with a review', async () => {
    const secret = await app.keyFor('player', ['jobs:read', 'jobs:write', 'reports:write'], 'test');
    const agent = await connect(key(secret));
    const answerOf = async (name: string, given: Json = {}): Promise<Json> => {
      const { structuredContent, isError, content } = await call(agent, name, given);
      expect(isError, JSON.stringify(content)).toBeFalsy();
      return structuredContent as Json;
    };
    const { job_id } = await answerOf('create_job', jobBody({ nonce: 'sim_review_by_agent' }));
    const begun = await answerOf('sandbox_clock');
    expect(begun.offset_seconds).toBe(0);
    const moved = await answerOf('advance_sandbox_clock', { seconds: 10_800 });
    expect(moved).toMatchObject({ offset_seconds: 10_800, more: false });
    const { body } = await app.rest('GET', '/v1/sandbox/clock', { key: secret });
    expect(body.offset_seconds).toBe(10_800);
    const submitted = await answerOf('wait_for_job', { job_id });
    expect(submitted).toMatchObject({ status: 'submitted', test_mode: true });
    const wrong = await call(agent, 'review_sandbox_job', { job_id, decision: 'perhaps' });
    expect([wrong.isError, textOf(wrong).detail[0].loc]).toEqual([true, ['body', 'decision']]);
    await answerOf('review_sandbox_job', { job_id, decision: 'accept', note: 'Near enough.' });
    const given = { job_id, after_revision: submitted.revision };
    expect(await answerOf('wait_for_job', given)).toMatchObject({ status: 'completed' });
    await answerOf('create_reality_report', { job_id });
    const report = await answerOf('get_report', { job_id });
    expect(report.report_title).toMatch(/^SANDBOX: /);
    const { keys } = await (await app.fetch('/.well-known/sandbox-jwks.json')).json();
    expect(keys.map(({ kid }: Json) => kid)).toContain(report.integrity.key_id);
    expect(await app.jobs.countDocuments({ _id: job_id })).toBe(0);
  });

  it('reject a live key', async () => {
    const rejected = await call(await connect(key(pilotKey)), 'advance_sandbox_clock', {
      seconds: 1,
    });
    expect([rejected.isError, textOf(rejected).code]).toEqual([true, 'scope_missing']);
  });
});

describe('a request', () => {
  const post = (headers: Record<string, string>, body: string) =>
    app.fetch('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    });
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

  it('with a wrong key is 401, before any message is read', async () => {
    const answer = await post(key('vk_wrong'), 'no JSON');
    expect(answer.status).toBe(401);
    expect((await answer.json()).code).toBe('api_key_invalid');
  });

  it('with an empty key counts as one without a key', async () => {
    const bearer = { authorization: `Bearer ${pilotKey}` };
    const listed = async (headers: Record<string, string>) =>
      (await (await post(headers, list)).json()).result.tools.map(({ name }: Json) => name);
    expect((await listed(key(''))).sort()).toEqual(publicTools);
    expect(await listed({ ...key(''), ...bearer })).toContain('create_job');
  });

  it('from a page of another site is 403; from the same site or loopback it is accepted', async () => {
    const rejected = await post({ origin: 'https://evil.example' }, list);
    expect([rejected.status, (await rejected.json()).hint]).toEqual([
      403,
      'Call it from a program, or from a page of this service.',
    ]);
    expect((await post({ origin: 'http://service.test' }, list)).status).toBe(200);
    expect((await post({ origin: 'http://localhost:6274' }, list)).status).toBe(200);
  });

  it('with invalid JSON is a parse error', async () => {
    const answer = await post({}, '{');
    expect((await answer.json()).error.code).toBe(-32700);
  });

  it.each([
    ['create_job', 'notes'],
    ['get_job', 'job_id'],
    ['wait_for_job', 'job_id'],
    ['list_jobs', 'status'],
  ])('with %s nested too deeply is 400', async (name, argument) => {
    const deep = (levels: number) => {
      const value = '['.repeat(levels) + ']'.repeat(levels);
      const params = `{"name":"${name}","arguments":{"${argument}":${value}}}`;
      return post(
        key(pilotKey),
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
      );
    };
    const { result } = await (await deep(900)).json();
    expect([result.isError, textOf(result).detail.length > 0]).toEqual([true, true]);
    const rejected = await deep(100_000);
    expect([rejected.status, (await rejected.json()).code]).toEqual([400, 'bad_request']);
  });

  it('can have at most ten messages', async () => {
    const messages = (count: number) =>
      JSON.stringify(
        Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
      );
    expect(await (await post({}, messages(10))).json()).toHaveLength(10);
    const answer = await post({}, messages(11));
    expect([answer.status, (await answer.json()).error.code]).toEqual([400, -32600]);
  });

  it('ignores cookies', async () => {
    const answer = await post({ cookie: '__Host-session=x', ...key(pilotKey) }, list);
    expect(answer.status).toBe(200);
  });

  it.each(['GET', 'DELETE'])('with the method %s is 405', async (method) => {
    const answer = await app.fetch('/mcp', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  });
});

it('lets an agent request a site check, wait for its photos, and read the report', async () => {
  const agent = await connect(key(pilotKey));
  let job: Json = (await call(agent, 'create_job', jobBody())).structuredContent;
  const { job_id } = job;
  const onSite = (async () => {
    const token = await assign(app, job_id);
    for (const label of ['front', 'sign', 'door']) await upload(app, token, { label });
  })();
  job = { revision: 0 };
  while (job.status !== 'completed') {
    const given = { job_id, after_revision: job.revision };
    const seen: Json = (await call(agent, 'wait_for_job', given)).structuredContent;
    expect(seen.revision).toBeGreaterThan(job.revision);
    job = seen;
  }
  await onSite;
  await call(agent, 'create_reality_report', { job_id });
  const report: Json = (await call(agent, 'get_report', { job_id })).structuredContent;
  expect(report.evidence_items).toHaveLength(3);
  expect(report.integrity.signature).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

it('counts a call like its path, and other messages as reads', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on' });
  limited.toNextHour();
  try {
    const agent = await connect(key(pilotKey), limited);
    await agent.listTools();
    await call(agent, 'create_job', jobBody());
    const write = await limited.rest('POST', '/v1/jobs', { body: jobBody() });
    expect(write.headers.get('ratelimit')).toMatch(/^"writes";r=118;/);
    const read = await limited.rest('GET', '/v1/jobs');
    // Preceded by initialize, initialized and tools/list.
    expect(read.headers.get('ratelimit')).toMatch(/^"reads";r=596;/);
    // A call without a path is counted itself; otherwise it would be unlimited.
    await expect(agent.callTool({ name: 'drop_tables' })).rejects.toThrow();
    await call(agent, 'get_job', {});
    const later = await limited.rest('GET', '/v1/jobs');
    expect(later.headers.get('ratelimit')).toMatch(/^"reads";r=593;/);
    // Notifications and invalid messages are counted too.
    const given = { method: 'tools/call', params: { name: 'list_jobs', arguments: {} } };
    for (const message of [
      { jsonrpc: '2.0', ...given },
      { id: 1, ...given },
    ]) {
      const accept = 'application/json, text/event-stream';
      const headers = { ...key(pilotKey), 'content-type': 'application/json', accept };
      await limited.fetch('/mcp', { method: 'POST', headers, body: JSON.stringify(message) });
    }
    const last = await limited.rest('GET', '/v1/jobs');
    expect(last.headers.get('ratelimit')).toMatch(/^"reads";r=590;/);
  } finally {
    await limited.stop();
  }
});
