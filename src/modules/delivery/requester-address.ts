import type { Services } from '../../services.js';
import type { SiteCheck } from '../site-check/site-check.js';

/**
 * Where mail about a site check goes: the address that its customer's account has now, or the one that a
 * guest gave.
 * @returns null where there is none
 */
export async function requesterAddress(
  services: Pick<Services, 'customers'>,
  { customerId, requesterEmail }: Pick<SiteCheck, 'customerId' | 'requesterEmail'>,
): Promise<string | null> {
  if (customerId === undefined) return requesterEmail;
  return (await services.customers.find(customerId))?.email ?? null;
}
