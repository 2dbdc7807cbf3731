import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import { reconcileSiteCheck } from '../site-check/reconcile-site-check.js';

/** Message-IDs of a thread that are looked up at most. */
const threadIdsMax = 50;

/** What stands between Message-IDs. Searched for as a whole, an id would take the square of a long text's length. */
const betweenIds = /[\s<>,;"]+/;
const isMessageId = (text: string) => text.slice(1, -1).includes('@');
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The Message-IDs that the metadata names as answered: `in_reply_to`, then `references`. */
export function threadIds(metadata: Record<string, unknown>): string[] {
  const named = [metadata['in_reply_to'], metadata['references']].flat();
  const parts = named.flatMap((one) => (typeof one === 'string' ? one.split(betweenIds) : []));
  return [...new Set(parts.filter(isMessageId))].slice(0, threadIdsMax);
}

/** The ids in a subject, in lower case, as jobs and requests have them. */
export const idsIn = (subject: string): string[] => [
  ...new Set((subject.match(uuid) ?? []).map((id) => id.toLowerCase())),
];

/** The job of a request; null where there is none. */
async function jobOfRequest(services: Services, requestId: string): Promise<string | null> {
  try {
    return (await reconcileSiteCheck(services, requestId)).job._id;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'site_check_not_found') return null;
    throw error;
  }
}

/** The job of the first of our mails that the message answers, in the order in which it names them. */
async function jobOfThread(services: Services, ids: readonly string[]): Promise<string | null> {
  if (ids.length === 0) return null;
  const mails = await services.mails.findByMessageIds(ids);
  for (const id of ids) {
    const about = mails.find((mail) => mail.messageId === id)?.about;
    if (about?.jobId !== undefined) return about.jobId;
    const job =
      about?.requestId === undefined ? null : await jobOfRequest(services, about.requestId);
    if (job !== null) return job;
  }
  return null;
}

/**
 * The job that a message is about: that of the mail that it answers, else the first id in its subject
 * that is a job or a request.
 *
 * @returns null where it names none
 */
export async function relatedJob(
  services: Services,
  message: { subject: string; metadata: Record<string, unknown> },
): Promise<string | null> {
  const answered = await jobOfThread(services, threadIds(message.metadata));
  if (answered !== null) return answered;
  for (const id of idsIn(message.subject)) {
    if (await services.jobs.find(id, {})) return id;
    const job = await jobOfRequest(services, id);
    if (job !== null) return job;
  }
  return null;
}
