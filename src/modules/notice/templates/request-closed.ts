import type { LoggedEvent } from '../../../aggregate/event-log.js';
import { formatMoney } from '../../../lib/money.js';
import type { Services } from '../../../services.js';
import type { ReconcileNeeds } from '../../site-check/reconcile-site-check.js';
import type { SiteCheck } from '../../site-check/site-check.js';
import { closed, unconfirmed } from '../../site-check/states.js';
import { quoted } from '../letter.js';
import { type Addressed, notice } from '../notice.js';
import {
  mailedView,
  paidSession,
  placeFacts,
  reasonParagraphs,
  requestAction,
  requesterReason,
  toRequester,
  viewOf,
} from '../site-check-notice.js';

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

function money(request: SiteCheck): string {
  const session = paidSession(request);
  if (!session) return 'You were not charged.';
  const amount = formatMoney(session.amountMinor, session.currency);
  return session.refundedAt
    ? `Your payment of ${amount} was refunded.`
    : `Your payment of ${amount} is being refunded. You get another mail when that is done.`;
}

export const requestClosed = notice({
  kind: 'request_closed',
  on: { 'site_check.cancelled': planned, 'site_check.expired': planned },
  async read(services, mail) {
    const view = await mailedView(services, mail);
    if (!view || !closed.includes(view.request.status)) return null;
    const { request } = view;
    return { request, action: await requestAction(services, request, mail) };
  },
  write({ request, action }, operatorName) {
    const ending = request.status === 'expired' ? 'has expired' : 'was cancelled';
    return {
      subject: `Site check ${request.status}: ${quoted(request.objective, 80)}`,
      heading: `Your site check ${ending}`,
      paragraphs: [...reasonParagraphs(request.statusReason), money(request)],
      facts: placeFacts(request),
      action,
      reason: requesterReason(operatorName),
    };
  },
});
