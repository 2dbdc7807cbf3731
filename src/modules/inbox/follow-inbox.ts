import type { LoggedEvent } from '../../aggregate/event-log.js';
import type { Services } from '../../services.js';
import { readDeliveryReport } from '../mail/mail-error.js';
import type { EmailProcessingStatus, InboxMessage } from './inbox-message.js';
import { InboxMessageChange } from './inbox-message-change.js';

/** Maximum number of this service's Message-IDs in a delivery report that are looked up. */
const reportedIdsMax = 20;

const reporters = /(?:^|[\s<"])(?:mailer-daemon|postmaster)@/i;
/** Message-IDs of this service: the id of the mail before the domain. */
const ownMessageId = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@[\w.-]+/gi;

/** Returns the possible Message-IDs of this service in a body. */
export const reportedIds = (body: string): string[] =>
  [...new Set(body.match(ownMessageId) ?? [])].slice(0, reportedIdsMax);

/** Returns whether a mail system sent the message, so that no one expects a reply. */
export const isDeliveryReport = (fromEmail: string): boolean => reporters.test(fromEmail);

/** Complaint of a recipient in the Abuse Reporting Format (RFC 5965). */
const complaint = /^feedback-type:[ \t]*abuse\b/im;

/**
 * Marks the mails of a final delivery report as bounced; a server that reports a delay still tries. The recipient of a
 * complaint gets no more optional mails.
 */
async function noteReport(
  services: Pick<Services, 'mailPreferences' | 'mails'>,
  message: InboxMessage,
): Promise<void> {
  const body = message.bodyText || (message.bodyHtml ?? '');
  const isComplaint = complaint.test(body);
  if (!isComplaint && !isDeliveryReport(message.fromEmail)) return;
  const ids = reportedIds(body);
  if (ids.length === 0) return;
  const { isFinal, error } = readDeliveryReport(body);
  for (const { _id, to } of await services.mails.findByMessageIds(ids)) {
    if (!isComplaint) {
      if (isFinal) await services.mails.markBounced(_id, error);
    } else if (to !== null) await services.mailPreferences.unsubscribe(to);
  }
}

const answerable: readonly EmailProcessingStatus[] = ['new', 'triaged', 'human_review'];

/** Marks a message as answered when the first mail about it is accepted, at that time. */
const noteResponse = ({ inbox, clock }: Pick<Services, 'clock' | 'inbox'>, id: string, at: Date) =>
  inbox.change(id, (message) => {
    const isFirst = message.firstResponseAt === null;
    const moves = answerable.includes(message.status);
    if (!isFirst && !moves) return null;
    const change = new InboxMessageChange(message, clock.now());
    if (isFirst) change.set({ firstResponseAt: at });
    return moves ? change.move('in_progress') : change;
  });

/** Records replies to messages, and bounced mails; registered at start. */
export function followInbox(
  services: Pick<Services, 'clock' | 'followers' | 'inbox' | 'mailPreferences' | 'mails'>,
): void {
  const { followers, inbox } = services;
  followers.followEvents('inbox', async ({ type, data, timestamp }: LoggedEvent) => {
    const id = data['inbox_message_id'];
    if (typeof id !== 'string') return;
    const message = await inbox.find(id);
    if (!message) return;
    if (type === 'email.received') await noteReport(services, message);
    if (type === 'email.sent') await noteResponse(services, id, timestamp);
  });
}
