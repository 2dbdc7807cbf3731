import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import { type ReconcileNeeds, reconcileSiteCheck } from '../site-check/reconcile-site-check.js';

/** Services that find the job of a message. */
export type RelateNeeds = ReconcileNeeds & Pick<Services, 'mails'>;

/** Maximum number of Message-IDs of a thread that are looked up. */
const threadIdsMax = 50;

/** Separators of Message-IDs. A regular expression for whole ids would take quadratic time on a long text. */
const betweenIds = /[\s<>,;"]+/;
const isMessageId = (text: string) => text.slice(1, -1).includes('@');
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Returns the Message-IDs that the metadata contains as replied to: `in_reply_to`, then `references`. */
export function threadIds(metadata: Record<string, unknown>): string[] {
  const named = [metadata['in_reply_to'], metadata['references']].flat();
  const parts = named.flatMap((one) => (typeof one === 'string' ? one.split(betweenIds) : []));
  return [...new Set(parts.filter(isMessageId))].slice(0, threadIdsMax);
}

/** Returns the ids in a subject in lower case, as jobs and requests have them. */
export const idsIn = (subject: string): string[] => [
  ...new Set((subject.match(uuid) ?? []).map((id) => id.toLowerCase())),
];

/** Returns the job of a request; null if it has no job. */
async function jobOfRequest(services: ReconcileNeeds, requestId: string): Promise<string | null> {
  try {
    return (await reconcileSiteCheck(services, requestId)).job._id;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'site_check_not_found') return null;
    throw error;
  }
}

/** Returns the job of the first of this service's mails that the message replies to, in the order of the given ids. */
async function jobOfThread(services: RelateNeeds, ids: readonly string[]): Promise<string | null> {
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
 * Returns the job that a message is about: that of the mail that it replies to, otherwise the first id in its subject
 * that is a job or a request.
 *
 * @returns null if it refers to none
 */
export async function relatedJob(
  services: RelateNeeds,
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
