import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { ServedFile } from '../modules/evidence/read-media.js';
import { mediaResponse } from './media-response.js';

const bytes = Buffer.from('0123456789');
const etag = `"${'ab'.repeat(32)}"`;
const file: ServedFile = {
  sha256: 'ab'.repeat(32),
  sizeBytes: bytes.length,
  mediaType: 'image/jpeg',
  name: 'evidence-1',
  maxAgeSeconds: 60,
  open: async (start, end) => Readable.from([bytes.subarray(start, end)]),
  link: null,
};
const get = (
  headers: Record<string, string> = {},
  method = 'GET',
  patch: Partial<ServedFile> = {},
) => mediaResponse(new Request('http://x/', { method, headers }), { ...file, ...patch });

describe('mediaResponse with a Range', () => {
  test.each([
    [undefined, 200, '0123456789', null],
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-4', 200, '0123456789', null],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('answers %s with %d', async (range, status, content, contentRange) => {
    const response = await get(range ? { range } : {});
    expect(response.status).toBe(status);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(content.length));
    expect(await response.text()).toBe(content);
  });

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])(
    'rejects %s as not satisfiable',
    async (range) => {
      await expect(get({ range })).rejects.toThrow(
        expect.objectContaining({
          code: 'range_not_satisfiable',
          headers: { 'content-range': 'bytes */10' },
        }),
      );
    },
  );

  test('ignores the Range unless If-Range names the same bytes', async () => {
    expect((await get({ range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
    expect((await get({ range: 'bytes=0-3', 'if-range': `W/${etag}` })).status).toBe(200);
    expect((await get({ range: 'bytes=0-3', 'if-range': new Date(0).toUTCString() })).status).toBe(
      200,
    );
  });
});

describe('mediaResponse', () => {
  test('answers HEAD with the headers of GET and no body', async () => {
    const response = await get({ range: 'bytes=0-3' }, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('10');
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(await response.text()).toBe('');
  });

  test.each([etag, `W/${etag}`, `"x", ${etag}`, '*'])(
    'answers If-None-Match %s with 304',
    async (tag) => {
      const response = await get({ 'if-none-match': tag });
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
    },
  );

  test.each([
    ['image/jpeg', 'image/jpeg', 'inline'],
    ['application/pdf', 'application/pdf', 'inline'],
    ['text/html', 'application/octet-stream', 'attachment'],
    ['image/svg+xml', 'application/octet-stream', 'attachment'],
    ['application/octet-stream', 'application/octet-stream', 'attachment'],
  ])('serves %s as %s, %s, without sniffing', async (mediaType, served, disposition) => {
    const { headers } = await get({}, 'GET', { mediaType });
    expect(headers.get('content-type')).toBe(served);
    expect(headers.get('content-disposition')).toBe(`${disposition}; filename="evidence-1"`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  test('answers an empty file with an empty body', async () => {
    const response = await get({}, 'GET', { sizeBytes: 0 });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('0');
    expect(await response.text()).toBe('');
  });
});

describe('mediaResponse of a file with a link', () => {
  const linked = (headers: Record<string, string>, method = 'GET', maxAgeSeconds = 86_400) =>
    get(headers, method, {
      maxAgeSeconds,
      link: async (link) =>
        `https://files.test/?${new URLSearchParams({ ...link, expiresSeconds: `${link.expiresSeconds}` })}`,
    });

  test.each([
    [86_400, 3600, 'private, max-age=3540'],
    [600, 600, 'private, max-age=540'],
    [20, 20, 'private, max-age=0'],
    [0, 1, 'private, max-age=0'],
  ])('redirects with %d s left to a link valid for %d s', async (left, expires, cached) => {
    const response = await linked({ 'sec-fetch-mode': 'no-cors' }, 'GET', left);
    expect(response.status).toBe(302);
    const { searchParams } = new URL(response.headers.get('location')!);
    expect(Object.fromEntries(searchParams)).toEqual({
      expiresSeconds: String(expires),
      contentType: 'image/jpeg',
      contentDisposition: 'inline;filename="evidence-1"',
    });
    expect(response.headers.get('cache-control')).toBe(cached);
    expect(response.headers.get('vary')).toBe('Sec-Fetch-Mode');
  });

  test.each([
    [{ 'sec-fetch-mode': 'cors' }, 'GET', '0123456789'],
    [{ 'sec-fetch-mode': 'same-origin' }, 'GET', '0123456789'],
    [{}, 'HEAD', ''],
  ])('sends the file itself for %o by %s', async (headers, method, content) => {
    const response = await linked(headers, method);
    expect(response.status).toBe(200);
    expect(response.headers.get('vary')).toBe('Sec-Fetch-Mode');
    expect(await response.text()).toBe(content);
  });
});
