import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../services.js';
import { captureUrl } from './capture-link.js';
import { issueTaskToken } from './task-token.js';

const idBytes = 16;
const macBytes = 10;

const macOf = (key: Buffer, tokenId: string): Buffer =>
  createHmac('sha256', key).update(`photo-code\n${tokenId}`).digest().subarray(0, macBytes);

/**
 * Returns the short form of a capture token for QR codes: 35 characters base64url, the id of the job and a MAC of the
 * token's id. A bearer secret that works exactly as long as the token.
 */
export function photoCode(key: Buffer, jobId: string, tokenId: string): string {
  const id = Buffer.from(jobId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, macOf(key, tokenId)]).toString('base64url');
}

/**
 * Returns the capture link of a photo code.
 * @returns null for an invalid code, or if its token expired or was revoked
 */
export async function linkOfPhotoCode(
  { jobs, serverKeys, baseUrl, clock }: Pick<Services, 'jobs' | 'serverKeys' | 'baseUrl' | 'clock'>,
  code: string,
): Promise<string | null> {
  const bytes = Buffer.from(code, 'base64url');
  if (bytes.length !== idBytes + macBytes) return null;
  const hex = bytes.subarray(0, idBytes).toString('hex');
  const jobId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const mac = bytes.subarray(idBytes);
  const job = await jobs.find(jobId, {});
  const token = job?.tokens.find(
    ({ kind, tokenId }) =>
      kind === 'capture' && timingSafeEqual(macOf(serverKeys.accessTokens, tokenId), mac),
  );
  if (!job || !token || token.revokedAt || token.expiresAt <= clock.now()) return null;
  return captureUrl(baseUrl, await issueTaskToken(serverKeys.tokens, job, token));
}
