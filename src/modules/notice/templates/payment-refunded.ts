import { formatMoney } from '../../../lib/money.js';
import type { CheckoutSession } from '../../payment/payment.js';
import { quoted } from '../letter.js';
import { idIn, notice } from '../notice.js';
import {
  mailedView,
  paymentFacts,
  placeFacts,
  requestAction,
  requesterReason,
  sandboxNotes,
  timeFact,
  toRequester,
  viewOf,
} from '../site-check-notice.js';

/** Returns the session that was refunded last, for a mail that was queued without a session id. */
const lastRefunded = (sessions: readonly CheckoutSession[]): CheckoutSession | undefined =>
  sessions
    .filter(({ refundedAt }) => refundedAt)
    .sort((a, b) => Number(a.refundedAt) - Number(b.refundedAt))
    .at(-1);

export const paymentRefunded = notice({
  kind: 'payment_refunded',
  on: {
    async 'payment.refunded'(services, event) {
      const view = await viewOf(services, event);
      const sessionId = idIn(event, 'session_id');
      return view && toRequester(services, view.request, { sessionId });
    },
  },
  async read(services, mail) {
    const view = await mailedView(services, mail);
    if (!view) return null;
    const { checkouts } = view.request;
    const { sessionId } = mail.about;
    const session =
      sessionId === undefined
        ? lastRefunded(checkouts)
        : checkouts.find((one) => one.sessionId === sessionId);
    if (!session) return null;
    const action = await requestAction(services, view.request, mail);
    return { request: view.request, session, action };
  },
  write: ({ request, session, action }, operatorName) => ({
    subject: `Payment refunded: ${quoted(request.objective, 80)}`,
    heading: 'Your payment was refunded',
    paragraphs: [
      `We have returned ${formatMoney(session.amountMinor, session.currency)} to the means of payment that you used. Your bank may take some days to show it.`,
    ],
    facts: [
      ...placeFacts(request),
      ...paymentFacts(session, timeFact('Refunded', session.refundedAt)),
    ],
    action,
    notes: sandboxNotes(session),
    reason: requesterReason(operatorName),
  }),
});
