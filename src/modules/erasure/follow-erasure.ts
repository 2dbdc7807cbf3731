import type { LoggedEvent } from '../../aggregate/event-log.js';
import { isUnavailable } from '../../lib/mongo.js';
import { type AccountErasureNeeds, finishAccount } from './erase-account.js';

/** Events of a closed account, or of a new request of an account that could already be closed. */
const followed = new Set(['customer.erasing', 'site_check.received', 'site_check.claimed']);

const customerOf = ({ type, data }: LoggedEvent): string | null =>
  followed.has(type) && typeof data['customer_id'] === 'string' ? data['customer_id'] : null;

/** Finishes the erasure of accounts as soon as they are closed. */
export function followErasure(services: AccountErasureNeeds): void {
  services.followers.followEvents(
    'erasure',
    async (event) => {
      const customerId = customerOf(event);
      if (customerId !== null) await finishAccount(services, customerId);
    },
    { subject: customerOf },
  );
}

/** Continues with accounts that had work in progress when they were closed. */
export async function sweepAccounts(services: AccountErasureNeeds): Promise<void> {
  const { customers, log } = services;
  for (const id of await customers.listErasing()) {
    try {
      await finishAccount(services, id);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.warn({ err: error, customer: id }, 'erasure: account unfinished, retrying later');
    }
  }
}
