import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const missing = '/v1/jobs/none';
const get = (path: string, acceptLanguage?: string) =>
  app.rest('GET', path, {
    ...(acceptLanguage && { headers: { 'accept-language': acceptLanguage } }),
  });

describe('an error over REST', () => {
  it.each([
    [undefined, 'en', 'Job not found', 'No job has the id "none".'],
    ['xx', 'en', 'Job not found', 'No job has the id "none".'],
    [
      'de-CH, en;q=0.5',
      'de',
      'Auftrag nicht gefunden',
      'Es gibt keinen Auftrag mit der ID "none".',
    ],
    ['fr', 'fr', 'Mission introuvable', 'Aucune mission n’a l’identifiant "none".'],
    ['es-MX', 'es', 'Encargo no encontrado', 'Ningún encargo tiene el identificador "none".'],
    ['pt-PT', 'pt-BR', 'Trabalho não encontrado', 'Nenhum trabalho tem o id "none".'],
    ['ja', 'ja', '案件が見つかりません', 'ID が "none" の案件はありません。'],
    ['ar', 'ar', 'المهمة غير موجودة', 'لا توجد مهمة معرّفها \u2068"none"\u2069.'],
  ])('asked for in %s is in %s', async (accepted, language, title, detail) => {
    const { status, body, headers } = await get(missing, accepted);
    expect([status, body.code, body.title, body.detail]).toEqual([
      404,
      'job_not_found',
      title,
      detail,
    ]);
    expect(headers.get('content-language')).toBe(language);
    expect(headers.get('vary')?.toLowerCase()).toContain('accept-language');
  });

  it('without a detail repeats the title, and has a translated hint', async () => {
    const { body } = await app.rest('GET', missing, {
      key: 'not-a-key',
      headers: { 'accept-language': 'ja' },
    });
    expect(body).toMatchObject({
      code: 'api_key_invalid',
      title: 'API キーが無効です',
      detail: 'API キーが無効です。',
      hint: expect.stringContaining('キーの文字が欠けていないか'),
    });
  });

  it('of another request at the same time keeps its own language', async () => {
    const languages = ['de', 'ja', 'fr', 'ar', 'de', 'es'];
    const answers = await Promise.all(languages.map((language) => get(missing, language)));
    expect(answers.map(({ headers }) => headers.get('content-language'))).toEqual(languages);
    expect(answers[0]?.body.title).toBe(answers[4]?.body.title);
  });

  it('of invalid input stays as FastAPI writes it', async () => {
    const [english, german] = await Promise.all(
      [undefined, 'de'].map((language) =>
        app.rest('POST', '/v1/jobs', {
          body: {},
          ...(language && { headers: { 'accept-language': language } }),
        }),
      ),
    );
    expect([german?.status, german?.body]).toEqual([422, english?.body]);
  });

  it('in a batch is in the language, which the response names', async () => {
    const job = (objective: string) => ({
      objective,
      address: 'Alexanderplatz 1, 10178 Berlin',
      latitude: 52.5219,
      longitude: 13.4132,
      notes: 'None.',
      nonce: 'language-1',
    });
    const { body, headers } = await app.rest('POST', '/v1/jobs/batch', {
      body: { jobs: [job('Is it open?'), job('Is it closed?')] },
      headers: { 'accept-language': 'de' },
    });
    expect(body.results[1].error).toMatchObject({
      code: 'nonce_conflict',
      title: 'Nonce bereits verwendet',
    });
    expect(headers.get('content-language')).toBe('de');
    expect(headers.get('vary')).toContain('Accept-Language');
  });
});

describe('a list of services', () => {
  it.each([
    [undefined, 'en', 'Storefront open'],
    ['de', 'de', 'Laden geöffnet'],
    ['pt-PT', 'pt-BR', 'Loja aberta'],
  ])('asked for in %s has labels in %s', async (accepted, language, label) => {
    const { body, headers } = await get('/v1/public/services', accepted);
    expect(body[0]).toMatchObject({ service_key: 'storefront_open', label });
    expect(headers.get('content-language')).toBe(language);
    expect(headers.get('vary')).toContain('Accept-Language');
  });

  it('has the same labels over GraphQL, and names the language', async () => {
    const answer = await app.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'ja' },
      body: JSON.stringify({ query: '{ services { label } }' }),
    });
    const { data } = await answer.json();
    expect(data.services[0].label).toBe('店舗の営業状況');
    expect(answer.headers.get('content-language')).toBe('ja');
    expect(answer.headers.get('vary')).toContain('Accept-Language');
  });
});

describe('a success', () => {
  it('without translated text names no language', async () => {
    const { status, headers } = await get('/v1/jobs', 'de');
    expect([status, headers.get('content-language')]).toEqual([200, null]);
  });
});

describe('an error over GraphQL', () => {
  const ask = async (query: string, acceptLanguage: string) => {
    const answer = await app.fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': acceptLanguage,
        'x-api-key': await app.keyFor('languages', ['jobs:read']),
      },
      body: JSON.stringify({ query }),
    });
    return { body: await answer.json(), headers: answer.headers };
  };

  it('has its message and its hint in the language', async () => {
    const { body, headers } = await ask('{ job(id: "none") { id } }', 'de');
    expect(body.errors[0]).toMatchObject({
      message: 'Es gibt keinen Auftrag mit der ID "none".',
      extensions: {
        code: 'JOB_NOT_FOUND',
        hint: expect.stringContaining('Prüfen Sie die ID des Auftrags'),
      },
    });
    expect(headers.get('content-language')).toBe('de');
    expect(headers.get('vary')).toContain('Accept-Language');
  });

  it('of the document keeps the message of the library', async () => {
    const { body, headers } = await ask('{ nothing }', 'fr');
    expect(body.errors[0]).toMatchObject({
      message: expect.stringContaining('Cannot query field "nothing"'),
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED', hint: expect.stringMatching(/^Comparez/) },
    });
    expect(headers.get('content-language')).toBe('fr');
  });
});

describe('a tool of MCP', () => {
  it('returns errors in English', async () => {
    const answer = await app.fetch('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'accept-language': 'de',
        'x-api-key': await app.keyFor('languages', ['jobs:read']),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_job', arguments: { job_id: 'none' } },
      }),
    });
    const { result } = await answer.json();
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      code: 'job_not_found',
      detail: 'No job has the id "none".',
    });
  });
});
