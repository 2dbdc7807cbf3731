import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { storedKeys } from '../mail/mail.js';
import type { Customer, CustomerSession } from './customer.js';
import type { CustomerChange } from './customer-change.js';

export type CustomerStore = ReturnType<typeof createCustomerStore>;

/** The `customers` collection, with their sessions in them. */
export function createCustomerStore(home: AggregateHome) {
  const store = createAggregateStore<Customer, CustomerChange>(home, {
    collection: 'customers',
    indexes: [
      { key: { emailKey: 1 }, unique: true, sparse: true },
      { key: { 'sessions.hash': 1 }, unique: true, sparse: true },
      { key: { createdAt: -1, _id: -1 } },
      { key: { erasingSince: 1 }, sparse: true },
    ],
    notFound: () => new ApiError('customer_not_found', 'No customer has this account id.'),
  });
  const customers = store.collection;

  const findByEmailKey = (emailKey: string): Promise<Customer | null> =>
    customers.findOne({ emailKey: { $in: storedKeys(emailKey) } });

  return {
    ensureIndexes: store.ensureIndexes,
    find: store.find,
    get: store.get,
    change: store.change,

    findByEmailKey,

    /** The session with this hash and its account, expired sessions included. */
    async findSession(
      hash: string,
    ): Promise<{ customer: Customer; session: CustomerSession } | null> {
      const customer = await customers.findOne({ 'sessions.hash': hash });
      const session = customer?.sessions?.find((one) => one.hash === hash);
      return customer && session ? { customer, session } : null;
    },

    /** Ids of accounts of which something is being erased, the longest first. */
    async listErasing(limit: number): Promise<string[]> {
      const found = await customers
        .find({ erasingSince: { $gt: new Date(0) } }, { projection: { _id: 1 } })
        .sort({ erasingSince: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },

    /** Notes when a session was used, unless somebody did so since it was read. */
    async noteUse({ hash, lastUsedAt }: CustomerSession, now: Date): Promise<void> {
      await customers.updateOne(
        { 'sessions.hash': hash, sessions: { $elemMatch: { hash, lastUsedAt } } },
        { $set: { 'sessions.$.lastUsedAt': now } },
      );
    },

    /** @returns null when the email of the account is taken */
    async insert(customer: Customer): Promise<Customer | null> {
      // The index does not know the other spelling of a domain, under which an earlier version may have
      // stored the account; no account is stored under it any more.
      const { emailKey = '' } = customer;
      if (storedKeys(emailKey).length > 1 && (await findByEmailKey(emailKey))) return null;
      return store.insert(customer, ['emailKey']);
    },

    /** @param emailKey null for every account */
    async list(emailKey: string | null, range: Range): Promise<Found<Customer>> {
      if (emailKey === null) return findNewestFirst(customers, 'createdAt', {}, range);
      // One at most: nothing follows it, nothing precedes it.
      const found = range.cursor ? null : await findByEmailKey(emailKey);
      return { items: found ? [found] : [], more: false };
    },
  };
}
