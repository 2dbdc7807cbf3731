import { operation, post } from '../../operation.js';
import { bucketKey, countAttempt } from '../rate-limit/count-attempt.js';
import { ratePolicies } from '../rate-limit/rate-limiter.js';
import { changeOwn } from './change-own.js';
import type { Customer } from './customer.js';
import { customer } from './customer-access.js';
import { queueTokenMail } from './token-mail.js';

export const resendCustomerConfirmation = operation({
  name: 'resendCustomerConfirmation',
  kind: 'mutation',
  description:
    'Send another mail that asks to confirm the email address; the links of earlier ones stop working. A confirmed address gets none.',
  access: customer,
  errors: ['rate_limited'],
  rest: post('/v1/customer/auth/resend-confirmation', {
    tag: 'Customers',
    summary: 'Resend the confirmation mail',
  }),
  async run(ctx): Promise<Customer> {
    const { services, viewer } = ctx;
    const account = await services.customers.get(viewer.customerId);
    if (account.emailConfirmedAt) return account;
    const key = bucketKey(account.emailKey ?? '');
    countAttempt(services.rateLimiter, [{ policy: ratePolicies.confirmations, key }]);
    const stored = await changeOwn(ctx, (change) => {
      if (change.before.emailConfirmedAt) return false;
      change.allowConfirmation();
      return true;
    });
    const token = stored.mailTokens?.find(({ kind }) => kind === 'confirm');
    if (!stored.emailConfirmedAt && token) await queueTokenMail(services, stored, token);
    return stored;
  },
});
