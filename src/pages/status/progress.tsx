import { Time } from '../frame/format.js';
import { Icon } from '../frame/icons.js';
import { messages } from '../messages/status.en.js';
import type { ShownRequest } from './read-request.js';

type Mark = keyof typeof messages.marks;

interface Step {
  name: string;
  at?: Date | null | undefined;
  mark: Mark;
  /** True for what happened at the place. */
  onSite?: boolean;
}

/** States in which a request has ended without a report. */
export const endedEarly: readonly string[] = ['unserviceable', 'cancelled', 'expired'];

/** Returns how many of the five steps are done. */
function doneSteps(request: ShownRequest): number {
  const { status, paymentStatus, selectedOffer, evidenceCompletedAt } = request;
  switch (status) {
    case 'received':
    case 'quoted':
    case 'unserviceable':
      return 1;
    case 'offer_selected':
    case 'awaiting_payment':
      return 2;
    case 'confirmed':
    case 'in_progress':
      return evidenceCompletedAt ? 4 : 3;
    case 'report_ready':
    case 'completed':
    case 'disputed':
      return 5;
    default:
      if (['paid', 'refunded', 'not_required'].includes(paymentStatus)) return 3;
      return selectedOffer ? 2 : 1;
  }
}

/** Returns the steps from the request to the report, with their state and time. */
function stepsOf(request: ShownRequest): Step[] {
  const { status, selectedOffer, checkout, report, executionMode, paymentStatus } = request;
  const { steps } = messages;
  const done = doneSteps(request);
  const free = paymentStatus === 'not_required' || selectedOffer?.amountMinor === 0;
  const listed = [
    { name: steps.requested, at: request.createdAt },
    { name: steps.chosen, at: selectedOffer?.selectedAt },
    {
      name: free ? steps.free : steps.paid,
      at: free ? selectedOffer?.selectedAt : checkout?.paidAt,
    },
    {
      name: executionMode === 'self_service' ? steps.photos : steps.onSite,
      at: request.evidenceCompletedAt,
      onSite: true,
    },
    { name: steps.report, at: report.generatedAt },
  ];
  // A request that ended early has no further steps.
  const shown = endedEarly.includes(status) ? listed.slice(0, done) : listed;
  return shown.map((step, index) => ({
    ...step,
    mark: index < done ? 'done' : index === done ? 'now' : 'later',
  }));
}

/** The list "Progress". */
export function Progress({ request }: { request: ShownRequest }) {
  return (
    <ol class="steps" aria-label={messages.progress}>
      {stepsOf(request).map(({ name, at, mark, onSite }) => (
        <li class={mark} aria-current={mark === 'now' ? 'step' : undefined}>
          <span class="dot">{mark === 'done' && <Icon name="good" size={14} />}</span>
          <span class="name">{name}</span>
          <span class="small soft">
            {messages.marks[mark]}
            {mark === 'done' && at && (
              <>
                , <Time at={at} onSite={onSite === true} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
