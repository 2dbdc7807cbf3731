import type { LoggedEvent } from '../../../aggregate/event-log.js';
import type { Services } from '../../../services.js';
import type { ReconcileNeeds } from '../../site-check/reconcile-site-check.js';
import type { SiteCheck } from '../../site-check/site-check.js';
import { closed, unconfirmed } from '../../site-check/states.js';
import { type Addressed, notice } from '../notice.js';
import {
  mailedView,
  paidSession,
  placeFacts,
  reasonParagraphs,
  requestAction,
  requesterReason,
  requestUrl,
  toRequester,
  viewOf,
} from '../site-check-notice.js';
import type { Writer } from '../writer.js';

/** Sent for a confirmed request that was not closed by its requester. */
async function planned(
  services: ReconcileNeeds & Pick<Services, 'customers'>,
  event: LoggedEvent,
): Promise<Addressed | null> {
  const { by, previous_status } = event.data;
  if (by === 'requester') return null;
  if (unconfirmed.some((status) => status === previous_status)) return null;
  const view = await viewOf(services, event);
  return view && toRequester(services, view.request);
}

function refundText({ t, money }: Writer, request: SiteCheck): string {
  const session = paidSession(request);
  if (!session) return t('mail.request_closed.not_charged');
  const amount = money(session.amountMinor, session.currency);
  return session.refundedAt
    ? t('mail.request_closed.refunded', { amount })
    : t('mail.request_closed.refunding', { amount });
}

export const requestClosed = notice({
  kind: 'request_closed',
  on: { 'site_check.cancelled': planned, 'site_check.expired': planned },
  async read(services, mail) {
    const view = await mailedView(services, mail);
    if (!view || !closed.includes(view.request.status)) return null;
    const { request } = view;
    return { request, url: await requestUrl(services, request, mail) };
  },
  write({ request, url }, writer) {
    const { t, quote } = writer;
    const objective = quote(request.objective, 80);
    const hasExpired = request.status === 'expired';
    return {
      subject: hasExpired
        ? t('mail.request_closed.subject_expired', { objective })
        : t('mail.request_closed.subject_cancelled', { objective }),
      heading: hasExpired ? t('mail.request_closed.expired') : t('mail.request_closed.cancelled'),
      paragraphs: [...reasonParagraphs(writer, request.statusReason), refundText(writer, request)],
      facts: placeFacts(writer, request),
      action: requestAction(writer, url),
      reason: requesterReason(writer),
    };
  },
});
