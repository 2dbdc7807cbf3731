import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Sends the form for reading a page in another language. */
const choose = (fields: Record<string, string>) =>
  app.fetch('/language', {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

describe('a chosen language', () => {
  it('is stored in a cookie, and the reader returns to the page', async () => {
    const answer = await choose({ language: 'pt-BR', return: '/checkout/x?key=y' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/checkout/x?key=y');
    expect(answer.headers.get('set-cookie')).toMatch(/^language=pt-BR; Max-Age=\d+; Path=\/;/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['', 'xx', 'DE', '__proto__'])(
    'is not stored if it is unknown: "%s"',
    async (language) => {
      const answer = await choose({ language, return: '/offer' });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/offer');
      expect(answer.headers.get('set-cookie')).toBeNull();
    },
  );

  it.each([
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'http://service.invalid//evil.example',
    'javascript:alert(1)',
    'http://[',
  ])('does not lead to another host: %s', async (target) => {
    const answer = await choose({ language: 'de', return: target });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
  });
});
