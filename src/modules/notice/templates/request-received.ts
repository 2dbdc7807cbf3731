import type { LoggedEvent } from '../../../aggregate/event-log.js';
import { day } from '../../../lib/units.js';
import { Skip } from '../../mail/send-mail.js';
import type { SiteCheck } from '../../site-check/site-check.js';
import { closed } from '../../site-check/states.js';
import { type Addressed, type NoticeNeeds, notice } from '../notice.js';
import {
  linkedView,
  placeFacts,
  requestAction,
  toRequester,
  viewOf,
} from '../site-check-notice.js';
import type { Writer } from '../writer.js';

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

function nextStep({ t, placeTime }: Writer, request: SiteCheck): string {
  const { status, quote, executionMode } = request;
  switch (status) {
    case 'quoted':
      return quote
        ? t('mail.request_received.quoted', { time: placeTime(quote.expiresAt, request) })
        : t('mail.request_received.choose');
    case 'unserviceable':
      return t('mail.request_received.unserviceable');
    case 'offer_selected':
    case 'awaiting_payment':
      return t('mail.request_received.pay');
    case 'confirmed':
      return executionMode === 'self_service'
        ? t('mail.get_photo_link')
        : t('mail.request_received.sending');
    default:
      return t('mail.request_received.other');
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
  write({ request, url }, writer) {
    const { t, quote, operator } = writer;
    const isGuest = request.customerId === undefined;
    return {
      subject: t('mail.request_received.subject', { objective: quote(request.objective, 80) }),
      heading: t('mail.request_received.heading'),
      paragraphs: [nextStep(writer, request)],
      facts: placeFacts(writer, request),
      action: requestAction(writer, url),
      notes: [isGuest ? t('mail.request_received.keep') : t('mail.request_received.sign_in')],
      reason: t('mail.request_received.why', { operator }),
    };
  },
});
