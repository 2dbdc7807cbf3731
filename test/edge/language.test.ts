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

describe('a page', () => {
  const open = async (headers: Record<string, string>) => {
    const answer = await app.fetch('/offer', { headers: { accept: 'text/html', ...headers } });
    const page = await answer.text();
    const [, lang, dir] = /<html lang="([^"]*)" dir="([^"]*)">/.exec(page) ?? [];
    return { page, lang, dir, headers: answer.headers };
  };

  it.each([
    ['de', undefined, 'de', 'ltr'],
    ['pt-PT, en;q=0.5', undefined, 'pt-BR', 'ltr'],
    ['ar-EG', undefined, 'ar', 'rtl'],
    ['xx', undefined, 'en', 'ltr'],
    ['*', undefined, 'en', 'ltr'],
    [undefined, undefined, 'en', 'ltr'],
    ['de', 'ja', 'ja', 'ltr'],
    ['de', 'xx', 'de', 'ltr'],
  ])(
    'asked for with %s and the choice %s is in %s',
    async (accepted, chosen, language, expected) => {
      const { page, lang, dir, headers } = await open({
        ...(accepted && { 'accept-language': accepted }),
        ...(chosen && { cookie: `language=${chosen}` }),
      });
      expect([lang, dir]).toEqual([language, expected]);
      expect(headers.get('content-language')).toBe(language);
      expect(headers.get('vary')?.split(', ')).toEqual(
        expect.arrayContaining(['Accept', 'Accept-Language', 'Cookie']),
      );
      expect(page).toMatch(new RegExp(`<option value="${language}" lang="${language}" selected`));
    },
  );
});
