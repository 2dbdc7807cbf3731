import { formatMoney } from '../../../lib/money.js';
import type { CheckoutSession } from '../../payment/payment.js';
import { quoted } from '../letter.js';
import { notice } from '../notice.js';
import {
  mailedView,
  paymentFacts,
  placeFacts,
  requesterReason,
  sandboxNotes,
  timeFact,
  toRequester,
  viewOf,
} from '../site-check-notice.js';

/** The session that was refunded last when the mail was made. */
function refundedSession(sessions: readonly CheckoutSession[], at: Date): CheckoutSession | null {
  const time = ({ refundedAt }: CheckoutSession) => refundedAt?.getTime() ?? 0;
  return sessions
    .filter((one) => one.refundedAt && one.refundedAt <= at)
    .reduce<CheckoutSession | null>(
      (last, one) => (last && time(last) >= time(one) ? last : one),
      null,
    );
}

export const paymentRefunded = notice({
  kind: 'payment_refunded',
  on: {
    async 'payment.refunded'(services, event) {
      const view = await viewOf(services, event);
      return view && toRequester(services, view.request);
    },
  },
  async read(services, mail) {
    const view = await mailedView(services, mail);
    const session = view && refundedSession(view.request.checkouts, mail.createdAt);
    return session ? { request: view.request, session } : null;
  },
  write: ({ request, session }, operatorName) => ({
    subject: `Payment refunded: ${quoted(request.objective, 80)}`,
    heading: 'Your payment was refunded',
    paragraphs: [
      `We have returned ${formatMoney(session.amountMinor, session.currency)} to the means of payment that you used. Your bank may take some days to show it.`,
    ],
    facts: [
      ...placeFacts(request),
      ...paymentFacts(session, timeFact('Refunded', session.refundedAt)),
    ],
    action: null,
    notes: sandboxNotes(session),
    reason: requesterReason(operatorName),
  }),
});
