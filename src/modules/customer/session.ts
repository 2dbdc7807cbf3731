import { hash, randomBytes } from 'node:crypto';
import { isCredential } from '../../lib/credential.js';
import { minute } from '../../lib/units.js';
import type { SessionViewer } from '../../viewer.js';
import { sessionMilliseconds } from './customer.js';
import type { CustomerStore } from './customer.store.js';
import { hostCookie, hostCookieName } from './host-cookie.js';

const noteEveryMilliseconds = minute;

/** Returns a new session secret: `cs_` and 32 random bytes in base64url. */
export const newSessionSecret = (): string => `cs_${randomBytes(32).toString('base64url')}`;

/** Returns the stored form of a secret: lower-case hex SHA-256. */
export const hashSession = (secret: string): string => hash('sha256', secret, 'hex');

export const sessionCookieName = (baseUrl: string): string => hostCookieName(baseUrl, 'session');

/**
 * Returns the Set-Cookie with the session of a browser.
 * @param secret null removes the cookie
 */
export const sessionCookie = (baseUrl: string, secret: string | null): string =>
  hostCookie(baseUrl, 'session', secret, sessionMilliseconds);

/**
 * Returns the viewer of a session secret. The session is looked up on each call, so that an ended one is invalid
 * immediately. Its use is recorded at most once a minute.
 */
export async function sessionOf(
  customers: CustomerStore,
  secret: string,
  now: Date,
): Promise<SessionViewer> {
  if (!isCredential(secret)) return { kind: 'no_session', problem: 'session_invalid' };
  const found = await customers.findSession(hashSession(secret));
  if (!found || found.session.expiresAt <= now || found.customer.status !== 'active') {
    return { kind: 'no_session', problem: 'session_invalid' };
  }
  const { customer, session } = found;
  if (now.getTime() - session.lastUsedAt.getTime() >= noteEveryMilliseconds) {
    await customers.noteUse(session, now);
  }
  return { kind: 'customer', customerId: customer._id, sessionId: session.id };
}
