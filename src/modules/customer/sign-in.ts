import type { Call, RequestContext } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { ratePolicies } from '../../limits.js';
import type { Services } from '../../services.js';
import type { CustomerViewer } from '../../viewer.js';
import { type Attempt, bucketKey, countAttempt } from '../rate-limit/count-attempt.js';
import type { Customer } from './customer.js';
import { CustomerChange } from './customer-change.js';
import { deviceCookie, deviceOf } from './device.js';
import { hashSession, newSessionSecret, sessionCookie } from './session.js';

/** An account and whether the request is signed in to it; CustomerAuthSessionOut of the API. */
export interface CustomerSessionView {
  authenticated: boolean;
  customer: Customer;
}

/** Returns the same error for an unknown email and a wrong password. */
export const loginFailed = () => new ApiError('login_failed', errorText('error.login'));

/** Returns the session of the request, which a new one replaces; null if it has none. */
const carriedSession = ({ caller }: RequestContext) =>
  caller.session.kind === 'customer' ? caller.session : null;

/**
 * Adds a session to a change and replaces the session of the request.
 * @returns a function that sends the session to the browser; call it after the change is stored
 */
export function planSession(
  ctx: RequestContext,
  change: CustomerChange,
): () => Promise<CustomerSessionView> {
  const secret = newSessionSecret();
  const carried = carriedSession(ctx);
  change.endSession(carried?.sessionId ?? null).startSession(hashSession(secret));
  const customer = change.after;
  return async () => {
    const { customers, baseUrl, clock, serverKeys } = ctx.services;
    if (carried && carried.customerId !== customer._id) {
      await customers.change(carried.customerId, (other) =>
        new CustomerChange(other, clock.now()).endSession(carried.sessionId),
      );
    }
    ctx.notes.cookies = [
      sessionCookie(baseUrl, secret),
      await deviceCookie(serverKeys, baseUrl, customer._id, clock.now()),
    ];
    ctx.notes.headers['cache-control'] = 'no-store';
    return { authenticated: true, customer };
  };
}

/**
 * Verifies a password, and counts a wrong one.
 *
 * @param attempts the limits that a wrong password counts towards
 * @param stored undefined if there is no account, which fails after the same work
 * @throws ApiError `login_failed`, `rate_limited`, `unavailable`
 */
async function verifyWithin(
  { rateLimiter, passwords }: Pick<Services, 'passwords' | 'rateLimiter'>,
  attempts: readonly Attempt[],
  { stored, password }: { stored: string | undefined; password: string },
): Promise<void> {
  const refund = countAttempt(rateLimiter, attempts);
  let isRight: boolean;
  try {
    isRight = await passwords.verify(stored, password);
  } catch (error) {
    refund();
    throw error;
  }
  if (!isRight) throw loginFailed();
  refund();
}

/**
 * Returns the limits for wrong passwords at a sign-in. A session of the account and a browser that has signed in to it
 * before have their own. All others share the limit of their IP address, and slow down if there are too many for the
 * email; so no one can lock the customer out.
 */
async function signInAttempts(
  { services, address, caller }: RequestContext,
  emailKey: string,
  customerId: string | undefined,
): Promise<Attempt[]> {
  const { rateLimiter, serverKeys, clock } = services;
  const { logins, loginsOfEmail, loginsSlowed, misses } = ratePolicies;
  // Verified with and without an account.
  const device = await deviceOf(serverKeys, caller.device, clock.now());
  const { session } = caller;
  if (session.kind === 'customer' && session.customerId === customerId) {
    return [{ policy: logins, key: session.sessionId }];
  }
  if (device && device.customerId === customerId) return [{ policy: logins, key: device.id }];
  const ofEmail = bucketKey(emailKey);
  const fromAddress = bucketKey(`${emailKey}\n${address}`);
  const isSlowed = rateLimiter?.peek(loginsOfEmail, ofEmail).remaining === 0;
  return [
    { policy: logins, key: fromAddress },
    { policy: misses, key: address },
    isSlowed ? { policy: loginsSlowed, key: fromAddress } : { policy: loginsOfEmail, key: ofEmail },
  ];
}

/**
 * Verifies the password of a sign-in.
 *
 * @param found null if the email has no account, which fails after the same work
 * @throws ApiError `login_failed`, `rate_limited`, `unavailable`
 */
export async function requireLogin(
  ctx: RequestContext,
  emailKey: string,
  { found, password }: { found: Customer | null; password: string },
): Promise<void> {
  const attempts = await signInAttempts(ctx, emailKey, found?._id);
  await verifyWithin(ctx.services, attempts, { stored: found?.passwordHash, password });
}

/**
 * Verifies the password of a signed-in customer; wrong ones only count in the session.
 * @throws ApiError `login_failed`, `rate_limited`, `unavailable`
 */
export function requirePassword(
  { services, viewer }: Call<CustomerViewer>,
  given: { stored: string | undefined; password: string },
): Promise<void> {
  const attempts = [{ policy: ratePolicies.logins, key: viewer.sessionId }];
  return verifyWithin(services, attempts, given);
}
