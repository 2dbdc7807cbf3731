import type { Services } from '../../services.js';
import type { SiteCheck } from '../site-check/site-check.js';

/**
 * Where mail about a site check goes: to the account whose it is, else to the address that its requester
 * gave; null where there is none.
 */
export async function requesterAddress(
  { customers }: Pick<Services, 'customers'>,
  { customerId, requesterEmail }: Pick<SiteCheck, 'customerId' | 'requesterEmail'>,
): Promise<string | null> {
  if (customerId === undefined) return requesterEmail;
  return (await customers.find(customerId))?.email ?? null;
}
