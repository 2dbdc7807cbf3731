import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mediaLink } from '../evidence/media-link.js';
import { signedReportLink, verifyReportLink } from './report-link.js';

const links = randomBytes(32);
const services = { baseUrl: 'https://service.test', serverKeys: { links } };
const requestId = '019c1000-0000-7000-8000-000000000001';
const from = new Date('2026-01-31T12:34:56.789Z');
const days = (count: number) => new Date(from.getTime() + count * 86_400_000);

const link = new URL(signedReportLink(services, { requestId, version: 2, from }));
const query = {
  version: link.searchParams.get('version') ?? '',
  expires: link.searchParams.get('expires') ?? '',
  signature: link.searchParams.get('signature') ?? '',
};
const verify = (given: Partial<typeof query>, now = from, id = requestId) =>
  verifyReportLink(links, id, { ...query, ...given }, now);

describe('a signed link to a report', () => {
  it('names the request and the version, and expires at the end of the hour 30 days later', () => {
    expect(link.origin + link.pathname).toBe(`https://service.test/reports/${requestId}`);
    expect(new Date(Number(query.expires) * 1000).toISOString()).toBe('2026-03-02T13:00:00.000Z');
    expect(verify({})).toBe(2);
    expect(verify({}, days(30))).toBe(2);
    const end = new Date(Number(query.expires) * 1000);
    expect(verify({}, new Date(end.getTime() - 1))).toBe(2);
    expect(() => verify({}, end)).toThrow(expect.objectContaining({ code: 'token_expired' }));
    expect(() => verify({}, days(31))).toThrow(expect.objectContaining({ code: 'token_expired' }));
  });

  it('is the same every time it is made for the same delivery', () => {
    expect(signedReportLink(services, { requestId, version: 2, from })).toBe(link.href);
  });

  const other = query.signature.startsWith('A') ? 'B' : 'A';
  it.each([
    ['one character of the signature', { signature: other + query.signature.slice(1) }],
    ['another spelling that decodes to the same bytes', { signature: `${query.signature}=` }],
    ['no signature', { signature: '' }],
    ['another version', { version: '1' }],
    ['another spelling of the version', { version: '02' }],
    ['a later expiry', { expires: String(Number(query.expires) + 3600) }],
  ])('is rejected with %s', (_, given) => {
    expect(() => verify(given)).toThrow(expect.objectContaining({ code: 'not_found' }));
    // A damaged link that is too old does not reveal its age.
    expect(() => verify(given, days(31))).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('opens no other request, and a media link opens no report', () => {
    expect(() => verify({}, from, requestId.replace('1', '2'))).toThrow('No report matches');
    const media = new URL(
      mediaLink('https://service.test', links, { jobId: requestId, evidenceId: '2' }, from),
    );
    const signature = media.searchParams.get('signature') ?? '';
    const expires = media.searchParams.get('expires') ?? '';
    expect(() => verify({ signature, expires })).toThrow('No report matches');
  });
});
