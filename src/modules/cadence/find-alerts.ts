import { hour, minute, second } from '../../lib/units.js';
import type { Services } from '../../services.js';
import { nearestMarketCity } from '../catalogue/serviceability.js';
import { defaultTurnaroundHours } from '../job/job-change.js';
import { countStuckRefunds, stuckRefund } from '../site-check/stuck-refunds.js';
import { turnaroundHoursOf } from '../site-check/turnaround.js';
import type { FoundAlert } from './alert.js';

type Place = { latitude: number; longitude: number };
type Finding = Omit<FoundAlert, 'key'> | null;

/** Services that the rules read. */
export type AlertNeeds = Pick<
  Services,
  | 'catalogue'
  | 'clock'
  | 'dispatch'
  | 'events'
  | 'inbox'
  | 'jobs'
  | 'relay'
  | 'siteChecks'
  | 'tickets'
  | 'webhooks'
>;

/** Input of the rules. */
interface Look {
  services: AlertNeeds;
  now: Date;
  /** Returns whether a place belongs to the scope. */
  isHere(place: Place): boolean;
  /** Number of unfinished jobs in the scope. */
  openJobs: number;
}

const relayLagMilliseconds = minute;
const waitHours = 24;
const disputeHours = 48;
const failedMailsMin = 5;
const overdueMin = 5;
const overdueShareMin = 0.1;
const itemsMin = 20;
const passedShareMin = 0.6;
const itemsMax = 2_000;

const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);
const are = (count: number, singular: string) =>
  `${count} ${singular}${count === 1 ? ' is' : 's are'}`;
const warning = (message: string): Finding => ({ severity: 'warning', message });
const critical = (message: string): Finding => ({ severity: 'critical', message });

async function relayLag({ services }: Look): Promise<Finding> {
  const lag = await services.relay.lag();
  if (lag <= relayLagMilliseconds) return null;
  return critical(`An event has waited for ${Math.round(lag / second)} s to be relayed.`);
}

async function refundStuck({ services }: Look): Promise<Finding> {
  const stuck = await countStuckRefunds(services);
  return stuck === 0
    ? null
    : critical(
        `${are(stuck, 'refund')} owed for over ${stuckRefund.hours} h, or refused ${stuckRefund.errors} times.`,
      );
}

async function mailFailing({ services: { events }, now }: Look): Promise<Finding> {
  const since = ago(now, hour);
  const newest = (type: string, limit: number) =>
    events.list({ types: [type], backwards: true, limit });
  const [failed, sent] = await Promise.all([
    newest('email.failed', failedMailsMin),
    newest('email.sent', 1),
  ]);
  const isFailing =
    failed.length === failedMailsMin && failed.every(({ timestamp }) => timestamp >= since);
  if (!isFailing || sent.some(({ timestamp }) => timestamp >= since)) return null;
  return critical(`${failedMailsMin} mails or more failed within an hour, and none was sent.`);
}

async function jobOverdue({ services, now, isHere, openJobs }: Look): Promise<Finding> {
  const { jobs, catalogue } = services;
  const least = Math.min(
    defaultTurnaroundHours,
    ...catalogue.offers.map((offer) => offer.turnaround_hours),
  );
  const at = ago(now, least * hour);
  const found = await jobs.listWaiting(['open', 'assigned'], { field: 'openedAt', at });
  const waiting = found.filter(isHere);
  const promised = await turnaroundHoursOf(services, waiting);
  const overdue = waiting.filter(
    ({ _id, openedAt }) =>
      openedAt !== null && openedAt < ago(now, (promised.get(_id) ?? 0) * hour),
  ).length;
  if (overdue === 0) return null;
  const isCritical = overdue >= overdueMin && overdue >= overdueShareMin * openJobs;
  const message = `${are(overdue, 'job')} open or assigned for longer than the turnaround.`;
  return isCritical ? critical(message) : warning(message);
}

async function reviewWaiting({ services, now, isHere }: Look): Promise<Finding> {
  const before = { field: 'submittedAt', at: ago(now, waitHours * hour) } as const;
  const waiting = (await services.jobs.listWaiting(['submitted'], before)).filter(isHere).length;
  return waiting === 0
    ? null
    : warning(`${are(waiting, 'job')} submitted for over ${waitHours} h.`);
}

