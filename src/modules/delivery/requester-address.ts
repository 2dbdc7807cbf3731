import type { Services } from '../../services.js';
import type { SiteCheck } from '../site-check/site-check.js';

/**
 * Returns the address for mail about a site check: the current address of its customer's account, or the one that a
 * guest gave.
 * @returns null if there is no address
 */
export async function requesterAddress(
  services: Pick<Services, 'customers'>,
  { customerId, requesterEmail }: Pick<SiteCheck, 'customerId' | 'requesterEmail'>,
): Promise<string | null> {
  if (customerId === undefined) return requesterEmail;
  return (await services.customers.find(customerId))?.email ?? null;
}
