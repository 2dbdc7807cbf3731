import { consequenceId } from '../../lib/ids.js';
import { second } from '../../lib/units.js';
import type { Services } from '../../services.js';
import type { Job, JobScope } from '../job/job.js';
import type { ReportDelivery, ReportVersionHeader } from '../job/report-version.js';
import type { Mail } from '../mail/mail.js';
import {
  type DeliveryOutcome,
  deliverableVersion,
  type FoundDelivery,
  findDelivery,
  pendingDelivery,
  type RequestedDelivery,
  requestDelivery,
  settleDelivery,
} from '../report/version-delivery.js';
import { type ReconcileNeeds, reconcileSiteCheck } from '../site-check/reconcile-site-check.js';
import { requesterAddress } from './requester-address.js';

/** Services that deliver reports. */
export type DeliveryNeeds = ReconcileNeeds & Pick<Services, 'customers' | 'mails'>;

/** Time for which a call tries to send the mail before it returns. */
export const attemptSeconds = 8;

/** A delivery with its job. */
export interface Delivered extends FoundDelivery {
  job: Job;
}

/** Returns the id of the mail of a delivery, the same for every caller that queues it. */
const mailIdOf = (deliveryId: string) => consequenceId(deliveryId, 'report_delivered');

/** @throws ApiError `site_check_not_found` */
async function addressOf(
  services: ReconcileNeeds & Pick<Services, 'customers'>,
  requestId: string,
): Promise<string | null> {
  const { request } = await reconcileSiteCheck(services, requestId);
  return requesterAddress(services, request);
}

/**
 * Returns the initial state of a delivery by its channel: an email is pending or skipped immediately; a manual delivery
 * is complete.
 */
async function firstState(
  services: DeliveryNeeds,
  { channel }: RequestedDelivery,
  job: Job,
): Promise<Pick<ReportDelivery, 'state' | 'error'>> {
  if (channel === 'manual' || job.requestId === null) return { state: 'sent', error: null };
  const error = services.mails.reasonToSkip(await addressOf(services, job.requestId));
  return { state: error === null ? 'pending' : 'skipped', error };
}

/**
 * Requests a delivery of the current version, in one write to the job. Waits for the version's PDF; if an equal
 * delivery is still pending, returns that one.
 *
 * @param deliveryId id of the delivery and of its event
 * @param isWanted evaluated on each version that is read; false: nothing is stored
 * @returns null if it was not wanted
 * @throws ApiError `job_not_found`, `delivery_not_possible`, `report_not_found`, `report_withdrawn`, `delivery_limit`,
 * `unavailable` if the PDF takes longer than 30 s
 */
export async function askForDelivery(
  services: DeliveryNeeds,
  requested: RequestedDelivery & { jobId: string; scope: JobScope; deliveryId: string },
  isWanted: (job: Job, header: ReportVersionHeader) => boolean = () => true,
): Promise<Delivered | null> {
  const { jobId, scope, actor, notes, channel } = requested;
  let deliveryId: string | null = requested.deliveryId;
  const job = await services.jobs.change(jobId, scope, async (found) => {
    const header = deliverableVersion(found);
    const pending = pendingDelivery(header, requested);
    deliveryId = pending?.deliveryId ?? requested.deliveryId;
    if (pending) return null;
    if (!isWanted(found, header)) {
      deliveryId = null;
      return null;
    }
    // The PDF is stored in the job: if it was missing, the write is retried on a later revision.
    await services.reportPdfs.wait(found, header);
    const now = services.clock.now();
    const mailId = channel === 'email' ? mailIdOf(deliveryId) : null;
    const first = await firstState(services, requested, found);
    const delivery = { deliveryId, at: now, actor, notes, channel, mailId, ...first };
    return requestDelivery(found, header, delivery, now);
  });
  const found = deliveryId === null ? null : findDelivery(job, deliveryId);
  return found && { ...found, job };
}

/** Queues the mail of a delivery; its id makes it unique. @returns the mail */
export async function queueDeliveryMail(
  services: DeliveryNeeds,
  { job, header, delivery }: Delivered,
): Promise<Mail | null> {
  const { requestId, customerId } = job;
  const { mailId, deliveryId, actor, error } = delivery;
  if (mailId === null || requestId === null) return null;
  const queued = await services.mails.find(mailId);
  if (queued) return queued;
  return services.mails.queue({
    id: mailId,
    kind: 'report_delivered',
    to: await addressOf(services, requestId),
    about: {
      ...(customerId !== undefined && { customerId }),
      requestId,
      jobId: job._id,
      deliveryId,
      versionNumber: header.versionNumber,
    },
    actor,
    skip: delivery.state === 'skipped' ? error : null,
  });
}

const returned = (error: string | null) =>
  error === null ? 'The mail came back.' : `The mail came back: ${error}`;

/** Returns the result of a delivery from its mail; null while it is open. */
function outcomeOf({ status, lastError, sentAt, updatedAt }: Mail): DeliveryOutcome | null {
  switch (status) {
    case 'sent':
      return { state: 'sent', error: null, at: sentAt ?? updatedAt };
    case 'failed':
    case 'skipped':
      return { state: status, error: lastError, at: updatedAt };
    case 'bounced':
      return { state: 'failed', error: returned(lastError), at: updatedAt };
    default:
      return null;
  }
}

/** Updates a delivery from its mail. @returns the job afterwards */
export async function settleByMail(
  services: Pick<Services, 'clock' | 'jobs'>,
  jobId: string,
  mail: Mail,
): Promise<Job> {
  return services.jobs.change(jobId, {}, (job) => {
    const { deliveryId } = mail.about;
    const outcome = outcomeOf(mail);
    if (!outcome || deliveryId === undefined) return null;
    return settleDelivery(job, deliveryId, outcome, services.clock.now());
  });
}

/**
 * Sends the mail of a delivery now.
 * @returns the delivery after the server's response, or after 8 s at the latest
 */
export async function attemptDelivery(
  services: DeliveryNeeds,
  requested: Delivered,
): Promise<Delivered> {
  const { job, delivery } = requested;
  let mail = await queueDeliveryMail(services, requested);
  if (!mail) return requested;
  const untried = mail.status === 'queued' && mail.attempts === 0;
  if (untried || mail.status === 'sending') {
    mail = await services.mails.attempt(mail._id, attemptSeconds * second);
  }
  const after = await settleByMail(services, job._id, mail);
  return { ...requested, ...findDelivery(after, delivery.deliveryId), job: after };
}
