import { ApiError, errorText } from '../../errors.js';
import type { Job } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import {
  currentVersion,
  type ReportDelivery,
  type ReportVersionHeader,
  withVersion,
} from '../job/report-version.js';

/** Maximum number of deliveries of one version, including failed ones. */
export const deliveriesMax = 20;

/** A requested delivery. */
export type RequestedDelivery = Pick<ReportDelivery, 'actor' | 'notes' | 'channel'>;

/** The result of a delivery. */
export interface DeliveryOutcome {
  state: Exclude<ReportDelivery['state'], 'pending'>;
  error: string | null;
  /** Time of the result. */
  at: Date;
}

/**
 * Returns the version that can be delivered: the current one of a site check.
 * @throws ApiError `delivery_not_possible`, `report_not_found`, `report_withdrawn`
 */
export function deliverableVersion(job: Job): ReportVersionHeader {
  if (job.requestId === null) {
    throw new ApiError('delivery_not_possible', errorText('error.no_recipient'));
  }
  const current = currentVersion(job.reports);
  if (current) return current;
  if (job.reports.length === 0)
    throw new ApiError('report_not_found', errorText('error.job_report'));
  throw new ApiError('report_withdrawn', errorText('error.report_withdrawn'));
}

/** Returns a pending delivery of the same kind. */
export function pendingDelivery(
  { deliveries = [] }: ReportVersionHeader,
  { actor, notes, channel }: RequestedDelivery,
): ReportDelivery | undefined {
  return deliveries.find(
    (one) =>
      one.state === 'pending' &&
      one.actor === actor &&
      one.notes === notes &&
      one.channel === channel,
  );
}

export interface FoundDelivery {
  header: ReportVersionHeader;
  delivery: ReportDelivery;
}

export function findDelivery(job: Job, deliveryId: string): FoundDelivery | null {
  for (const header of job.reports) {
    const delivery = header.deliveries?.find((one) => one.deliveryId === deliveryId);
    if (delivery) return { header, delivery };
  }
  return null;
}

const idsOf = (job: Job, header: ReportVersionHeader, { deliveryId, channel }: ReportDelivery) => ({
  report_id: job.reportId,
  version_number: header.versionNumber,
  delivery_id: deliveryId,
  channel,
});

/**
 * Requests a delivery. A manual delivery is complete when it is recorded, and is counted in the same write.
 *
 * @param delivery pending, or skipped immediately; its id becomes the id of the event
 * @throws ApiError `delivery_limit`
 */
export function requestDelivery(
  job: Job,
  header: ReportVersionHeader,
  delivery: ReportDelivery,
  now: Date,
): JobChange {
  const { versionNumber, deliveries = [] } = header;
  if (deliveries.length >= deliveriesMax) {
    const limit = errorText('error.deliveries', {
      version: String(versionNumber),
      max: deliveriesMax,
    });
    throw new ApiError('delivery_limit', limit);
  }
  const change = new JobChange(job, now);
  const added = { ...delivery, at: change.now };
  const ids = idsOf(job, header, added);
  const requested = { ...ids, actor: added.actor };
  change
    .set({
      reports: withVersion(job.reports, versionNumber, { deliveries: [...deliveries, added] }),
    })
    .emit('report.delivery_requested', requested, change.now, added.deliveryId);
  if (added.channel === 'email') return change;
  return change
    .set({
      reports: withVersion(change.after.reports, versionNumber, {
        deliveredAt: header.deliveredAt ?? change.now,
      }),
    })
    .emit('report.delivered', ids);
}

/**
 * Returns when a version was first delivered, without a delivery that failed later: not before the first of the
 * remaining deliveries was requested.
 */
function deliveredWithout(
  { deliveries = [], deliveredAt }: ReportVersionHeader,
  failed: ReportDelivery,
): Date | null {
  const first = deliveries.find((one) => one !== failed && one.state === 'sent');
  if (!first || !deliveredAt) return null;
  return first.at > deliveredAt ? first.at : deliveredAt;
}

/**
 * Records the result of a delivery by mail. A mail that is retried or bounces changes the result again. For a withdrawn
 * version, no event is emitted.
 *
 * @returns null if nothing changed
 */
export function settleDelivery(
  job: Job,
  deliveryId: string,
  { state, error, at }: DeliveryOutcome,
  now: Date,
): JobChange | null {
  const found = findDelivery(job, deliveryId);
  if (!found || found.delivery.state === state) return null;
  const { header, delivery } = found;
  const settled = { ...delivery, state, error };
  const deliveries = header.deliveries?.map((one) => (one === delivery ? settled : one)) ?? [];
  const change = new JobChange(job, now);
  const set = (fields: Partial<ReportVersionHeader>) =>
    change.set({ reports: withVersion(job.reports, header.versionNumber, fields) });
  if (header.withdrawnAt || state === 'skipped') return set({ deliveries });
  const ids = idsOf(job, header, delivery);
  return state === 'sent'
    ? set({ deliveries, deliveredAt: header.deliveredAt ?? at }).emit('report.delivered', ids)
    : set({ deliveries, deliveredAt: deliveredWithout(header, delivery) }).emit(
        'report.delivery_failed',
        ids,
      );
}
