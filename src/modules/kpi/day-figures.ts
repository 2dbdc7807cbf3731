import type { LoggedEvent } from '../../aggregate/event-log.js';
import { percentile } from '../../lib/percentile.js';
import { hour } from '../../lib/units.js';
import type { KpiValue } from './kpi.js';

/** Counted events, by the key of the count. */
const countedEvents = {
  jobs_created: 'job.created',
  jobs_opened: 'job.opened',
  jobs_assigned: 'job.assigned',
  jobs_submitted: 'job.submitted',
  jobs_completed: 'job.completed',
  jobs_disputed: 'job.disputed',
  jobs_failed: 'job.failed',
  jobs_expired: 'job.expired',
  jobs_cancelled: 'job.cancelled',
  site_checks_received: 'site_check.received',
  site_checks_quoted: 'site_check.quoted',
  site_checks_unserviceable: 'site_check.unserviceable',
  site_checks_confirmed: 'site_check.confirmed',
  site_checks_cancelled: 'site_check.cancelled',
  site_checks_expired: 'site_check.expired',
  evidence_received: 'evidence.received',
  evidence_validated: 'evidence.validated',
  evidence_rejected: 'evidence.rejected',
  reports_created: 'report.version_created',
  reports_delivered: 'report.delivered',
  reports_viewed: 'report.viewed',
  reports_withdrawn: 'report.withdrawn',
  feedback_received: 'feedback.received',
  offers_sent: 'dispatch.offered',
  offers_accepted: 'dispatch.accepted',
} as const;

/** Counted events that are about no job, and so only belong to the global scope. */
const globalEvents = {
  mails_sent: 'email.sent',
  mails_failed: 'email.failed',
  customers_registered: 'customer.registered',
} as const;

type Count = keyof typeof countedEvents;

const decimals = 1e4;

/** Rounds to 4 decimals. */
export const rounded = (value: number): number => Math.round(value * decimals) / decimals;

/** Returns a share to 4 decimals; null if `whole` is 0. */
export const rate = (part: number, whole: number): number | null =>
  whole === 0 ? null : rounded(part / whole);

/** A submission of a job, measured from the time when the job was last opened before it. */
export interface Submission {
  milliseconds: number;
  /** Promised hours of the job. */
  turnaroundHours: number;
}

/** The figures of one scope and day, accumulated from events. */
export class DayFigures {
  private readonly counts = new Map<string, number>();
  private readonly ratings: number[] = [];
  private readonly submissions: Submission[] = [];
  private readonly revenue = new Map<string, number>();
  private readonly refunds = new Map<string, number>();

  add({ type, data }: Pick<LoggedEvent, 'type' | 'data'>): void {
    this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
    const rating = data['rating'];
    if (type === 'feedback.received' && typeof rating === 'number') this.ratings.push(rating);
    if (type === 'payment.paid') addAmount(this.revenue, data);
    if (type === 'payment.refunded') addAmount(this.refunds, data);
  }

  addSubmission(submission: Submission): void {
    this.submissions.push(submission);
  }

  /** @param isGlobal true to include the figures about no job */
  metrics(isGlobal: boolean): Record<string, KpiValue> {
    const { ratings, submissions } = this;
    const counted = { ...countedEvents, ...(isGlobal && globalEvents) };
    const counts = Object.fromEntries(
      Object.entries(counted).map(([key, type]) => [key, this.counts.get(type) ?? 0]),
    );
    const count = (key: Count) => counts[key] ?? 0;
    const hours = submissions.map(({ milliseconds }) => rounded(milliseconds / hour));
    const inTime = submissions.filter(
      ({ milliseconds, turnaroundHours }) => milliseconds <= turnaroundHours * hour,
    );
    const decided = count('evidence_validated') + count('evidence_rejected');
    const ratingSum = ratings.reduce((sum, rating) => sum + rating, 0);
    return {
      ...counts,
      confirmation_rate: rate(count('site_checks_confirmed'), count('site_checks_quoted')),
      evidence_pass_rate: rate(count('evidence_validated'), decided),
      rating_count: ratings.length,
      rating_average: rate(ratingSum, ratings.length),
      dispute_rate: rate(count('jobs_disputed'), count('jobs_completed')),
      hours_to_submit_p50: percentile(hours, 0.5),
      hours_to_submit_p90: percentile(hours, 0.9),
      on_time_rate: rate(inTime.length, submissions.length),
      offer_acceptance_rate: rate(count('offers_accepted'), count('offers_sent')),
      revenue_minor: Object.fromEntries(this.revenue),
      refunds_minor: Object.fromEntries(this.refunds),
    };
  }
}

function addAmount(sums: Map<string, number>, data: LoggedEvent['data']): void {
  const { amount_minor: amount, currency } = data;
  if (typeof amount !== 'number' || typeof currency !== 'string') return;
  sums.set(currency, (sums.get(currency) ?? 0) + amount);
}
