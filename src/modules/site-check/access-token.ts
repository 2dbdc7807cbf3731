import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { isCredential } from '../../lib/credential.js';

/**
 * The access token of a request: 43 characters base64url, HMAC-SHA256 of the request's id under a
 * key of the server, so that a repeated intake is answered with the same one.
 */
export function deriveAccessToken(key: Buffer, requestId: string): string {
  return createHmac('sha256', key).update(`site-check\n${requestId}`).digest('base64url');
}

/** What is stored of a token: lower-case hex SHA-256. */
export function hashAccessToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Stands in where there is no request, so that the same work is done. */
const hashOfNothing = hashAccessToken('');

/**
 * Whether a token opens a request, compared in constant time.
 * @param storedHash null where there is no such request: false, after the same work
 */
export function opens(token: string, storedHash: string | null): boolean {
  const given = Buffer.from(hashAccessToken(token));
  const equal = timingSafeEqual(given, Buffer.from(storedHash ?? hashOfNothing));
  return equal && storedHash !== null && isCredential(token);
}
