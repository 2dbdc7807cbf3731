import { z } from 'zod';
import { anyoneLive } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { operation, post } from '../../operation.js';
import { bucketKey, countAttempt } from '../rate-limit/count-attempt.js';
import { ratePolicies } from '../rate-limit/rate-limiter.js';
import { emailKeyOf } from './customer.js';
import { accountEmail } from './text-fields.js';

/** The answer to every request for a reset. */
export interface PasswordResetReceipt {
  accepted: true;
}

/**
 * Stores the request and answers; the account is looked up later, so neither the answer nor its duration
 * shows whether there is one. Beyond the limit of mails nothing is sent: the links of the earlier mails
 * still work.
 */
async function requestReset(
  { services, address }: RequestContext,
  email: string,
): Promise<PasswordResetReceipt> {
  const { passwordResets, rateLimiter } = services;
  const { resets, resetMails } = ratePolicies;
  const emailKey = emailKeyOf(email);
  countAttempt(rateLimiter, [{ policy: resets, key: bucketKey(`${emailKey}\n${address}`) }]);
  const mails = bucketKey(emailKey);
  if (rateLimiter?.peek(resetMails, mails).remaining === 0) return { accepted: true };
  rateLimiter?.count(resetMails, mails, 1);
  await passwordResets.request(emailKey);
  return { accepted: true };
}

export const requestPasswordReset = operation({
  name: 'requestPasswordReset',
  kind: 'mutation',
  description:
    'Send a link to set a new password if there is an account with this email; the answer is the same if there is none. The mail follows within seconds; links of earlier mails stay valid.',
  access: anyoneLive,
  input: z.object({ email: accountEmail() }).meta({ description: 'Whose password to reset.' }),
  errors: ['rate_limited'],
  example: { email: 'ada@example.com' },
  rest: post('/v1/customer/auth/password-reset', {
    tag: 'Customers',
    summary: 'Request a password reset',
  }),
  run: (ctx, { input }) => requestReset(ctx, input.email),
});
