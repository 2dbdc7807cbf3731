import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ApiError, errorText } from '../../errors.js';
import { isCredential } from '../../lib/credential.js';
import { day, hour } from '../../lib/units.js';
import type { ServerKeys } from '../integrator/server-keys.js';

/** Minimum lifetime of the link to a delivered report; it expires at the end of an hour. */
const reportLinkDays = 30;

/** Query of a signed link. Any other form is rejected by the signature. */
const reportLinkQuery = z.object({
  version: z.string(),
  expires: z.string(),
  signature: z.string(),
});
export type ReportLinkQuery = z.infer<typeof reportLinkQuery>;

interface LinkServices {
  baseUrl: string;
  serverKeys: Pick<ServerKeys, 'links'>;
}

function signatureOf(key: Buffer, requestId: string, version: string, expires: string): Buffer {
  return createHmac('sha256', key).update(`report\n${requestId}\n${version}\n${expires}`).digest();
}

/** Returns the path and query of a signed link; `file` is the path below the page. */
export const reportLinkPath = (
  requestId: string,
  query: ReportLinkQuery,
  file: '' | '/report.pdf' | '/report.json' = '',
): string => `/reports/${requestId}${file}?${new URLSearchParams(query)}`;

/** Returns the query that opens a version until 30 days after `from`, in Unix seconds. */
export function signReportLink(
  key: Buffer,
  link: { requestId: string; version: number; from: Date },
): ReportLinkQuery {
  const { requestId, from } = link;
  const ends = Math.ceil((from.getTime() + reportLinkDays * day) / hour) * hour;
  const [version, expires] = [String(link.version), String(ends / 1000)];
  const signature = signatureOf(key, requestId, version, expires).toString('base64url');
  return { version, expires, signature };
}

/**
 * Returns the URL that lets its holder read one version of a site check's report as the requester does. It contains no
 * other credential.
 *
 * @param link.from the time of the delivery; the same time gives the same URL
 */
export function signedReportLink(
  { baseUrl, serverKeys }: LinkServices,
  link: { requestId: string; version: number; from: Date },
): string {
  return baseUrl + reportLinkPath(link.requestId, signReportLink(serverKeys.links, link));
}

/**
 * Checks a signed link.
 *
 * @returns number of the version that it names
 * @throws ApiError `not_found` for an invalid signature, `token_expired` for a valid one that is too old
 */
export function verifyReportLink(
  key: Buffer,
  requestId: string,
  query: ReportLinkQuery,
  now: Date,
): number {
  const expected = signatureOf(key, requestId, query.version, query.expires);
  const given = Buffer.from(query.signature, 'base64url');
  // Several base64url spellings decode to the same bytes; only the canonical one is accepted.
  const canonical =
    isCredential(query.signature) && given.toString('base64url') === query.signature;
  if (!canonical || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ApiError('not_found', errorText('error.report_link'), {
      hint: errorText('error.hint_report_link'),
    });
  }
  if (Number(query.expires) * 1000 <= now.getTime()) {
    throw new ApiError('token_expired', errorText('error.report_link_expired'), {
      hint: errorText('error.hint_report_link_expired'),
    });
  }
  return Number(query.version);
}
