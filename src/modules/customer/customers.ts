import type { CustomerStore } from './customer.store.js';

export type Customers = ReturnType<typeof createCustomers>;

/** What every noun does with accounts: `find` may return null, `get` throws `customer_not_found`. */
export function createCustomers(store: CustomerStore) {
  const { find, get, change, findByEmail, findSession, noteUse, insert, list, listErasing } = store;
  return { find, get, change, findByEmail, findSession, noteUse, insert, list, listErasing };
}
