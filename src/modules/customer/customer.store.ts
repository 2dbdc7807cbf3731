import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { storedKeys } from '../mail/mail.js';
import { type Customer, type CustomerSession, customerPolicies } from './customer.js';
import type { CustomerChange } from './customer-change.js';

export type CustomerStore = ReturnType<typeof createCustomerStore>;

/** The `customers` collection, including their sessions. */
export function createCustomerStore(home: AggregateHome) {
  const store = createAggregateStore<Customer, CustomerChange>(home, {
    collection: 'customers',
    policies: customerPolicies,
    indexes: [
      { key: { emailKey: 1 }, unique: true, sparse: true },
      { key: { 'sessions.hash': 1 }, unique: true, sparse: true },
      { key: { createdAt: -1, _id: -1 } },
      { key: { erasingSince: 1 }, sparse: true },
    ],
    notFound: () => new ApiError('customer_not_found', errorText('error.account_id')),
  });
  const customers = store.collection;

  /**
   * Returns the account of an email. Earlier versions could store one account for each spelling of a domain: the one
   * stored in the typed spelling comes first.
   */
  async function findByEmail(email: string): Promise<Customer | null> {
    const keys = storedKeys(email);
    const found = await customers.find({ emailKey: { $in: keys } }).toArray();
    const place = ({ emailKey = '' }: Customer) => keys.indexOf(emailKey);
    return found.sort((a, b) => place(a) - place(b))[0] ?? null;
  }

  return {
    ensureIndexes: store.ensureIndexes,
    find: store.find,
    get: store.get,
    change: store.change,

    findByEmail,

    /** Returns the session with this hash and its account, including expired sessions. */
    async findSession(
      hash: string,
    ): Promise<{ customer: Customer; session: CustomerSession } | null> {
      const customer = await customers.findOne({ 'sessions.hash': hash });
      const session = customer?.sessions?.find((one) => one.hash === hash);
      return customer && session ? { customer, session } : null;
    },

    /** Returns the ids of accounts that are being erased, longest first. */
    async listErasing(): Promise<string[]> {
      const found = await customers
        .find({ erasingSince: { $gt: new Date(0) } }, { projection: { _id: 1 } })
        .sort({ erasingSince: 1 })
        .toArray();
      return found.map(({ _id }) => _id);
    },

    /** Stores when a session was used, unless another request did so since it was read. */
    async noteUse({ hash, lastUsedAt }: CustomerSession, now: Date): Promise<void> {
      await customers.updateOne(
        { 'sessions.hash': hash, sessions: { $elemMatch: { hash, lastUsedAt } } },
        { $set: { 'sessions.$.lastUsedAt': now } },
      );
    },

    /** @returns null if the email of the account is taken */
    async insert(customer: Customer): Promise<Customer | null> {
      // The index compares one spelling only; earlier versions stored others.
      if (customer.email && (await findByEmail(customer.email))) return null;
      return store.insert(customer, ['emailKey']);
    },

    /** @param email null for every account */
    async list(email: string | null, range: Range): Promise<Found<Customer>> {
      if (email === null) return findNewestFirst(customers, 'createdAt', {}, range);
      // At most one: there is no other page.
      const found = range.cursor ? null : await findByEmail(email);
      return { items: found ? [found] : [], more: false };
    },
  };
}
