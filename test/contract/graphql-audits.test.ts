import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on' });
});
afterAll(() => app.stop());

const audits = serverAudits({
  url: 'http://service.test/graphql',
  fetchFn: (url: string, init: RequestInit = {}) =>
    app.fetch(url.replace('http://service.test', ''), {
      ...init,
      headers: { 'x-api-key': pilotKey, ...init.headers },
    }),
});

describe('GraphQL over HTTP', () => {
  it('is audited by all 61 rules of graphql-http', () => expect(audits).toHaveLength(61));

  it.each(audits)('$name', async (audit) => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });
});
