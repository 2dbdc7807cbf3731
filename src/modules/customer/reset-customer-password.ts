import { z } from 'zod';
import type { Call } from '../../context.js';
import { operation, post } from '../../operation.js';
import type { MailTokenHolder } from '../../viewer.js';
import { mailToken } from './customer-access.js';
import { CustomerChange } from './customer-change.js';
import { requireRecord } from './mail-token.js';
import { requireOtherThanEmail } from './password-rule.js';
import { type CustomerSessionView, planSession } from './sign-in.js';
import { mailTokenText, passwordText } from './text-fields.js';

const resetCustomerPasswordInput = z
  .object({
    token: mailTokenText(),
    password: passwordText().describe('New password of the account; not the email.'),
  })
  .meta({ description: 'Proof that the mail was received, and the new password.' });

/**
 * Sets the password and confirms the address, which the mail was sent to. The token works once: the write
 * that sets the hash revokes it.
 */
async function reset(ctx: Call<MailTokenHolder>, password: string): Promise<CustomerSessionView> {
  const { customers, passwords, clock } = ctx.services;
  const { customerId, tokenId } = ctx.viewer;
  requireOtherThanEmail('password', password, (await customers.get(customerId)).emailKey);
  const passwordHash = await passwords.hash(password);
  let signIn: () => Promise<CustomerSessionView> = () => Promise.reject(new Error('not planned'));
  await customers.change(customerId, (account) => {
    requireRecord(account, tokenId, 'reset');
    const change = new CustomerChange(account, clock.now());
    if (!account.emailConfirmedAt) change.confirmEmail();
    change.changePassword(passwordHash).set({ lastLoginAt: change.now });
    signIn = planSession(ctx, change);
    return change;
  });
  return signIn();
}

export const resetCustomerPassword = operation({
  name: 'resetCustomerPassword',
  kind: 'mutation',
  description:
    'Set a new password with the token of a reset mail, confirm the email address, end every other session and sign the customer in. An account whose password was removed when its address was confirmed also takes the token of that confirmation.',
  access: mailToken('reset', { signsIn: true }),
  input: resetCustomerPasswordInput,
  errors: [],
  example: {
    token: 'eyJhbGciOiJFZERTQSJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl',
    password: 'another long password',
  },
  rest: post('/v1/customer/auth/password-reset/confirm', {
    tag: 'Customers',
    summary: 'Reset a password',
  }),
  run: (ctx, { input }) => reset(ctx, input.password),
});
