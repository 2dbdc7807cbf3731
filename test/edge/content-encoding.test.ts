import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const body = jobBody();
const zip = (text: string) => new Uint8Array(gzipSync(text));
const send = (path: string, coding: string, bytes: Uint8Array<ArrayBuffer>) =>
  app.fetch(path, {
    method: 'POST',
    headers: {
      accept: '*/*',
      'content-type': 'application/json',
      'content-encoding': coding,
      'x-api-key': pilotKey,
    },
    body: bytes,
  });

describe('a body with a Content-Encoding', () => {
  it('is rejected with 415 and Accept-Encoding on every route that takes a POST', async () => {
    const paths = createApp(app.services)
      .routes.filter(({ method, path }) => ['POST', 'ALL'].includes(method) && !path.includes('*'))
      .map(({ path }) => path.replace(/:\w+(\{[^}]*\})?/g, 'x'));
    expect(paths.length).toBeGreaterThan(80);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/graphql',
        '/mcp',
        '/offer',
        '/hooks/sms',
        '/payments/stripe/webhook',
        '/reports/x',
        '/v1/jobs',
        '/v1/provider/evidence',
      ]),
    );
    const zipped = zip(JSON.stringify(body));
    for (const path of paths) {
      const answer = await send(path, 'gzip', zipped);
      const found = [path, answer.status, answer.headers.get('accept-encoding')];
      expect(found).toEqual([path, 415, 'identity']);
    }
    expect(await app.jobs.countDocuments()).toBe(0);
  });

  it.each(['gzip', 'br', 'GZIP', 'identity, gzip', 'x-unknown'])(
    'is rejected for %s with its code',
    async (coding) => {
      const answer = await send('/v1/jobs', coding, zip(JSON.stringify(body)));
      expect(await answer.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    },
  );

  it.each(['identity', ''])('is read unchanged if the coding is "%s"', async (coding) => {
    const plain = new TextEncoder().encode(JSON.stringify(jobBody()));
    expect((await send('/v1/jobs', coding, plain)).status).toBe(201);
  });
});
