import { formatMoney } from '../../lib/money.js';
import { type SiteCheckView, shownSession } from './site-check.js';

/** Returns a message for the requester about the current state and the next step. */
export function messageFor({ request, job }: SiteCheckView): string {
  const { selectedOffer, serviceability } = request;
  const because = request.statusReason ? ` Reason: ${request.statusReason}` : '';
  const refunded = shownSession(request)?.refundedAt ? ' Your payment has been refunded.' : '';
  switch (request.status) {
    case 'received':
      return 'We have received your request.';
    case 'quoted':
      return request.quoteStatus === 'expired'
        ? 'The quote has expired. Select an offer to get a new quote.'
        : `${serviceability.message} ${request.quote?.message ?? ''}`.trim();
    case 'unserviceable':
      return serviceability.message;
    case 'offer_selected':
      return selectedOffer
        ? `You selected “${selectedOffer.label}” for ${formatMoney(selectedOffer.amountMinor, selectedOffer.currency)}. ${
            request.paymentStatus === 'failed'
              ? 'The payment was declined. Start another checkout session to try again.'
              : 'Start a checkout session to pay.'
          }`
        : 'Start a checkout session to pay.';
    case 'awaiting_payment':
      return 'Pay on the checkout page. The site check starts once the payment has arrived.';
    case 'confirmed':
      return request.executionMode === 'self_service'
        ? 'Confirmed. Start the capture to get the link for taking the photos.'
        : 'Confirmed. We are sending a verifier.';
    case 'in_progress':
      return job.status === 'submitted'
        ? 'The evidence is complete and under review.'
        : 'Evidence is being collected.';
    case 'report_ready':
      return 'Your report is ready.';
    case 'completed':
      return 'You have viewed your report. You can still send feedback or dispute the result.';
    case 'disputed':
      return 'You dispute the result. We are reviewing it.';
    case 'cancelled':
      return `The site check was cancelled.${refunded}${because}`;
    case 'expired':
      return `The site check has expired.${refunded}${because}`;
  }
}
