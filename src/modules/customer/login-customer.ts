import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import { operation, post } from '../../operation.js';
import { emailKeyOf } from './customer.js';
import { signingIn } from './customer-access.js';
import { CustomerChange } from './customer-change.js';
import { type CustomerSessionView, loginFailed, planSession, requireLogin } from './sign-in.js';
import { loginEmail, passwordText } from './text-fields.js';

/** CustomerAuthLoginIn of the interface. */
const loginCustomerInput = z
  .object({ email: loginEmail(), password: passwordText().describe('Password of the account.') })
  .meta({ document: 'CustomerAuthLoginIn', description: 'Email and password of the account.' });

/**
 * Signs a customer in. The write is guarded by the revision, and so by the hash that was verified: after a
 * concurrent change of the password, it is verified again.
 */
async function login(
  ctx: RequestContext,
  { email, password }: z.infer<typeof loginCustomerInput>,
): Promise<CustomerSessionView> {
  const { customers, passwords, clock } = ctx.services;
  const emailKey = emailKeyOf(email);
  const found = await customers.findByEmailKey(emailKey);
  await requireLogin(ctx, emailKey, { found, password });
  if (!found) throw loginFailed();
  let verified = found.passwordHash;
  let signIn: () => Promise<CustomerSessionView> = () => Promise.reject(loginFailed());
  await customers.change(found._id, async (customer) => {
    const { passwordHash } = customer;
    if (passwordHash !== verified) {
      await requireLogin(ctx, emailKey, { found: customer, password });
      verified = passwordHash;
    }
    const change = new CustomerChange(customer, clock.now());
    change.set({ lastLoginAt: change.now });
    if (passwordHash && passwords.isOutdated(passwordHash)) {
      change.set({ passwordHash: await passwords.hash(password) });
    }
    signIn = planSession(ctx, change);
    return change;
  });
  return signIn();
}

export const loginCustomer = operation({
  name: 'loginCustomer',
  kind: 'mutation',
  description: 'Sign a customer in. The session is set as a cookie and replaces the one carried.',
  access: signingIn,
  input: loginCustomerInput,
  errors: ['login_failed'],
  example: { email: 'ada@example.com', password: 'a long enough password' },
  rest: post('/v1/customer/auth/login', { tag: 'Customers', summary: 'Sign in' }),
  run: (ctx, { input }) => login(ctx, input),
});
