import type { Services } from '../../services.js';
import { storedKeys } from '../mail/mail.js';
import { InboxMessageChange } from './inbox-message-change.js';

/**
 * Erases the texts of the messages from an address, and the address.
 * @param fromKey the address as returned by `mailKey`
 * @returns the ids of the messages
 */
export async function blankMessagesFrom(
  { inbox, clock }: Pick<Services, 'inbox' | 'clock'>,
  fromKey: string,
): Promise<string[]> {
  const ids = await inbox.idsFrom(fromKey);
  for (const id of ids) {
    await inbox.change(id, (message) =>
      new InboxMessageChange(message, clock.now()).eraseTexts().eraseSender(),
    );
  }
  return ids;
}

/**
 * Erases the texts of the messages about a job, from any sender, because replies quote earlier messages.
 * @param contactKey address of its requester as returned by `mailKey`, also erased; null if unknown
 * @returns the ids of the messages
 */
export async function blankMessagesAbout(
  { inbox, clock }: Pick<Services, 'inbox' | 'clock'>,
  jobId: string,
  contactKey: string | null,
): Promise<string[]> {
  const contactKeys = contactKey === null ? [] : storedKeys(contactKey);
  const ids = await inbox.idsAbout(jobId);
  for (const id of ids) {
    await inbox.change(id, (message) => {
      // Related to another job in the meantime.
      if (message.relatedJobId !== jobId) return null;
      const change = new InboxMessageChange(message, clock.now()).eraseTexts();
      return contactKeys.includes(message.fromKey) ? change.eraseSender() : change;
    });
  }
  return ids;
}

/**
 * Erases the bodies of messages that were resolved or ignored before a moment, earliest first. A message without bodies
 * is not found again, unless it is processed again.
 */
export async function eraseOldBodies(
  { inbox, clock }: Pick<Services, 'inbox' | 'clock'>,
  { before, limit }: { before: Date; limit: number },
): Promise<void> {
  for (const id of await inbox.idsClosedBefore(before, limit)) {
    await inbox.change(id, (message) =>
      message.closedAt && message.closedAt < before
        ? new InboxMessageChange(message, clock.now()).eraseBodies()
        : null,
    );
  }
}
