import { erasedText } from '../../lib/erased.js';
import type { Services } from '../../services.js';
import { eraseRuns } from '../dispatch/erase-runs.js';
import { eraseEvidence } from '../evidence/evidence-files.js';
import type { Job } from '../job/job.js';
import { mailKey } from '../mail/mail.js';
import { eraseReports } from '../report/erase-reports.js';
import { blankSiteCheck, findContact, isSiteCheckRelayed } from '../site-check/blank-site-check.js';
import { eraseJobCorrespondence, eraseJobMails, eraseMails } from './erase-correspondence.js';

/** Services that erase a job. */
export type ErasureNeeds = Pick<
  Services,
  | 'clock'
  | 'dispatch'
  | 'events'
  | 'evidenceFiles'
  | 'followers'
  | 'idempotency'
  | 'inbox'
  | 'jobs'
  | 'log'
  | 'mails'
  | 'mode'
  | 'push'
  | 'relay'
  | 'reports'
  | 'siteChecks'
>;

/** Maximum number of erasures per sweep. */
const batchSize = 100;

/** Returns whether the log has every event, and so every text, of the job and of its site check. */
async function isRelayed(
  services: Pick<Services, 'jobs' | 'siteChecks'>,
  { _id, requestId }: Job,
): Promise<boolean> {
  const job = await services.jobs.find(_id, {});
  const waiting = (job?.outbox.length ?? 0) > 0;
  return !waiting && (requestId === null || (await isSiteCheckRelayed(services, requestId)));
}

/**
 * Erases the remaining data of an erased job: stored responses of Idempotency-Keys, its site check, the files, and the
 * texts in mails and events. Every part can be repeated, so that the next process finishes the work of a killed one;
 * `erasePending` is cleared last.
 */
async function finishErasure(services: ErasureNeeds, job: Job): Promise<void> {
  const { requestId } = job;
  await services.idempotency.erase(requestId === null ? [job._id] : [job._id, requestId]);
  const email = requestId === null ? null : await findContact(services, requestId);
  // Test jobs have no correspondence and are not offered to candidates.
  if (services.mode === 'live') {
    await eraseJobCorrespondence(services, job._id, email === null ? null : mailKey(email));
    await eraseRuns(services, job._id);
  }
  if (requestId !== null) {
    await services.push.subscriptions.removeOfRequest(requestId);
    await blankSiteCheck(services, requestId);
  }
  await eraseEvidence(services, job);
  await eraseReports(services, job);
  await services.relay.drain();
  // Another process relays them; the next sweep continues.
  if (!(await isRelayed(services, job))) return;
  await services.events.eraseTexts(job._id, erasedText);
  // After this point, no mail is created from the content of request and runs before they were blanked.
  await services.followers.reach('mails', await services.events.lastSeqAbout(job._id));
  if (requestId !== null) await eraseMails(services, { requestId });
  if (services.mode === 'live') await eraseJobMails(services, job._id);
  await services.jobs.clearErasePending(job._id);
}

/** Finishes the erasure of a job whose content is already erased; failures are left to the sweep. */
export async function tryFinishErasure(services: ErasureNeeds, job: Job): Promise<void> {
  if (!job.erasePending) return;
  try {
    await services.jobs.noteEraseTried(job._id, services.clock.now());
    await finishErasure(services, job);
  } catch (error) {
    services.log.warn({ err: error, job: job._id }, 'erasure: unfinished, retrying later');
  }
}

/** Finishes erasures that were interrupted by the end of a process or an unavailable database. */
export async function sweepErasures(services: ErasureNeeds): Promise<void> {
  for (const job of await services.jobs.listErasePending(batchSize)) {
    await tryFinishErasure(services, job);
  }
}
