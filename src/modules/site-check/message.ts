import { formatMoney } from '../../lib/money.js';
import { type SiteCheckView, shownSession } from './site-check.js';

/** What the requester should know now and do next, in plain words. */
export function messageFor({ request, job }: SiteCheckView): string {
  const { selectedOffer, serviceability } = request;
  const because = request.statusReason ? ` Reason: ${request.statusReason}` : '';
  const refunded = shownSession(request)?.refundedAt ? ' What was paid has been paid back.' : '';
  switch (request.status) {
    case 'received':
      return 'We have your request.';
    case 'quoted':
      return request.quoteStatus === 'expired'
        ? 'The quote has expired; choose an offer to get a fresh one.'
        : `${serviceability.message} ${request.quote?.message ?? ''}`.trim();
    case 'unserviceable':
      return serviceability.message;
    case 'offer_selected':
      return selectedOffer
        ? `You chose “${selectedOffer.label}” for ${formatMoney(selectedOffer.amountMinor, selectedOffer.currency)}. ${
            request.paymentStatus === 'failed'
              ? 'The payment was declined; start another checkout session to try again.'
              : 'Start a checkout session to pay.'
          }`
        : 'Start a checkout session to pay.';
    case 'awaiting_payment':
      return 'Pay at the checkout address; the check begins once the payment is in.';
    case 'confirmed':
      return request.executionMode === 'self_service'
        ? 'Confirmed. Start the capture to get the link with which the photographs are taken.'
        : 'Confirmed. We are sending somebody.';
    case 'in_progress':
      return job.status === 'submitted'
        ? 'The evidence is in and is being looked at.'
        : 'Evidence is being collected.';
    case 'report_ready':
      return 'Your report is ready.';
    case 'completed':
      return 'Your report has been read. You can still send feedback or object.';
    case 'disputed':
      return 'You object to the result; we are looking at it.';
    case 'cancelled':
      return `The site check was cancelled.${refunded}${because}`;
    case 'expired':
      return `The site check has expired.${refunded}${because}`;
  }
}
