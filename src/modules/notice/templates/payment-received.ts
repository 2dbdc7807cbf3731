import { hour } from '../../../lib/units.js';
import type { SiteCheck } from '../../site-check/site-check.js';
import { closed } from '../../site-check/states.js';
import { quoted, when } from '../letter.js';
import { notice } from '../notice.js';
import {
  mailedView,
  paidSession,
  paymentFacts,
  placeFacts,
  requesterReason,
  sandboxNotes,
  timeFact,
  toRequester,
  viewOf,
} from '../site-check-notice.js';

function nextStep({ status, executionMode, selectedOffer }: SiteCheck, paidAt: Date): string {
  if (closed.includes(status)) {
    return 'The site check was closed after that, so the payment is refunded.';
  }
  if (executionMode === 'self_service') {
    return 'Next, get the link for taking the photos, and open it at the place.';
  }
  const dueAt = new Date(paidAt.getTime() + (selectedOffer?.turnaroundHours ?? 0) * hour);
  return `We are sending somebody to the place. The report is due by ${when(dueAt)}; you get the link to it by mail.`;
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
    return session ? { request: view.request, session } : null;
  },
  write: ({ request, session }, operatorName) => ({
    subject: `Payment received: ${quoted(request.objective, 80)}`,
    heading: 'We have received your payment',
    paragraphs: [nextStep(request, session.paidAt ?? request.updatedAt)],
    facts: [...placeFacts(request), ...paymentFacts(session, timeFact('Paid', session.paidAt))],
    action: null,
    notes: sandboxNotes(session),
    reason: requesterReason(operatorName),
  }),
});
