import { z } from 'zod';
import { anyoneLive } from '../../access.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { bucketKey, countAttempt } from '../rate-limit/count-attempt.js';
import { ratePolicies } from '../rate-limit/rate-limiter.js';
import { emailKeyOf } from './customer.js';
import { CustomerChange } from './customer-change.js';
import { queueTokenMail } from './mail-token.js';
import { emailText } from './text-fields.js';

/** The answer to everybody who asks for a reset. */
export interface PasswordResetReceipt {
  accepted: true;
}

async function requestReset(services: Services, email: string): Promise<PasswordResetReceipt> {
  const { customers, rateLimiter, clock } = services;
  const emailKey = emailKeyOf(email);
  // Counted whether or not there is an account, or the limit would say which.
  countAttempt(rateLimiter, [{ policy: ratePolicies.resets, key: bucketKey(emailKey) }]);
  const found = await customers.findByEmailKey(emailKey);
  if (!found) return { accepted: true };
  const account = await customers.change(found._id, (current) =>
    current.status === 'active'
      ? new CustomerChange(current, clock.now()).allowToken('reset')
      : null,
  );
  if (account.status === 'active') await queueTokenMail(services, account, 'reset');
  return { accepted: true };
}

export const requestPasswordReset = operation({
  name: 'requestPasswordReset',
  kind: 'mutation',
  description:
    'Send a link to set a new password, where there is an account with this email; the answer is the same where there is none.',
  access: anyoneLive,
  input: z.object({ email: emailText() }).meta({ description: 'Whose password to reset.' }),
  refusals: ['rate_limited'],
  example: { email: 'ada@example.com' },
  rest: post('/v1/customer/auth/password-reset', {
    tag: 'Customers',
    summary: 'Request a password reset',
  }),
  run: ({ services }, { input }) => requestReset(services, input.email),
});
