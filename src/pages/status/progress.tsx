import { fill } from '../../messages/fill.js';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import type { StatusEnglish } from '../../messages/status/en.js';
import { Time } from '../frame/format.js';
import { useText } from '../frame/frame-text.js';
import { Icon } from '../frame/icons.js';
import type { ShownRequest } from './read-request.js';

const marks = {
  done: 'status.mark.done',
  now: 'status.mark.now',
  later: 'status.mark.later',
} as const satisfies Record<string, keyof StatusEnglish>;
type Mark = keyof typeof marks;

interface Step {
  name: keyof StatusEnglish & `status.step.${string}`;
  at?: Date | null | undefined;
  mark: Mark;
  /** True for what happened at the place. */
  onSite?: boolean;
}

/** States in which a request has ended without a report. */
export const endedEarly: readonly string[] = ['unserviceable', 'cancelled', 'expired'];

/** True if a request that ended was paid or free, so that the check had begun. */
export const wasConfirmed = ({ paymentStatus }: ShownRequest): boolean =>
  ['paid', 'refunded', 'not_required'].includes(paymentStatus);

/** Returns how many of the five steps are done. */
function doneSteps(request: ShownRequest): number {
  const { status, selectedOffer, evidenceCompletedAt } = request;
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
      if (wasConfirmed(request)) return 3;
      return selectedOffer ? 2 : 1;
  }
}

/** Returns the steps from the request to the report, with their state and time. */
function stepsOf(request: ShownRequest): Step[] {
  const { status, selectedOffer, checkout, report, executionMode, paymentStatus } = request;
  const done = doneSteps(request);
  const free = paymentStatus === 'not_required' || selectedOffer?.amountMinor === 0;
  const listed: Omit<Step, 'mark'>[] = [
    { name: 'status.step.requested', at: request.createdAt },
    { name: 'status.step.chosen', at: selectedOffer?.selectedAt },
    {
      name: free ? 'status.step.free' : 'status.step.paid',
      at: free ? selectedOffer?.selectedAt : checkout?.paidAt,
    },
    {
      name: executionMode === 'self_service' ? 'status.step.photos' : 'status.step.on_site',
      at: request.evidenceCompletedAt,
      onSite: true,
    },
    { name: 'status.step.report', at: report.generatedAt },
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
  const t = useText(statusCatalogue);
  return (
    <ol class="steps" aria-label={t('status.progress')}>
      {stepsOf(request).map(({ name, at, mark, onSite }) => (
        <li class={mark} aria-current={mark === 'now' ? 'step' : undefined}>
          <span class="dot">{mark === 'done' && <Icon name="good" size={14} />}</span>
          <span class="name">{t(name)}</span>
          <span class="small soft">
            {mark === 'done' && at
              ? fill(t('status.mark.done_at', { time: '{time}' }), {
                  time: <Time at={at} onSite={onSite === true} />,
                })
              : t(marks[mark])}
          </span>
        </li>
      ))}
    </ol>
  );
}