async function disputeWaiting({ services, now, isHere }: Look): Promise<Finding> {
  const at = ago(now, disputeHours * hour);
  const disputed = await services.jobs.listWaiting(['disputed'], { field: 'completedAt', at });
  const waiting = disputed.filter((job) => {
    const verdict = job.feedback.findLast((one) => one.verdict === 'disputed');
    return isHere(job) && (verdict?.createdAt ?? job.updatedAt) < at;
  }).length;
  return waiting === 0
    ? null
    : warning(`${are(waiting, 'job')} disputed for over ${disputeHours} h.`);
}

async function dispatchExhausted({ services, isHere }: Look): Promise<Finding> {
  const open = (await services.jobs.listWaiting(['open'])).filter(isHere);
  const ids = open.map(({ _id }) => _id);
  const exhausted = await services.dispatch.runs.countExhausted(ids);
  return exhausted === 0
    ? null
    : warning(`${are(exhausted, 'job')} open though no offer of its dispatch run was accepted.`);
}

async function ticketOverdue({ services }: Look): Promise<Finding> {
  const overdue = await services.tickets.countOverdue();
  return overdue === 0 ? null : warning(`${are(overdue, 'director ticket')} overdue.`);
}

async function inboxWaiting({ services, now }: Look): Promise<Finding> {
  const waiting = await services.inbox.countWaiting(ago(now, waitHours * hour));
  return waiting === 0
    ? null
    : warning(`${are(waiting, 'inbox message')} new or in review for over ${waitHours} h.`);
}

async function webhookDisabled({ services }: Look): Promise<Finding> {
  const disabled = await services.webhooks.countDisabled();
  return disabled === 0 ? null : warning(`${are(disabled, 'webhook endpoint')} disabled.`);
}

/** Evaluates the newest items of 24 h, at most 2,000. */
async function evidenceFailing({ services, now, isHere }: Look): Promise<Finding> {
  const types = ['evidence.validated', 'evidence.rejected'];
  const newest = await services.events.list({ types, backwards: true, limit: itemsMax });
  const recent = newest.filter(({ timestamp }) => timestamp >= ago(now, waitHours * hour));
  if (recent.length < itemsMin) return null;
  const jobIds = new Set(recent.map(({ data }) => String(data['job_id'])));
  const places = new Map(
    (await services.jobs.listPlaces([...jobIds])).map((job) => [job._id, isHere(job)]),
  );
  const items = recent.filter(({ data }) => places.get(String(data['job_id'])));
  const passed = items.filter(({ type }) => type === 'evidence.validated').length;
  if (items.length < itemsMin || passed >= passedShareMin * items.length) return null;
  return warning(`Only ${passed} of ${items.length} evidence items passed in ${waitHours} h.`);
}

const rules: Readonly<Record<string, (look: Look) => Promise<Finding>>> = {
  relay_lag: relayLag,
  refund_stuck: refundStuck,
  mail_failing: mailFailing,
  job_overdue: jobOverdue,
  review_waiting: reviewWaiting,
  dispute_waiting: disputeWaiting,
  dispatch_exhausted: dispatchExhausted,
  ticket_overdue: ticketOverdue,
  inbox_waiting: inboxWaiting,
  webhook_disabled: webhookDisabled,
  evidence_failing: evidenceFailing,
};

/** Returns a test whether a market city is the nearest to a place; without a city, it is true for every place. */
export function placesOf(
  { catalogue }: Pick<Services, 'catalogue'>,
  marketCityKey: string | null,
): (place: Place) => boolean {
  if (marketCityKey === null) return () => true;
  return (place) => nearestMarketCity(catalogue, place)?.key === marketCityKey;
}

/** Returns every current alert, in the order of the rules; writes nothing. */
export async function findAlerts(look: Look): Promise<FoundAlert[]> {
  const found = await Promise.all(
    Object.entries(rules).map(async ([key, rule]) => ({ key, finding: await rule(look) })),
  );
  return found.flatMap(({ key, finding }) => (finding ? [{ key, ...finding }] : []));
}
