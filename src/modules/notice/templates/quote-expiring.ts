import type { LoggedEvent } from '../../../aggregate/event-log.js';
import { Skip } from '../../mail/send-mail.js';
import { openQuote, reminderAt } from '../../site-check/quote-reminder.js';
import { type Addressed, type NoticeNeeds, notice } from '../notice.js';
import {
  linkedView,
  placeFacts,
  requestAction,
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
  write({ request, url, quote: { expiresAt } }, writer) {
    const { t, quote, placeTime } = writer;
    return {
      subject: t('mail.quote_expiring.subject', { objective: quote(request.objective, 80) }),
      heading: t('mail.quote_expiring.heading'),
      paragraphs: [t('mail.quote_expiring.body', { time: placeTime(expiresAt, request) })],
      facts: placeFacts(writer, request),
      action: requestAction(writer, url),
      reason: requesterReason(writer),
    };
  },
});
