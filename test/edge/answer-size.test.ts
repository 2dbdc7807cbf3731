import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashKey } from '../../src/modules/integrator/api-key.js';
import { type Json, jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Sends a request and returns the status, the errors and the length of the response's body in characters. */
async function send(path: string, body: unknown, key: string | null = pilotKey) {
  const { status, body: answer } = await app.rest('POST', path, { body, key });
  return { status, detail: answer.detail as Json[], length: JSON.stringify(answer).length };
}

const inputsOf = (detail: Json[]) =>
  detail.flatMap((issue) => ('input' in issue ? [JSON.stringify(issue.input).length] : []));
const total = (lengths: number[]) => lengths.reduce((sum, length) => sum + length, 0);

describe('POST /v1/public/site-checks', () => {
  it('rejects a list of 120,000 items without echoing the body', async () => {
    const body = { reference_photos: Array(120_000).fill(1) };
    const { status, detail, length } = await send('/v1/public/site-checks', body, null);
    expect(status).toBe(422);
    expect(length).toBeLessThan(2_000);
    expect(detail).toContainEqual({
      type: 'too_long',
      loc: ['body', 'reference_photos'],
      msg: 'List should have at most 2 items after validation, not 120000',
      ctx: { field_type: 'List', max_length: 2, actual_length: 120_000 },
    });
    expect(detail).toContainEqual({
      type: 'missing',
      loc: ['body', 'objective'],
      msg: 'Field required',
    });
  });

  it('echoes an input of up to 1,024 characters of JSON', async () => {
    // `{"note":"…"}` has eleven characters besides the text.
    for (const [length, echoed] of [
      [1_013, true],
      [1_014, false],
    ] as const) {
      const body = { note: 'x'.repeat(length) };
      const { detail } = await send('/v1/public/site-checks', body, null);
      expect('input' in detail[0], `${length}`).toBe(echoed);
      if (echoed) expect(detail[0].input).toEqual(body);
    }
  });
});

describe('a 422 response', () => {
  it('has inputs of at most 16,384 characters in total', async () => {
    const item = { requirement: 'r'.repeat(600) };
    const { status, detail } = await send('/v1/operator/director-tickets', {
      verification_evidence: Array(25).fill(item),
    });
    expect(status).toBe(422);
    const inputs = inputsOf(detail);
    expect(Math.max(...inputs)).toBeLessThanOrEqual(1_024);
    expect(total(inputs)).toBeLessThanOrEqual(16_384);
    expect(total(inputs)).toBeGreaterThan(15_000);
    expect(detail.length).toBeGreaterThan(inputs.length);
  });

  it('lists one error of a free object, and shortens long names in loc', async () => {
    const name = 'k'.repeat(10_000);
    const body = `{"state_payload":{"${name}":[${Array(1_000).fill('1e999').join(',')}]}}`;
    const { status, detail, length } = await send('/v1/operator/agents/scout/state', body);
    expect(status).toBe(422);
    expect(length).toBeLessThan(1_000);
    expect(detail).toMatchObject([
      { type: 'finite_number', loc: ['body', 'state_payload', `${'k'.repeat(100)}…`, 0] },
    ]);
  });

  it('repeats no part of a rejected upload', async () => {
    const form = new FormData();
    form.set('file', 'x'.repeat(3_000));
    const response = await app.fetch('/v1/capture/evidence', { method: 'POST', body: form });
    expect(response.status).toBe(422);
    expect((await response.text()).length).toBeLessThan(2_000);
  });
});

describe('an MCP tool', () => {
  it('rejects invalid arguments without echoing all of them', async () => {
    const response = await app.fetch('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'request_site_check',
          arguments: { reference_photos: Array(100_000).fill(1) },
        },
      }),
    });
    const text = await response.text();
    expect(text).toContain('too_long');
    expect(text.length).toBeLessThan(5_000);
  });
});

