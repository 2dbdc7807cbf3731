import { erasedText } from '../../lib/erased.js';
import type { Services } from '../../services.js';
import { InboxMessageChange } from './inbox-message-change.js';

/**
 * Erases what the messages from an address say, and the address.
 * @param fromKey the address as `mailKey` gives it
 * @param jobId only messages related to this job
 */
export async function blankMessagesFrom(
  { inbox, clock }: Pick<Services, 'inbox' | 'clock'>,
  fromKey: string,
  jobId?: string,
): Promise<void> {
  for (const id of await inbox.idsFrom(fromKey)) {
    await inbox.change(id, (message) => {
      if (jobId !== undefined && message.relatedJobId !== jobId) return null;
      return new InboxMessageChange(message, clock.now()).eraseBodies().set({
        fromEmail: erasedText,
        fromKey: '',
        toEmail: null,
        subject: erasedText,
        internetMessageId: null,
        internetMessageKey: undefined as never,
        metadata: '{}',
        handlingNotes: null,
      });
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
