import type { Services } from '../../services.js';
import { blankMessagesFrom } from '../inbox/blank-messages.js';
import type { MailKind } from '../mail/mail.js';

/**
 * Removes addresses and texts of the mails to an address, and of the inbox messages from it.
 * @param key the address as `mailKey` gives it
 * @param kind only mails of this kind: mails about other site checks of a guest stay theirs
 */
export async function eraseCorrespondence(
  services: Services,
  key: string,
  kind?: MailKind,
): Promise<void> {
  await services.mails.blank({ toKey: key }, kind);
  await blankMessagesFrom(services, key);
}
