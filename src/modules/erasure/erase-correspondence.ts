import type { Services } from '../../services.js';
import { blankMessagesFrom } from '../inbox/blank-messages.js';

/**
 * Whose correspondence it is: all with an address that the customer has confirmed, else what is about one
 * job. Anybody may give an address when requesting a site check, and erases nothing else of its owner.
 */
type Correspondent = { customerId: string } | { jobId: string };

/**
 * Removes addresses and texts of the mails to an address, and of the inbox messages from it.
 * @param key the address as `mailKey` gives it
 */
export async function eraseCorrespondence(
  services: Services,
  key: string,
  of: Correspondent,
): Promise<void> {
  if ('jobId' in of) {
    const { jobId } = of;
    await services.mails.blank({ toKey: key }, ({ about }) => about.jobId === jobId);
    await blankMessagesFrom(services, key, jobId);
    return;
  }
  // The address is free again: mails to another account are not this one's.
  const isTheirs = (id: string | undefined) => id === undefined || id === of.customerId;
  await services.mails.blank({ toKey: key }, ({ about }) => isTheirs(about.customerId));
  await blankMessagesFrom(services, key);
}
