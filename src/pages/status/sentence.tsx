import type { Child } from 'hono/jsx';
import { fill } from '../frame/fill.js';
import { moneyText, Time } from '../frame/format.js';
import { messages } from '../messages/status.en.js';
import type { ShownRequest } from './read-request.js';

/** Returns the heading of the page for the request's state. */
export function headingOf(request: ShownRequest, changing: boolean): string {
  if (changing) return messages.headings.quoted;
  const { status, executionMode } = request;
  if (status === 'confirmed' && executionMode === 'self_service') return messages.actionNeeded;
  if (status === 'in_progress' && request.evidenceCompletedAt) return messages.allIn;
  return messages.headings[status];
}

/** Returns when the report is due: the time of the selected offer after its payment, or selection if it is free. */
function dueAt({ selectedOffer, checkout }: ShownRequest): Date | null {
  if (!selectedOffer) return null;
  const start = new Date(checkout?.paidAt ?? selectedOffer.selectedAt);
  return new Date(start.getTime() + selectedOffer.turnaroundHours * 3_600_000);
}

function closed({ statusReason, paymentStatus, checkout }: ShownRequest): Child {
  const { refunded } = messages.sentences;
  return (
    <>
      {statusReason}
      {paymentStatus === 'refunded' && checkout && (
        <>
          {statusReason ? ' ' : ''}
          {fill(refunded, { amount: moneyText(checkout.amountMinor, checkout.currency) })}
        </>
      )}
    </>
  );
}

function quoted(request: ShownRequest): Child {
  const { sentences } = messages;
  if (request.quoteStatus === 'expired') return sentences.pricesExpired;
  const hold = request.quoteStatus === 'ready' && request.quote;
  return (
    <>
      {request.serviceability?.message}{' '}
      {hold && fill(sentences.hold, { time: <Time at={hold.expiresAt} /> })}
    </>
  );
}

/** The explanation of the request's state below its heading. */
export function Sentence({ request, changing }: { request: ShownRequest; changing: boolean }) {
  const { sentences } = messages;
  const { status, selectedOffer, checkout, message } = request;
  const isWithdrawn = request.report.status === 'withdrawn';
  if (changing) return <>{quoted(request)}</>;
  switch (status) {
    case 'quoted':
      return <>{quoted(request)}</>;
    case 'offer_selected':
      if (request.paymentStatus === 'failed') return <>{sentences.declined}</>;
      return (
        <>
          {selectedOffer &&
            fill(sentences.chosen, {
              label: selectedOffer.label,
              amount: moneyText(selectedOffer.amountMinor, selectedOffer.currency),
            })}
        </>
      );
    case 'awaiting_payment':
      return <>{checkout && fill(sentences.open, { time: <Time at={checkout.expiresAt} /> })}</>;
    case 'confirmed': {
      if (request.executionMode === 'self_service') return <>{sentences.getLink}</>;
      const due = dueAt(request);
      return <>{due && fill(sentences.due, { time: <Time at={due} /> })}</>;
    }
    case 'report_ready':
      return <>{isWithdrawn ? sentences.withdrawn : sentences.current}</>;
    case 'completed':
      return <>{isWithdrawn ? sentences.withdrawn : sentences.completed}</>;
    case 'cancelled':
    case 'expired':
      return <>{closed(request)}</>;
    case 'disputed': {
      const { objection } = request;
      if (!objection) return <>{sentences.disputed}</>;
      return <>{fill(sentences.disputedAt, { time: <Time at={objection.at} /> })}</>;
    }
    case 'received':
      return <>{sentences.received}</>;
    default: {
      const { objection } = request;
      if (!objection) return <>{message}</>;
      return (
        <>
          {fill(sentences.morePhotos, { time: <Time at={objection.at} /> })} {message}
        </>
      );
    }
  }
}
