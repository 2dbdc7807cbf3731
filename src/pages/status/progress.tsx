import { Time } from '../frame/format.js';
import { Icon } from '../frame/icons.js';
import { words } from '../words/status.en.js';
import type { ShownRequest } from './read-request.js';

type Mark = keyof typeof words.marks;

interface Step {
  name: string;
  at?: string | null | undefined;
  mark: Mark;
}

/** How many of the five steps are done. */
function doneSteps({ status, paymentStatus }: ShownRequest): number {
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
      return 3;
    case 'report_ready':
    case 'completed':
    case 'disputed':
      return 5;
    default:
      return ['paid', 'refunded', 'not_required'].includes(paymentStatus) ? 3 : 1;
  }
}

/** The steps from the request to the report, with what is done and when. */
export function stepsOf(request: ShownRequest): Step[] {
  const { status, selectedOffer, checkout, report, executionMode, paymentStatus } = request;
  const { steps } = words;
  const done = doneSteps(request);
  // Nothing follows where a request has ended early.
  const ended = ['unserviceable', 'cancelled', 'expired'].includes(status);
  const free = paymentStatus === 'not_required' || selectedOffer?.amountMinor === 0;
  const listed = [
    { name: steps.requested, at: request.submittedAt },
    { name: steps.chosen, at: selectedOffer?.selectedAt },
    { name: free ? steps.free : steps.paid, at: free ? null : checkout?.paidAt },
    { name: executionMode === 'self_service' ? steps.photos : steps.onSite },
    { name: steps.report, at: report.generatedAt },
  ];
  return listed.map((step, index) => ({
    ...step,
    mark: index < done ? 'done' : index === done && !ended ? 'now' : 'later',
  }));
}

/** The list "Progress". */
export function Progress({ request }: { request: ShownRequest }) {
  return (
    <ol class="steps" aria-label={words.progress}>
      {stepsOf(request).map(({ name, at, mark }) => (
        <li class={mark} aria-current={mark === 'now' ? 'step' : undefined}>
          <span class="dot">{mark === 'done' && <Icon name="good" size={14} />}</span>
          <span class="name">{name}</span>
          <span class="small soft">
            {words.marks[mark]}
            {mark === 'done' && at && (
              <>
                , <Time at={at} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
