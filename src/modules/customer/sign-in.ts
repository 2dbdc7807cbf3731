import type { RequestContext } from '../../context.js';
import { ApiError } from '../../errors.js';
import { bucketKey, countAttempt } from '../rate-limit/count-attempt.js';
import { ratePolicies } from '../rate-limit/rate-limiter.js';
import type { Customer } from './customer.js';
import { CustomerChange } from './customer-change.js';
import { hashSession, newSessionSecret, sessionCookie } from './session.js';

/** An account and whether the request is signed in to it; CustomerAuthSessionOut of the interface. */
export interface CustomerSessionView {
  authenticated: boolean;
  customer: Customer;
}

/** The same for an unknown email and a wrong password. */
export const loginFailed = () => new ApiError('login_failed', 'Email or password is wrong.');

/** Id of the session that the request carries, which a new one replaces; null where it carries none. */
const carriedSession = ({ caller }: RequestContext) =>
  caller.session.kind === 'customer' ? caller.session : null;

/**
 * Adds a session to a change, in place of the one that the request carries.
 * @returns gives the browser the session, to be called once the change is stored
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
    const { customers, baseUrl, clock } = ctx.services;
    if (carried && carried.customerId !== customer._id) {
      await customers.change(carried.customerId, (other) =>
        new CustomerChange(other, clock.now()).endSession(carried.sessionId),
      );
    }
    ctx.notes.cookies = [sessionCookie(baseUrl, secret)];
    ctx.notes.headers['cache-control'] = 'no-store';
    return { authenticated: true, customer };
  };
}

/**
 * Verifies a password within the limits of failed logins.
 *
 * @param stored undefined where there is no account, which is refused alike after the same work
 * @throws ApiError `login_failed`, `rate_limited`, `unavailable`
 */
export async function requirePassword(
  { services, address }: RequestContext,
  emailKey: string,
  { stored, password }: { stored: string | undefined; password: string },
): Promise<void> {
  const { logins, misses } = ratePolicies;
  const takeBack = countAttempt(services.rateLimiter, [
    { policy: logins, key: bucketKey(emailKey) },
    { policy: misses, key: address },
  ]);
  const failed = await services.passwords
    .verify(stored, password)
    .then((right) => (right ? null : loginFailed()))
    .catch((error: unknown) => {
      takeBack();
      throw error;
    });
  if (failed) throw failed;
  takeBack();
}
