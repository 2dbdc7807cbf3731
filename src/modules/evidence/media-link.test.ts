import { describe, expect, test } from 'vitest';
import { mediaLink, verifyMediaLink } from './media-link.js';

const key = Buffer.alloc(32, 7);
const item = { jobId: 'job-1', evidenceId: 'evidence-1' };
const at = (time: string) => new Date(`2026-03-01T${time}Z`);
const link = (now: Date) => new URL(mediaLink('https://x.example', key, item, now));
const queryOf = (url: URL) => ({
  expires: url.searchParams.get('expires') ?? '',
  signature: url.searchParams.get('signature') ?? '',
});

describe('mediaLink', () => {
  test('returns the same link within an hour and a different one in the next', () => {
    expect(link(at('12:59:59.999')).href).toBe(link(at('12:00:00.000')).href);
    expect(link(at('13:00:00.000')).href).not.toBe(link(at('12:59:59.999')).href);
  });

  test.each([
    ['12:00:00.000', '13:59:59.999', null],
    ['12:59:59.999', '13:59:59.999', null],
    ['12:59:59.999', '14:00:00.000', 'token_expired'],
  ])('made at %s and used at %s: %s', (made, used, code) => {
    const use = () => verifyMediaLink(key, item, queryOf(link(at(made))), at(used));
    if (code === null) expect(use).not.toThrow();
    else expect(use).toThrow(expect.objectContaining({ code }));
  });

  test('works for nothing else and not if any part of it was changed', () => {
    const good = queryOf(link(at('12:00:00.000')));
    const bad: [Buffer, typeof item, typeof good][] = [
      [key, { ...item, evidenceId: 'evidence-2' }, good],
      [key, { ...item, jobId: 'job-2' }, good],
      [Buffer.alloc(32, 8), item, good],
      [key, item, { ...good, expires: String(Number(good.expires) + 3600) }],
      [key, item, { ...good, expires: `${good.expires}.0` }],
      [key, item, { ...good, signature: `${good.signature}=` }],
      [key, item, { ...good, signature: good.signature.slice(1) }],
      [key, item, { ...good, signature: '' }],
      [key, item, { expires: '', signature: '' }],
    ];
    for (const [withKey, of, query] of bad) {
      expect(() => verifyMediaLink(withKey, of, query, at('12:00:00.000'))).toThrow(
        expect.objectContaining({ code: 'not_found' }),
      );
    }
  });
});
