import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { type CustomerStore, createCustomerStore } from './customer.store.js';
import { createPasswords, type Passwords } from './password.js';
import { createPasswordResets, type PasswordResets } from './password-resets.js';

declare module '../../services.js' {
  interface Services {
    /** `find` can return null; `get` throws `customer_not_found`. */
    customers: CustomerStore;
    passwords: Passwords;
    passwordResets: PasswordResets;
  }
}

export function wireCustomer(
  needs: Pick<Services, 'db' | 'clock' | 'relay' | 'shapeOf' | 'log' | 'mails'>,
): Wired<'customers' | 'passwords' | 'passwordResets'> {
  const customers = createCustomerStore(needs);
  const passwordResets = createPasswordResets({ ...needs, customers });
  return {
    services: { customers, passwords: createPasswords(), passwordResets },
    ensureIndexes: () => Promise.all([customers.ensureIndexes(), passwordResets.ensureIndexes()]),
    start: passwordResets.start,
    stop: passwordResets.stop,
  };
}
