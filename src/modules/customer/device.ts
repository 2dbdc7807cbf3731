import { SignJWT } from 'jose';
import { z } from 'zod';
import { newId } from '../../lib/ids.js';
import { signedClaims } from '../../lib/signed-token.js';
import { day } from '../../lib/units.js';
import type { ServerKeys } from '../integrator/server-keys.js';
import { hostCookie, hostCookieName } from './host-cookie.js';

/** Counted from the last sign-in. */
const deviceMilliseconds = 365 * day;

const claimsSchema = z.object({
  jti: z.string(),
  sub: z.string(),
  kind: z.literal('device'),
  exp: z.number().int(),
});

/** A browser that has signed in to an account before. */
export interface Device {
  id: string;
  customerId: string;
}

export const deviceCookieName = (baseUrl: string): string => hostCookieName(baseUrl, 'device');

/**
 * Returns the Set-Cookie that later proves that a browser has signed in to an account: a signed token, which gives no
 * access. Wrong passwords entered by others do not lock such a browser out.
 */
export async function deviceCookie(
  { tokens }: ServerKeys,
  baseUrl: string,
  customerId: string,
  now: Date,
): Promise<string> {
  const token = await new SignJWT({ kind: 'device' })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: tokens.keyId })
    .setJti(newId())
    .setSubject(customerId)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + deviceMilliseconds))
    .sign(tokens.privateKey);
  return hostCookie(baseUrl, 'device', token, deviceMilliseconds);
}

/** Returns the Set-Cookie that removes it. */
export const noDeviceCookie = (baseUrl: string): string => hostCookie(baseUrl, 'device', null, 0);

/** Returns the device of a cookie; null without a valid one. */
export async function deviceOf(
  { tokens }: ServerKeys,
  cookie: string | null,
  now: Date,
): Promise<Device | null> {
  const claims = cookie && (await signedClaims(tokens.privateKey, cookie, claimsSchema));
  if (!claims || claims.exp * 1000 <= now.getTime()) return null;
  return { id: claims.jti, customerId: claims.sub };
}
