import { erasedText } from '../../lib/erased.js';
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
      new InboxMessageChange(message, clock.now()).set({
        fromEmail: erasedText,
        fromKey: '',
        toEmail: null,
        subject: erasedText,
        bodyText: erasedText,
        bodyHtml: null,
        metadata: '{}',
        handlingNotes: null,
      }),
    );
  }
}
