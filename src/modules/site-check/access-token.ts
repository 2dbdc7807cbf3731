import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { isCredential } from '../../lib/credential.js';

/**
 * Returns the access token of a request: 43 characters base64url, HMAC-SHA256 of the request's id with a key of the
 * server, so that a repeated intake returns the same token.
 */
export function deriveAccessToken(key: Buffer, requestId: string): string {
  return createHmac('sha256', key).update(`site-check\n${requestId}`).digest('base64url');
}

/** Returns the stored form of a token: lower-case hex SHA-256. */
export function hashAccessToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Replaces the hash of a missing request, so that the same work is done. */
const hashOfNothing = hashAccessToken('');

/**
 * Returns whether a token opens a request, compared in constant time.
 * @param storedHash null if there is no such request: returns false after the same work
 */
export function opens(token: string, storedHash: string | null): boolean {
  const given = Buffer.from(hashAccessToken(token));
  const equal = timingSafeEqual(given, Buffer.from(storedHash ?? hashOfNothing));
  return equal && storedHash !== null && isCredential(token);
}
