import { z } from 'zod';
import { operation, post } from '../../operation.js';
import type { Customer } from './customer.js';
import { mailToken } from './customer-access.js';
import { CustomerChange } from './customer-change.js';
import { requireRecord } from './mail-token.js';
import { mailTokenText } from './text-fields.js';

const confirmCustomerEmailInput = z
  .object({ token: mailTokenText() })
  .meta({ description: 'Proof that the mail was received.' });

export const confirmCustomerEmail = operation({
  name: 'confirmCustomerEmail',
  kind: 'mutation',
  description:
    'Confirm the email address of an account. Without a session of this account, it also ends every session and removes the password, since someone else may have registered the address; the same token then sets a new one, like that of a reset mail. Repeating it with the same token returns the same account.',
  access: mailToken('confirm', { signsIn: false }),
  input: confirmCustomerEmailInput,
  errors: [],
  example: { token: 'eyJhbGciOiJFZERTQSJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl' },
  rest: post('/v1/customer/auth/confirm-email', {
    tag: 'Customers',
    summary: 'Confirm an email address',
  }),
  run({ services, viewer, caller }): Promise<Customer> {
    const { customers, clock } = services;
    const { session } = caller;
    const sessionId = session.kind === 'customer' ? session.sessionId : null;
    return customers.change(viewer.customerId, (account) => {
      requireRecord(account, viewer.tokenId, 'confirm');
      if (account.emailConfirmedAt) return null;
      const change = new CustomerChange(account, clock.now()).confirmEmail();
      const isSignedIn = account.sessions?.some(({ id }) => id === sessionId);
      return isSignedIn ? change : change.removeCredentials();
    });
  },
});
