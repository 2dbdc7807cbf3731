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
      return new InboxMessageChange(message, clock.now()).set({
        fromEmail: erasedText,
        fromKey: '',
        toEmail: null,
        subject: erasedText,
        bodyText: erasedText,
        bodyHtml: null,
        metadata: '{}',
        handlingNotes: null,
      });
    });
  }
}

/**
 * Erases what the messages say that were resolved or ignored in a span of time and not changed since;
 * sender and subject stay.
 * @returns where the next span begins: at the last message where there may be more, else at `before`
 */
export async function blankSettledBodies(
  { inbox, clock }: Pick<Services, 'inbox' | 'clock'>,
  span: { from: Date; before: Date; limit: number },
): Promise<Date> {
  const found = await inbox.listSettled(span);
  for (const { _id } of found) {
    await inbox.change(_id, (message) => {
      // Work on it began again meanwhile, or nothing is left of it.
      if (message.updatedAt >= span.before || message.bodyText === erasedText) return null;
      const change = new InboxMessageChange(message, clock.now());
      return change.set({ bodyText: erasedText, bodyHtml: null });
    });
  }
  return found.length < span.limit ? span.before : (found.at(-1)?.updatedAt ?? span.before);
}
