import { z } from 'zod';
import type { Call } from '../../context.js';
import { operation, post } from '../../operation.js';
import type { CustomerViewer } from '../../viewer.js';
import { changeOwn } from './change-own.js';
import { customer } from './customer-access.js';
import { requireOtherThanEmail } from './password-rule.js';
import { type CustomerSessionView, loginFailed, planSession, requirePassword } from './sign-in.js';
import { passwordText } from './text-fields.js';

const changeCustomerPasswordInput = z
  .object({
    currentPassword: passwordText().describe('Password until now.'),
    newPassword: passwordText().describe('New password of the account; not the email.'),
  })
  .meta({ description: 'The password until now, and the new one.' });

async function changePassword(
  ctx: Call<CustomerViewer>,
  { currentPassword, newPassword }: z.infer<typeof changeCustomerPasswordInput>,
): Promise<CustomerSessionView> {
  const { customers, passwords } = ctx.services;
  const { emailKey = '', passwordHash: verified } = await customers.get(ctx.viewer.customerId);
  requireOtherThanEmail('newPassword', newPassword, emailKey);
  await requirePassword(ctx, { stored: verified, password: currentPassword });
  const passwordHash = await passwords.hash(newPassword);
  let signIn: () => Promise<CustomerSessionView> = () => Promise.reject(loginFailed());
  await changeOwn(ctx, (change) => {
    // A reset or another change came first: the verified password is no longer valid.
    if (change.before.passwordHash !== verified) throw loginFailed();
    change.changePassword(passwordHash);
    signIn = planSession(ctx, change);
    return true;
  });
  return signIn();
}

export const changeCustomerPassword = operation({
  name: 'changeCustomerPassword',
  kind: 'mutation',
  description: 'Change the password, end every other session and replace this one.',
  access: customer,
  input: changeCustomerPasswordInput,
  errors: ['login_failed'],
  example: { current_password: 'another long password', new_password: 'a long enough password' },
  rest: post('/v1/customer/account/password', {
    tag: 'Customers',
    summary: 'Change the password',
  }),
  run: (ctx, { input }) => changePassword(ctx, input),
});
