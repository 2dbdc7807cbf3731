import type { Services } from '../../services.js';
import { blankMessagesAbout, blankMessagesFrom } from '../inbox/blank-messages.js';
import { type Mail, storedKeys } from '../mail/mail.js';
import type { MailSubject } from '../mail/mails.js';

/** Removes addresses and texts of these mails, and the stored responses about them. */
export async function eraseMails(
  services: Pick<Services, 'idempotency' | 'mails'>,
  subject: MailSubject | { toKey: string },
  isMeant?: (mail: Mail) => boolean,
): Promise<void> {
  await services.idempotency.erase(await services.mails.blank(subject, isMeant));
}

/**
 * Removes addresses and texts of the mails to an address that a customer has confirmed, and of the inbox messages from
 * it.
 * @param key the address as returned by `mailKey`
 */
export async function eraseCorrespondence(
  services: Pick<Services, 'clock' | 'idempotency' | 'inbox' | 'mails'>,
  key: string,
  customerId: string,
): Promise<void> {
  // The address can be used again: mails to another account are not affected.
  const isTheirs = (id: string | undefined) => id === undefined || id === customerId;
  await eraseMails(services, { toKey: key }, ({ about }) => isTheirs(about.customerId));
  await services.idempotency.erase(await blankMessagesFrom(services, key));
}

/** Returns whether a mail belongs to the job only: a person wrote it, or it was sent to an unregistered candidate. */
const isOfJobAlone = ({ kind, about }: Mail) =>
  kind === 'outbound' || (kind === 'dispatch_offer' && about.providerId === undefined);

/** Removes the mails that people wrote about a job, and the offers to unregistered candidates. */
export const eraseJobMails = (
  services: Pick<Services, 'idempotency' | 'mails'>,
  jobId: string,
): Promise<void> => eraseMails(services, { jobId }, isOfJobAlone);

/** Returns whether a mail was sent to the guest who requested the site check, at any of the guest's addresses. */
const isToGuest = ({ about }: Mail) =>
  about.requestId !== undefined && about.customerId === undefined && about.inviteId === undefined;

/**
 * Removes the correspondence about a job: those mails, the mails to its requester, and the texts of the inbox messages.
 * Anyone can enter any address when requesting a site check, so nothing else of the address's owner is erased.
 *
 * @param contactKey the requester's address as returned by `mailKey`; null if unknown
 */
export async function eraseJobCorrespondence(
  services: Pick<Services, 'clock' | 'idempotency' | 'inbox' | 'mails'>,
  jobId: string,
  contactKey: string | null,
): Promise<void> {
  const contactKeys = contactKey === null ? [] : storedKeys(contactKey);
  await eraseMails(
    services,
    { jobId },
    (mail) =>
      isOfJobAlone(mail) ||
      isToGuest(mail) ||
      (mail.toKey !== null && contactKeys.includes(mail.toKey)),
  );
  await services.idempotency.erase(await blankMessagesAbout(services, jobId, contactKey));
}
