import { flag } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { changeOwn } from './change-own.js';
import { customer } from './customer-access.js';
import { sessionCookie } from './session.js';
import type { CustomerSessionView } from './sign-in.js';

export const logoutCustomer = operation({
  name: 'logoutCustomer',
  kind: 'mutation',
  description: 'End the session, or every session of the account, and clear the cookie.',
  access: customer,
  args: {
    everywhere: flag()
      .default(false)
      .describe('Whether to end every session of the account, not only this one.'),
  },
  errors: [],
  example: { everywhere: false },
  rest: post('/v1/customer/auth/logout', { tag: 'Customers', summary: 'Sign out' }),
  async run(ctx, { everywhere }): Promise<CustomerSessionView> {
    const account = await changeOwn(ctx, (change) => {
      if (everywhere) change.endAllSessions();
      else change.endSession(ctx.viewer.sessionId);
      return true;
    });
    ctx.notes.cookies = [sessionCookie(ctx.services.baseUrl, null)];
    return { authenticated: false, customer: account };
  },
});
