import type { CheckoutSession } from '../../payment/payment.js';
import { idIn, notice } from '../notice.js';
import {
  mailedView,
  paymentFacts,
  placeFacts,
  requestAction,
  requesterReason,
  requestUrl,
  sandboxNotes,
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
    const url = await requestUrl(services, view.request, mail);
    return { request: view.request, session, url, catalogue: services.catalogue };
  },
  write({ request, session, url, catalogue }, writer) {
    const { t, quote, money, time } = writer;
    const { amountMinor, currency, refundedAt } = session;
    return {
      subject: t('mail.payment_refunded.subject', { objective: quote(request.objective, 80) }),
      heading: t('mail.payment_refunded.heading'),
      paragraphs: [t('mail.payment_refunded.body', { amount: money(amountMinor, currency) })],
      facts: [
        ...placeFacts(writer, request),
        ...paymentFacts(writer, session, catalogue),
        ...(refundedAt ? [{ label: t('mail.fact.refunded'), value: time(refundedAt) }] : []),
      ],
      action: requestAction(writer, url),
      notes: sandboxNotes(writer, session),
      reason: requesterReason(writer),
    };
  },
});
