import type { LoggedEvent } from '../../aggregate/event-log.js';
import { ApiError } from '../../errors.js';
import { consequenceId } from '../../lib/ids.js';
import type { Services } from '../../services.js';
import type { ReportVersionHeader } from '../job/report-version.js';
import { findDelivery } from '../report/version-delivery.js';
import { askForDelivery, type DeliveryNeeds, queueDeliveryMail, settleByMail } from './deliver.js';

const idIn = ({ data }: LoggedEvent, name: string) => String(data[name] ?? '');

const deliveredBySystem = ({ deliveries = [] }: ReportVersionHeader) =>
  deliveries.some(
    ({ actor, state }) => actor === 'system' && (state === 'pending' || state === 'sent'),
  );

/** Delivers the current version once; a version withdrawn in the meantime is not delivered. */
async function deliverReady(services: DeliveryNeeds, event: LoggedEvent): Promise<void> {
  const jobId = idIn(event, 'job_id');
  const deliveryId = consequenceId(event._id, 'delivery');
  const requested = { jobId, scope: {}, deliveryId, notes: null, channel: 'email' } as const;
  try {
    await askForDelivery(
      services,
      { ...requested, actor: 'system' },
      (job, header) => !findDelivery(job, deliveryId) && !deliveredBySystem(header),
    );
  } catch (error) {
    const rejected = error instanceof ApiError && error.code !== 'unavailable';
    if (!rejected) throw error;
    services.log.info({ jobId, code: error.code }, 'report: not delivered');
  }
}

/** Queues the mail of a delivery, which could be missing after a crash. */
async function finishRequested(services: DeliveryNeeds, event: LoggedEvent): Promise<void> {
  const job = await services.jobs.find(idIn(event, 'job_id'), {});
  const found = job && findDelivery(job, idIn(event, 'delivery_id'));
  if (!job || job.erasedAt || !found) return;
  const mail = await queueDeliveryMail(services, { ...found, job });
  if (mail) await settleByMail(services, job._id, mail);
}

/** Updates the delivery from the current state of its mail. */
async function settleSent(
  services: Pick<Services, 'clock' | 'jobs' | 'mails'>,
  event: LoggedEvent,
): Promise<void> {
  const mail = await services.mails.find(idIn(event, 'mail_id'));
  const { jobId, deliveryId } = mail?.about ?? {};
  if (!mail || jobId === undefined || deliveryId === undefined) return;
  const job = await services.jobs.find(jobId, {});
  if (job && !job.erasedAt) await settleByMail(services, jobId, mail);
}

const handlers: Record<string, (services: DeliveryNeeds, event: LoggedEvent) => Promise<void>> = {
  'site_check.report_ready': deliverReady,
  'report.delivery_requested': finishRequested,
  'email.sent': settleSent,
  'email.failed': settleSent,
  'email.bounced': settleSent,
};

/** Delivers each new version automatically, and completes deliveries. */
export function followDeliveries(services: DeliveryNeeds & Pick<Services, 'followers'>): void {
  services.followers.followEvents(
    'deliveries',
    async (event) => handlers[event.type]?.(services, event),
    { subject: ({ _id, type }) => (type in handlers ? _id : null) },
  );
}
