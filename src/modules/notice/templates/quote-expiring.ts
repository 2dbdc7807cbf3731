import type { LoggedEvent } from '../../../aggregate/event-log.js';
import { placeTimeText } from '../../../lib/time-zone.js';
import { Skip } from '../../mail/send-mail.js';
import { openQuote, reminderAt } from '../../site-check/quote-reminder.js';
import { quoted } from '../letter.js';
import { type Addressed, type NoticeNeeds, notice } from '../notice.js';
import {
  linkedView,
  placeFacts,
  requesterReason,
  toRequester,
  viewOf,
} from '../site-check-notice.js';

async function planned(services: NoticeNeeds, event: LoggedEvent): Promise<Addressed | null> {
  const view = await viewOf(services, event);
  const quote = view && openQuote(view.request);
  if (!quote) return null;
  const addressed = await toRequester(services, view.request);
  return addressed?.to ? { ...addressed, at: reminderAt(quote) } : null;
}

export const quoteExpiring = notice({
  kind: 'quote_expiring',
  optional: true,
  on: { 'site_check.quoted': planned, 'site_check.contact_changed': planned },
  async read(services, mail) {
    const view = await linkedView(services, mail);
    if (view instanceof Skip) return view;
    const quote = openQuote(view.request);
    // A later quote has its own mail.
    if (!quote || reminderAt(quote) > services.clock.now()) return new Skip('quote_closed');
    return { ...view, quote };
  },
  write: ({ request, action, quote }, operatorName) => ({
    subject: `Prices expire soon: ${quoted(request.objective, 80)}`,
    heading: 'Your prices expire soon',
    paragraphs: [
      `Prices hold until ${placeTimeText(quote.expiresAt, request)}. Choose an offer before then to keep them. Later you get new prices.`,
    ],
    facts: placeFacts(request),
    action,
    reason: requesterReason(operatorName),
  }),
});
