import type { LoggedEvent } from '../../../aggregate/event-log.js';
import { placeTimeText } from '../../../lib/time-zone.js';
import { day } from '../../../lib/units.js';
import { Skip } from '../../mail/send-mail.js';
import type { SiteCheck } from '../../site-check/site-check.js';
import { closed } from '../../site-check/states.js';
import { quoted } from '../letter.js';
import { type Addressed, type NoticeNeeds, notice } from '../notice.js';
import {
  linkedView,
  placeFacts,
  requesterReason,
  toRequester,
  viewOf,
} from '../site-check-notice.js';

const kind = 'request_received';

/** Mails of this kind to one address in a day: a guest can enter another person's address. */
const dailyMax = 20;

async function planned(services: NoticeNeeds, event: LoggedEvent): Promise<Addressed | null> {
  const view = await viewOf(services, event);
  const addressed = view && (await toRequester(services, view.request));
  // A request without an email sends no mail.
  if (!addressed?.to) return null;
  const since = new Date(services.clock.now().getTime() - day);
  const count = await services.mails.countTo(addressed.to, kind, since);
  return count >= dailyMax ? { ...addressed, skip: 'too_many' } : addressed;
}

function nextStep({ status, quote, executionMode, ...place }: SiteCheck): string {
  switch (status) {
    case 'quoted': {
      const until = quote ? ` Prices hold until ${placeTimeText(quote.expiresAt, place)}.` : '';
      return `Choose an offer to start.${until}`;
    }
    case 'unserviceable':
      return 'We cannot check this place at the moment. Nothing is due.';
    case 'offer_selected':
    case 'awaiting_payment':
      return 'Pay to start.';
    case 'confirmed':
      return executionMode === 'self_service'
        ? 'Next, get the link for taking the photos, and open it at the place.'
        : 'We are sending someone to the place.';
    default:
      return 'Open it to see its progress.';
  }
}

export const requestReceived = notice({
  kind,
  on: { 'site_check.received': planned, 'site_check.contact_changed': planned },
  async read(services, mail) {
    const view = await linkedView(services, mail);
    if (view instanceof Skip) return view;
    return closed.includes(view.request.status) ? new Skip('request_closed') : view;
  },
  write: ({ request, action }, operatorName) => ({
    subject: `Your request: ${quoted(request.objective, 80)}`,
    heading: 'We have your request',
    paragraphs: [nextStep(request)],
    facts: placeFacts(request),
    action,
    notes:
      request.customerId === undefined
        ? [
            'Keep this mail. The link opens your request on any device; anyone who has it can view the request and pay for it.',
          ]
        : ['The link opens your request after you sign in.'],
    reason: `${requesterReason(operatorName)} If that wasn't you, ignore this mail.`,
  }),
});
