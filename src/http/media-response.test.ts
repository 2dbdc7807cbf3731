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
  open: (start, end) => Readable.from([bytes.subarray(start, end)]),
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
    const response = get(range ? { range } : {});
    expect(response.status).toBe(status);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(content.length));
    expect(await response.text()).toBe(content);
  });

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('rejects %s as not satisfiable', (range) => {
    expect(() => get({ range })).toThrow(
      expect.objectContaining({
        code: 'range_not_satisfiable',
        headers: { 'content-range': 'bytes */10' },
      }),
    );
  });

  test('ignores the Range unless If-Range names the same bytes', () => {
    expect(get({ range: 'bytes=0-3', 'if-range': etag }).status).toBe(206);
    expect(get({ range: 'bytes=0-3', 'if-range': '"other"' }).status).toBe(200);
    expect(get({ range: 'bytes=0-3', 'if-range': `W/${etag}` }).status).toBe(200);
    expect(get({ range: 'bytes=0-3', 'if-range': new Date(0).toUTCString() }).status).toBe(200);
  });
});

describe('mediaResponse', () => {
  test('answers HEAD with the headers of GET and no body', async () => {
    const response = get({ range: 'bytes=0-3' }, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('10');
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(await response.text()).toBe('');
  });

  test.each([etag, `W/${etag}`, `"x", ${etag}`, '*'])(
    'answers If-None-Match %s with 304',
    (tag) => {
      const response = get({ 'if-none-match': tag });
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
  ])('serves %s as %s, %s, without sniffing', (mediaType, served, disposition) => {
    const { headers } = get({}, 'GET', { mediaType });
    expect(headers.get('content-type')).toBe(served);
    expect(headers.get('content-disposition')).toBe(`${disposition}; filename="evidence-1"`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  test('answers an empty file with an empty body', async () => {
    const response = get({}, 'GET', { sizeBytes: 0 });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('0');
    expect(await response.text()).toBe('');
  });
});
