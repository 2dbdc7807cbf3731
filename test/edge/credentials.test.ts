import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const marker = 'marker-of-the-credential';

/** Texts that no header can carry unchanged, or that are too long. */
const texts: [name: string, text: string][] = [
  ['a line feed', `${marker}\n${marker}`],
  ['a carriage return and a header', `${marker}\r\nx-injected: 1`],
  ['NUL', `${marker}\0${marker}`],
  ['DEL', `${marker}\x7f${marker}`],
  ['a Latin-1 character', `${marker}é${marker}`],
  ['a character above U+00FF', `${marker}李${marker}`],
  ['an emoji', `${marker}😀${marker}`],
  ['5,000 characters', marker.repeat(210)],
];

const form = (path: string, fields: Record<string, string>) =>
  app.fetch(path, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

/** A well-formed but unknown credential. */
const unknown = 'unknown-credential-of-the-tests';

const pages: [path: string, fields: (text: string) => Record<string, string>][] = [
  ['/offer', (text) => ({ access_token: text })],
  ['/offer', (text) => ({ access_token: text, do: 'accept' })],
  ['/offer', (text) => ({ access_token: text, do: 'decline', reason: '' })],
  ['/reports/x', (text) => ({ access_token: text })],
  ['/reports/x', (text) => ({ access_token: text, do: 'pdf' })],
  ['/reports/x', (text) => ({ access_token: text, do: 'version', version: '1' })],
  ['/site-checks/x', (text) => ({ access_token: text })],
  ['/site-checks/x', (text) => ({ access_token: text, do: 'cancel' })],
  ['/site-checks/x', (text) => ({ access_token: text, do: 'link' })],
  ['/confirm-email', (text) => ({ token: text })],
  ['/reset-password', (text) => ({ token: text, password: 'correct horse battery' })],
];

describe.each(texts)('a credential with %s', (_, text) => {
  it.each(pages)('is invalid in the form of %s', async (path, fields) => {
    const expected = await form(path, fields(unknown));
    const answer = await form(path, fields(text));
    // The forms of account mails limit the length of the token.
    const isTooLong = text.length > 4000 && ['/confirm-email', '/reset-password'].includes(path);
    expect(answer.status).toBe(isTooLong ? 422 : expected.status);
  });

  it('is invalid over REST, GraphQL and MCP', async () => {
    const query = new URLSearchParams({ access_token: text });
    const read = await app.rest('GET', `/v1/public/site-checks/x?${query}`, { key: null });
    expect([404, 422]).toContain(read.status);
    const found = await app.graphql(
      'query($token: String) { siteCheck(requestId: "x", accessToken: $token) { status } }',
      { token: text },
      { key: null },
    );
    expect(found.errors?.[0]?.extensions['code']).toMatch(/SITE_CHECK_NOT_FOUND|BAD_USER_INPUT/);
    const called = await app.fetch('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_site_check', arguments: { request_id: 'x', access_token: text } },
      }),
    });
    expect((await called.json()).result.isError).toBe(true);
  });

  it('is invalid in a cookie, a link and an upload', async () => {
    const cookie = `session=${encodeURIComponent(text)}`;
    const own = await app.rest('GET', '/v1/customer/requests', { key: null, headers: { cookie } });
    expect([own.status, own.body.code]).toEqual([401, 'session_invalid']);
    const link = new URLSearchParams({ version: text, expires: text, signature: text });
    for (const path of ['/reports/x', '/reports/x/report.json', '/reports/x/report.pdf']) {
      expect((await app.fetch(`${path}?${link}`)).status).toBe(text.length > 4000 ? 414 : 404);
    }
    const media = new URLSearchParams({ expires: '1', signature: text });
    expect((await app.fetch(`/media/x/y?${media}`)).status).toBe(404);
    const upload = new FormData();
    upload.set('provider_task_token', text);
    upload.set('file', new Blob(['x']), 'photo.jpg');
    const sent = await app.fetch('/v1/provider/evidence', { method: 'POST', body: upload });
    expect([401, 422]).toContain(sent.status);
  });

  it('is not logged', () => {
    expect(app.logLines.join('\n')).not.toContain(marker);
  });
});

describe('a header with a credential', () => {
  it.each([`${pilotKey}é`, 'k'.repeat(5000)])('is invalid with the key %s', async (key) => {
    const answer = await app.rest('GET', '/v1/jobs', { key });
    expect([answer.status, answer.body.code]).toEqual([401, 'api_key_invalid']);
  });

  it('is invalid with a token in Latin-1', async () => {
    const headers = { authorization: `Bearer ${marker}é` };
    for (const path of ['/v1/provider/offer', '/v1/capture/task']) {
      const answer = await app.rest('GET', path, { key: null, headers });
      expect([answer.status, answer.body.code]).toEqual([401, 'token_invalid']);
    }
    expect(app.logLines.join('\n')).not.toContain(marker);
  });
});
