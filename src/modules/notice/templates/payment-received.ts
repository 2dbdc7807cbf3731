import type { SiteCheck } from '../../site-check/site-check.js';
import { closed } from '../../site-check/states.js';
import { notice } from '../notice.js';
import {
  mailedView,
  paidSession,
  paymentFacts,
  placeFacts,
  reportDueAt,
  requestAction,
  requesterReason,
  requestUrl,
  sandboxNotes,
  toRequester,
  viewOf,
} from '../site-check-notice.js';
import type { Writer } from '../writer.js';

function nextStep({ t, placeTime }: Writer, request: SiteCheck): string {
  const { status, executionMode } = request;
  if (closed.includes(status)) return t('mail.payment_received.closed');
  if (executionMode === 'self_service') return t('mail.get_photo_link');
  const dueAt = reportDueAt(request);
  return dueAt
    ? t('mail.payment_received.sending_due', { time: placeTime(dueAt, request) })
    : t('mail.payment_received.sending');
}

export const paymentReceived = notice({
  kind: 'payment_received',
  on: {
    async 'payment.paid'(services, event) {
      // A late payment confirms nothing; the mail about its refund mentions it.
      if (event.data['previous_status'] !== 'pending') return null;
      const view = await viewOf(services, event);
      return view && toRequester(services, view.request);
    },
  },
  async read(services, mail) {
    const view = await mailedView(services, mail);
    const session = view && paidSession(view.request);
    if (!view || !session) return null;
    const url = await requestUrl(services, view.request, mail);
    return { request: view.request, session, url, catalogue: services.catalogue };
  },
  write({ request, session, url, catalogue }, writer) {
    const { t, quote, time } = writer;
    const { paidAt } = session;
    return {
      subject: t('mail.payment_received.subject', { objective: quote(request.objective, 80) }),
      heading: t('mail.payment_received.heading'),
      paragraphs: [nextStep(writer, request)],
      facts: [
        ...placeFacts(writer, request),
        ...paymentFacts(writer, session, catalogue),
        ...(paidAt ? [{ label: t('mail.fact.paid'), value: time(paidAt) }] : []),
      ],
      action: requestAction(writer, url),
      notes: sandboxNotes(writer, session),
      reason: requesterReason(writer),
    };
  },
});
