import { type Child, useContext } from 'hono/jsx';
import type { Translate } from '../../messages/create-translator.js';
import { fill } from '../../messages/fill.js';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import type { StatusEnglish } from '../../messages/status/en.js';
import type { ServiceabilityLevel } from '../../modules/catalogue/catalogue-schema.js';
import { requestLifetimeDays } from '../../modules/site-check/site-check-change.js';
import type { SiteCheckStatus } from '../../modules/site-check/states.js';
import { moneyText, Time } from '../frame/format.js';
import { useText } from '../frame/frame-text.js';
import { Label } from '../frame/label.js';
import { SiteContext } from '../frame/site.js';
import { wasConfirmed } from './progress.js';
import type { ShownRequest } from './read-request.js';

type T = Translate<StatusEnglish>;

const headings = {
  received: 'status.heading.received',
  quoted: 'status.heading.quoted',
  unserviceable: 'status.heading.unserviceable',
  offer_selected: 'status.heading.offer_selected',
  awaiting_payment: 'status.heading.awaiting_payment',
  confirmed: 'status.heading.confirmed',
  in_progress: 'status.heading.in_progress',
  report_ready: 'status.heading.report_ready',
  completed: 'status.heading.completed',
  disputed: 'status.heading.disputed',
  cancelled: 'status.heading.cancelled',
  expired: 'status.heading.expired',
} as const satisfies Record<SiteCheckStatus, keyof StatusEnglish>;

/** Returns the message of the page's heading for the request's state. */
export function headingOf(request: ShownRequest, changing: boolean) {
  if (changing) return headings.quoted;
  const { status, executionMode } = request;
  if (status === 'confirmed' && executionMode === 'self_service') return 'status.heading.your_turn';
  if (status === 'in_progress' && request.evidenceCompletedAt) return 'status.heading.all_in';
  return headings[status];
}

/** Returns when the report is due: the time of the selected offer after its payment, or selection if it is free. */
function dueAt({ selectedOffer, checkout }: ShownRequest): Date | null {
  if (!selectedOffer) return null;
  const start = new Date(checkout?.paidAt ?? selectedOffer.selectedAt);
  return new Date(start.getTime() + selectedOffer.turnaroundHours * 3_600_000);
}

/** Joins two sentences as the language does; either can be missing. */
function sentences(t: T, first: Child, second: Child): Child {
  if (!first || !second) return first || second;
  return fill(t('status.two_sentences', { first: '{first}', second: '{second}' }), {
    first,
    second,
  });
}

/** Messages that only name a time. */
type Timed = 'hold' | 'open' | 'due' | 'disputed_at' | 'more_photos';

const timed = {
  hold: 'status.hold',
  open: 'status.open',
  due: 'status.due',
  disputed_at: 'status.disputed_at',
  more_photos: 'status.more_photos',
} as const satisfies Record<Timed, keyof StatusEnglish>;

const at = (t: T, key: Timed, time: Date | string): Child =>
  fill(t(timed[key], { time: '{time}' }), { time: <Time at={time} /> });

/** Messages by what the service can do at a place. */
const levels = {
  covered: 'status.covered',
  limited: 'status.limited',
  self_service_only: 'status.self_service_only',
  unserviceable: 'status.unserviceable',
} as const satisfies Record<ServiceabilityLevel, keyof StatusEnglish>;

const served = (t: T, { serviceability: { level, marketCity } }: ShownRequest): Child =>
  fill(t(levels[level], { city: '{city}' }), { city: <bdi>{marketCity}</bdi> });

/** Returns why a request ended: in the words of its canceller, or by which deadline it expired. */
function endReason(t: T, request: ShownRequest): Child {
  const { status, statusReason } = request;
  if (statusReason === statusCatalogue.en['status.replaced']) return t('status.replaced');
  if (status === 'cancelled') return statusReason && <bdi>{statusReason}</bdi>;
  if (wasConfirmed(request)) return t('status.deadline_passed');
  return t('status.not_chosen', { days: requestLifetimeDays });
}

function quoted(t: T, request: ShownRequest): Child {
  if (request.quoteStatus === 'expired') return t('status.prices_expired');
  const hold = request.quoteStatus === 'ready' ? request.quote : null;
  return sentences(t, served(t, request), hold && at(t, 'hold', hold.expiresAt));
}

/** The explanation of the request's state below its heading. */
export function Sentence({ request, changing }: { request: ShownRequest; changing: boolean }) {
  const t = useText(statusCatalogue);
  const { language } = useContext(SiteContext);
  const { status, selectedOffer, checkout, objection } = request;
  const money = ({ amountMinor, currency }: { amountMinor: number; currency: string }) =>
    moneyText(amountMinor, currency, language);
  const isWithdrawn = request.report.status === 'withdrawn';
  if (changing) return <>{quoted(t, request)}</>;
  switch (status) {
    case 'quoted':
      return <>{quoted(t, request)}</>;
    case 'offer_selected':
      if (request.paymentStatus === 'failed') return <>{t('status.declined')}</>;
      return (
        <>
          {selectedOffer &&
            fill(t('status.chosen', { label: '{label}', amount: money(selectedOffer) }), {
              label: <Label text={selectedOffer.label} english={selectedOffer.stored.label} />,
            })}
        </>
      );
    case 'awaiting_payment':
      return <>{checkout && at(t, 'open', checkout.expiresAt)}</>;
    case 'confirmed': {
      if (request.executionMode === 'self_service') return <>{t('status.get_link')}</>;
      const due = dueAt(request);
      return <>{due && at(t, 'due', due)}</>;
    }
    case 'report_ready':
      return <>{t(isWithdrawn ? 'status.withdrawn' : 'status.current')}</>;
    case 'completed':
      return <>{t(isWithdrawn ? 'status.withdrawn' : 'status.completed')}</>;
    case 'cancelled':
    case 'expired': {
      const refunded = request.paymentStatus === 'refunded' && checkout;
      const refund = refunded && t('status.refunded', { amount: money(refunded) });
      // The words of a canceller come last, since they may lack a full stop.
      return <>{sentences(t, refund, endReason(t, request))}</>;
    }
    case 'disputed':
      return <>{objection ? at(t, 'disputed_at', objection.at) : t('status.disputed')}</>;
    case 'received':
      return <>{t('status.received')}</>;
    case 'unserviceable':
      return <>{served(t, request)}</>;
    case 'in_progress': {
      const state = t(request.evidenceCompletedAt ? 'status.reviewing' : 'status.collecting');
      return <>{sentences(t, objection && at(t, 'more_photos', objection.at), state)}</>;
    }
  }
}
