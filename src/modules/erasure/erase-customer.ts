import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { flag } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { CustomerViewer, KeyHolder } from '../../viewer.js';
import { changeOwn } from '../customer/change-own.js';
import type { Customer } from '../customer/customer.js';
import { customer, customerTarget } from '../customer/customer-access.js';
import { CustomerChange } from '../customer/customer-change.js';
import { noDeviceCookie } from '../customer/device.js';
import { sessionCookie } from '../customer/session.js';
import { loginFailed, requirePassword } from '../customer/sign-in.js';
import { passwordText } from '../customer/text-fields.js';
import { requireErasable } from './erase-account.js';

const eraseCustomerInput = z
  .object({ password: passwordText().describe('Password of the account.') })
  .meta({ description: 'The password, once more.' });

async function eraseOwn(ctx: Call<CustomerViewer>, password: string): Promise<Customer> {
  const { services, viewer, notes } = ctx;
  const { passwordHash: verified } = await services.customers.get(viewer.customerId);
  await requirePassword(ctx, { stored: verified, password });
  await requireErasable(services, viewer.customerId);
  const closed = await changeOwn(ctx, (change) => {
    // The password was changed in the meantime: the verified one is no longer valid.
    if (change.before.passwordHash !== verified) throw loginFailed();
    change.beginErasure();
    return true;
  });
  const { baseUrl } = services;
  notes.cookies = [sessionCookie(baseUrl, null), noDeviceCookie(baseUrl)];
  return closed;
}

export const eraseCustomer = operation({
  name: 'eraseCustomer',
  kind: 'mutation',
  erases: true,
  description:
    'Erase the account and every request of the customer. The account is closed at once; requests that nobody works on are cancelled and refunded. This cannot be undone.',
  access: customer,
  input: eraseCustomerInput,
  errors: ['login_failed', 'account_busy'],
  example: { password: 'a long enough password' },
  rest: post('/v1/customer/account/erase', {
    tag: 'Customers',
    summary: 'Erase the account',
  }),
  run: (ctx, { input }) => eraseOwn(ctx, input.password),
});

const eraseCustomerAccountInput = z
  .object({
    force: flag()
      .default(false)
      .describe('Whether work in progress is cancelled and refunded instead of refused.'),
  })
  .meta({ description: 'How to treat work in progress.' });

async function eraseAny(
  { services }: Call<KeyHolder>,
  id: string,
  force: boolean,
): Promise<Customer> {
  const { customers, clock } = services;
  const found = await customers.get(id);
  if (found.status !== 'active') return found;
  await requireErasable(services, id, { force });
  return customers.change(id, (account) =>
    account.status === 'active' ? new CustomerChange(account, clock.now()).beginErasure() : null,
  );
}

export const eraseCustomerAccount = operation({
  name: 'eraseCustomerAccount',
  kind: 'mutation',
  erases: true,
  description:
    'Erase the account of a customer and every request of it. Erasing it again has no effect.',
  access: scope('operator'),
  target: customerTarget,
  input: eraseCustomerAccountInput,
  errors: ['account_busy'],
  example: { force: false },
  rest: post('/v1/operator/customers/{account_id}/erase', {
    tag: 'Operators',
    summary: 'Erase a customer',
  }),
  run: (ctx, { id, input }) => eraseAny(ctx, id, input.force),
});
