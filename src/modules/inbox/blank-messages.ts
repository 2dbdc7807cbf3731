import type { Services } from '../../services.js';
import { InboxMessageChange } from './inbox-message-change.js';

/**
 * Erases what the messages from an address say, and the address.
 * @param fromKey the address as `mailKey` gives it
 */
export async function blankMessagesFrom(
  { inbox, clock }: Pick<Services, 'inbox' | 'clock'>,
  fromKey: string,
): Promise<void> {
  for (const id of await inbox.idsFrom(fromKey)) {
    await inbox.change(id, (message) =>
      new InboxMessageChange(message, clock.now()).eraseTexts().eraseSender(),
    );
  }
}

/**
 * Erases what the messages about a job say, whoever sent them: answers quote what they answer.
 * @param contactKey address of its requester as `mailKey` gives it, which goes too; null where none is known
 */
export async function blankMessagesAbout(
  { inbox, clock }: Pick<Services, 'inbox' | 'clock'>,
  jobId: string,
  contactKey: string | null,
): Promise<void> {
  for (const id of await inbox.idsAbout(jobId)) {
    await inbox.change(id, (message) => {
      // Related to another job meanwhile.
      if (message.relatedJobId !== jobId) return null;
      const change = new InboxMessageChange(message, clock.now()).eraseTexts();
      return message.fromKey === contactKey ? change.eraseSender() : change;
    });
  }
}

/**
 * Erases the bodies of messages that were resolved or ignored before a moment, the earliest first. A
 * message whose bodies were erased is not found again, unless it is worked on once more.
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
