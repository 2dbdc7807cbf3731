import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJob } from '../evidence/support/scene.js';
import { type Json, pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function post(content: unknown, accept?: string): Promise<Response> {
  return app.fetch('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': pilotKey,
      ...(accept !== undefined && { accept }),
    },
    body: JSON.stringify(content),
  });
}

const message = (method: string, params?: unknown, id: number = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
});

async function answerTo(content: unknown): Promise<Json> {
  const response = await post(content);
  expect(response.status).toBe(200);
  return response.json();
}

describe('POST /mcp', () => {
  it.each([undefined, '*/*', 'application/json', 'text/html, application/*;q=0.5'])(
    'returns JSON to a client that accepts %s',
    async (accept) => {
      const response = await post(message('ping'), accept);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    },
  );

  it.each(['text/event-stream', 'text/html', 'application/json;q=0'])(
    'returns 406 to a client that accepts only %s',
    async (accept) => {
      expect((await post(message('ping'), accept)).status).toBe(406);
    },
  );

  it('treats arguments: null as omitted', async () => {
    await createJob(app);
    const { result } = await answerTo(
      message('tools/call', { name: 'list_jobs', arguments: null }),
    );
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent.items).toHaveLength(1);
    const lacking = await answerTo(message('tools/call', { name: 'get_job', arguments: null }));
    const issues = JSON.parse(lacking.result.content[0].text).detail;
    expect(issues[0]).toMatchObject({ loc: ['path', 'job_id'], type: 'missing' });
  });

  it.each([
    ['tools/call', { name: 'list_jobs', arguments: 'x' }, 'params.arguments: '],
    ['tools/call', { name: 'list_jobs', arguments: [] }, 'params.arguments: '],
    ['tools/call', { arguments: {} }, 'params.name: '],
    ['tools/call', undefined, 'params: '],
    ['tools/list', { cursor: 5 }, 'params.cursor: '],
    ['initialize', {}, 'params.protocolVersion: '],
  ])('rejects invalid parameters of %s in one sentence: %j', async (method, params, start) => {
    const { error, id } = await answerTo(message(method, params));
    expect([id, error.code]).toEqual([1, -32602]);
    expect(error.message.slice(0, start.length)).toBe(start);
    expect(error.message).not.toMatch(/[{}[\]\n]/);
  });

  it('answers the valid messages of a batch together with the errors of the others', async () => {
    const bad = message('tools/call', { name: 'list_jobs', arguments: 'x' }, 2);
    const answers: Json[] = await answerTo([message('ping'), bad, message('ping', {}, 3)]);
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [3, undefined],
      [2, -32602],
    ]);
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await answerTo([bad, notification])).toMatchObject([{ id: 2 }]);
    expect(await answerTo([bad])).toMatchObject([{ id: 2 }]);
  });
});

describe('the schemas of the tools', () => {
  it('are valid by the metaschema of JSON Schema 2020-12, and compile', async () => {
    const { result } = await answerTo(message('tools/list'));
    expect(result.tools.length).toBeGreaterThan(30);
    expect(result.tools.map(({ name }: Json) => name)).toContain('wait_for_job');
    for (const { name, inputSchema, outputSchema } of result.tools) {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      for (const schema of [inputSchema, outputSchema]) {
        expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true);
        ajv.compile(schema);
      }
    }
  });
});
