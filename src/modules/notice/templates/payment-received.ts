import { placeTimeText } from '../../../lib/time-zone.js';
import type { SiteCheck } from '../../site-check/site-check.js';
import { closed } from '../../site-check/states.js';
import { quoted } from '../letter.js';
import { notice } from '../notice.js';
import {
  mailedView,
  paidSession,
  paymentFacts,
  placeFacts,
  reportDueAt,
  requestAction,
  requesterReason,
  sandboxNotes,
  timeFact,
  toRequester,
  viewOf,
} from '../site-check-notice.js';

function nextStep(request: SiteCheck): string {
  const { status, executionMode } = request;
  if (closed.includes(status)) {
    return 'The site check was closed after that, so the payment is refunded.';
  }
  if (executionMode === 'self_service') {
    return 'Next, get the link for taking the photos, and open it at the place.';
  }
  const dueAt = reportDueAt(request);
  const due = dueAt ? ` The report is due by ${placeTimeText(dueAt, request)}.` : '';
  return `We are sending someone to the place.${due} You get the report by mail.`;
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
    const action = await requestAction(services, view.request, mail);
    return { request: view.request, session, action };
  },
  write: ({ request, session, action }, operatorName) => ({
    subject: `Payment received: ${quoted(request.objective, 80)}`,
    heading: 'We have received your payment',
    paragraphs: [nextStep(request)],
    facts: [...placeFacts(request), ...paymentFacts(session, timeFact('Paid', session.paidAt))],
    action,
    notes: sandboxNotes(session),
    reason: requesterReason(operatorName),
  }),
});
