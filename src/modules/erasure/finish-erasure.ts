import { erasedText } from '../../lib/erased.js';
import type { Services } from '../../services.js';
import { eraseRuns } from '../dispatch/erase-runs.js';
import { eraseEvidence } from '../evidence/erase-evidence.js';
import { eraseAnswers } from '../idempotency/erase-answers.js';
import type { Job } from '../job/job.js';
import { mailKey } from '../mail/mail.js';
import { eraseReports } from '../report/erase-reports.js';
import { blankSiteCheck, findContact, isSiteCheckRelayed } from '../site-check/blank-site-check.js';
import { eraseJobCorrespondence, eraseJobMails, eraseMails } from './erase-correspondence.js';

/** Erasures that one sweep takes up. */
const batchSize = 100;

/** Whether the log has every event of the job and of its site check, and so every text of theirs. */
async function isRelayed(services: Services, { _id, requestId }: Job): Promise<boolean> {
  const job = await services.jobs.find(_id, {});
  const waiting = (job?.outbox.length ?? 0) > 0;
  return !waiting && (requestId === null || (await isSiteCheckRelayed(services, requestId)));
}

/**
 * Erases what is left of an erased job: stored answers to Idempotency-Keys, its site check, the files, and
 * the texts in mails and events. Every part can be repeated, so that the next process finishes what a
 * killed one has left; `erasePending` is cleared last.
 */
async function finishErasure(services: Services, job: Job): Promise<void> {
  const { requestId } = job;
  await eraseAnswers(services, requestId === null ? [job._id] : [job._id, requestId]);
  const email = requestId === null ? null : await findContact(services, requestId);
  // Nobody writes about test jobs, and they are offered to nobody.
  if (services.mode === 'live') {
    await eraseJobCorrespondence(services, job._id, email === null ? null : mailKey(email));
    await eraseRuns(services, job._id);
  }
  if (requestId !== null) await blankSiteCheck(services, requestId);
  await eraseEvidence(services, job);
  await eraseReports(services, job);
  await services.relay.drain();
  // Another process relays them; the next sweep goes on.
  if (!(await isRelayed(services, job))) return;
  await services.events.replaceReasons(job._id, erasedText);
  // No mail is made after these from what request and runs said before they were blanked.
  await services.followers.reach('mails', await services.events.lastSeqAbout(job._id));
  if (requestId !== null) await eraseMails(services, { requestId });
  if (services.mode === 'live') await eraseJobMails(services, job._id);
  await services.jobs.clearErasePending(job._id);
}

/** The same for one whose content is erased already: what fails now is left to the sweep. */
export async function tryFinishErasure(services: Services, job: Job): Promise<void> {
  if (!job.erasePending) return;
  try {
    await services.jobs.noteEraseTried(job._id, services.clock.now());
    await finishErasure(services, job);
  } catch (error) {
    services.log.warn({ err: error, job: job._id }, 'erasure: unfinished, retrying later');
  }
}

/** Finishes the erasures that an earlier process, or a store that was away, has left. */
export async function sweepErasures(services: Services): Promise<void> {
  for (const job of await services.jobs.listErasePending(batchSize)) {
    await tryFinishErasure(services, job);
  }
}