describe('a GraphQL error', () => {
  const lengthOf = ({ errors }: { errors: unknown }) => JSON.stringify(errors).length;

  it('reports a list that is too long without its items', async () => {
    const answer = await app.graphql(
      'mutation($input: CreateProviderInput!) { createProvider(input: $input) { providerId } }',
      {
        input: {
          label: 'Kim Verifier',
          channel: 'EMAIL',
          email: 'kim@example.com',
          marketCityKeys: ['berlin'],
          serviceKeys: Array(20_000).fill(''),
        },
      },
    );
    const { issues } = answer.errors?.[0]?.extensions ?? {};
    expect(issues).toEqual([
      {
        path: ['input', 'serviceKeys'],
        message: 'List should have at most 50 items, not 20000',
      },
    ]);
  });

  it('does not repeat a long operation name for each undefined variable', async () => {
    const name = 'N'.repeat(15_000);
    const variables = Array.from({ length: 90 }, (_, i) => `a${i}: job(id: $v${i}) { jobId }`);
    const document = `query ${name} { ${variables.join(' ')} }`;
    const answer = await app.graphql(document);
    expect(answer.errors?.[0]?.extensions['code']).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(lengthOf(answer)).toBeLessThanOrEqual(70_000);
    for (const { message } of answer.errors ?? []) {
      expect(message.length).toBeLessThanOrEqual(1_001);
    }
  });

  it('does not repeat a long variable name for each bad item', async () => {
    const name = 'v'.repeat(15_000);
    const document = `query($${name}: [ID!]!) { nodes(ids: $${name}) { id } }`;
    const answer = await app.graphql(document, { [name]: Array(60).fill({}) });
    expect(answer.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    expect(lengthOf(answer)).toBeLessThanOrEqual(150_000);
  });
});

describe('rate limits', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startTestApp({ RATE_LIMITS: 'on' }, { frozenAt: new Date() });
  });
  afterAll(() => limited.stop());

  const remaining = (headers: Headers) =>
    Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

  it('count each started 64 KiB of a body as a request', async () => {
    const padded = (bytes: number) => {
      const body = jobBody();
      return { ...body, padding: 'p'.repeat(bytes - JSON.stringify(body).length - 13) };
    };
    const before = await limited.rest('POST', '/v1/jobs', { body: jobBody() });
    const small = await limited.rest('POST', '/v1/jobs', { body: padded(64 * 1024) });
    expect(small.status).toBe(201);
    expect(remaining(small.headers)).toBe(remaining(before.headers) - 1);
    const large = await limited.rest('POST', '/v1/jobs', { body: padded(200 * 1024) });
    expect(large.status).toBe(201);
    expect(remaining(large.headers)).toBe(remaining(small.headers) - 4);
    const reads = await limited.rest('GET', '/v1/jobs');
    const query = await limited.graphql('{ jobs(first: 1) { nodes { jobId } } }', {
      padding: 'p'.repeat(100 * 1024),
    });
    expect(query.data.jobs.nodes).toHaveLength(1);
    expect(remaining(query.headers)).toBe(remaining(reads.headers) - 2);
  });

  it('count a request that fails while its key is looked up', async () => {
    limited.toNextHour();
    const key = `vk_live_${randomBytes(24).toString('hex')}`;
    // Stored keys never have this form, so any code that reads them fails.
    await limited.db
      .collection<Json>('integrators')
      .insertOne({ _id: 'broken', name: 'broken', keys: { hash: hashKey(key) } });
    const answers: number[] = [];
    for (let i = 0; i < 121; i++) {
      const path = ['/v1/jobs', '/graphql?query={__typename}', '/v1/public/site-checks/none'][
        i % 3
      ];
      const { status } = await limited.rest('GET', path ?? '', { key });
      answers.push(status);
    }
    expect(new Set(answers.slice(0, 120))).toEqual(new Set([500]));
    expect(answers[120]).toBe(429);
  });
});
