import type { LoggedEvent } from '../../../src/aggregate/event-log.js';
import { newId } from '../../../src/lib/ids.js';
import type { Json, TestApp } from '../../support/app.js';

/** Returns every stored event, in order. */
export async function allEvents(app: TestApp): Promise<LoggedEvent[]> {
  await app.services.relay.drain();
  return app.db.collection<LoggedEvent>('events').find().sort({ seq: 1 }).toArray();
}

/** Appends an event to the log, like the relay. */
export async function emit(
  app: TestApp,
  type: string,
  at: string | Date,
  data: LoggedEvent['data'] = {},
): Promise<LoggedEvent> {
  await app.services.relay.drain();
  const seq = (await app.services.events.lastSeq()) + 1;
  const timestamp = new Date(at);
  const integratorId = app.services.publicIntegratorId;
  const event = { _id: newId(), seq, type, timestamp, data, revision: 1, integratorId };
  await app.db.collection<LoggedEvent>('events').insertOne(event);
  return event;
}

const four = (value: number) => Number(value.toFixed(4));
const share = (part: number, whole: number) => (whole ? four(part / whole) : null);

/**
 * Computes the figures of a day from the events, without those that depend on the time of computation.
 *
 * @param about ids of the jobs to include; by default all events
 * @param turnaround promised hours by job id; 72 for other jobs
 */
export function counted(
  events: readonly LoggedEvent[],
  date: string,
  {
    about,
    turnaround = {},
  }: { about?: readonly string[]; turnaround?: Record<string, number> } = {},
): Json {
  const mine = events.filter(
    ({ timestamp, data }) =>
      timestamp.toISOString().startsWith(date) &&
      (!about || about.includes(String(data['job_id']))),
  );
  const of = (type: string) => mine.filter((event) => event.type === type);
  const n = (type: string) => of(type).length;
  const sums = (type: string) => {
    const found: Record<string, number> = {};
    for (const { data } of of(type)) {
      found[String(data['currency'])] =
        (found[String(data['currency'])] ?? 0) + Number(data['amount_minor']);
    }
    return found;
  };
  const ratings = of('feedback.received').flatMap(({ data }) => (data['rating'] as number) ?? []);
  const waits = of('job.submitted').flatMap(({ seq, timestamp, data }) => {
    const openings = events.filter(
      (one) => one.type === 'job.opened' && one.data['job_id'] === data['job_id'] && one.seq < seq,
    );
    const opened = openings.at(-1);
    if (!opened) return [];
    const hours = (timestamp.getTime() - opened.timestamp.getTime()) / 3_600_000;
    return [{ hours, late: hours > (turnaround[String(data['job_id'])] ?? 72) }];
  });
  const hours = waits.map((one) => four(one.hours)).sort((a, b) => a - b);
  const rank = (percent: number) =>
    hours.find((_, index) => (index + 1) * 100 >= percent * hours.length) ?? null;
  return {
    jobs_created: n('job.created'),
    jobs_opened: n('job.opened'),
    jobs_assigned: n('job.assigned'),
    jobs_submitted: n('job.submitted'),
    jobs_completed: n('job.completed'),
    jobs_disputed: n('job.disputed'),
    jobs_failed: n('job.failed'),
    jobs_expired: n('job.expired'),
    jobs_cancelled: n('job.cancelled'),
    site_checks_received: n('site_check.received'),
    site_checks_quoted: n('site_check.quoted'),
    site_checks_unserviceable: n('site_check.unserviceable'),
    site_checks_confirmed: n('site_check.confirmed'),
    site_checks_cancelled: n('site_check.cancelled'),
    site_checks_expired: n('site_check.expired'),
    confirmation_rate: share(n('site_check.confirmed'), n('site_check.quoted')),
    evidence_received: n('evidence.received'),
    evidence_validated: n('evidence.validated'),
    evidence_rejected: n('evidence.rejected'),
    evidence_pass_rate: share(
      n('evidence.validated'),
      n('evidence.validated') + n('evidence.rejected'),
    ),
    reports_created: n('report.version_created'),
    reports_delivered: n('report.delivered'),
    reports_viewed: n('report.viewed'),
    reports_withdrawn: n('report.withdrawn'),
    feedback_received: n('feedback.received'),
    rating_count: ratings.length,
    rating_average: share(
      ratings.reduce((a, b) => a + b, 0),
      ratings.length,
    ),
    dispute_rate: share(n('job.disputed'), n('job.completed')),
    hours_to_submit_p50: rank(50),
    hours_to_submit_p90: rank(90),
    on_time_rate: share(waits.filter(({ late }) => !late).length, waits.length),
    offers_sent: n('dispatch.offered'),
    offers_accepted: n('dispatch.accepted'),
    offer_acceptance_rate: share(n('dispatch.accepted'), n('dispatch.offered')),
    revenue_minor: sums('payment.paid'),
    refunds_minor: sums('payment.refunded'),
    ...(!about && {
      mails_sent: n('email.sent'),
      mails_failed: n('email.failed'),
      customers_registered: n('customer.registered'),
    }),
  };
}
