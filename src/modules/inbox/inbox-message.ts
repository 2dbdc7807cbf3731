import { z } from 'zod';
import { type Aggregate, aggregatePolicies } from '../../aggregate/change.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import type { Target } from '../../target.js';
import { declareEvents } from '../event/event.js';
import type { Lane } from '../job/lane.js';
import { mailKey } from '../mail/mail.js';
import type { MessageRouting } from './email-policy.js';
import { firstAddress } from './header-addresses.js';

export const inboxEventType = declareEvents({
  'email.received': 'A message of a mailbox was stored in the inbox.',
  'email.status_changed': 'The processing status of an inbox message changed.',
});
export type InboxEventType = z.infer<typeof inboxEventType>;

/** The inbox message that an operation targets. */
export const inboxMessageTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'message_id',
  description: 'Id of the inbox message.',
  missing: 'email_message_not_found',
};

/** Processing status of a message; `emailProcessingTransitions` lists the next statuses of each. */
export const emailProcessingStatus = z.enum([
  'new',
  'triaged',
  'in_progress',
  'human_review',
  'resolved',
  'ignored',
]);
export type EmailProcessingStatus = z.infer<typeof emailProcessingStatus>;

/** Every other pair is rejected with `invalid_transition`. */
export const emailProcessingTransitions: Readonly<
  Record<EmailProcessingStatus, readonly EmailProcessingStatus[]>
> = {
  new: ['triaged', 'in_progress', 'human_review', 'resolved', 'ignored'],
  triaged: ['in_progress', 'human_review', 'resolved', 'ignored'],
  in_progress: ['triaged', 'human_review', 'resolved', 'ignored'],
  human_review: ['triaged', 'in_progress', 'resolved', 'ignored'],
  resolved: ['in_progress'],
  ignored: ['triaged'],
};

/** Returns the address of a From header without its name; the text itself if it has none. */
export const senderAddress = (fromEmail: string): string => firstAddress(fromEmail) ?? fromEmail;

/** Returns the key that finds the messages of a sender in any spelling of the address. */
export const senderKey = (fromEmail: string): string => mailKey(senderAddress(fromEmail));

/** A message of a mailbox, as submitted by the program that reads the mailbox. */
export interface InboxMessage extends Aggregate, MessageRouting, Lane {
  /** processing_status of the API. */
  status: EmailProcessingStatus;
  provider: string;
  externalMessageId: string;
  mailbox: string;
  folder: string;
  fromEmail: string;
  /** `senderKey` of `fromEmail`. */
  fromKey: string;
  toEmail: string | null;
  subject: string;
  bodyText: string;
  bodyHtml: string | null;
  internetMessageId: string | null;
  /** The Message-ID in its indexed form; absent if missing. */
  internetMessageKey?: string;
  /** Canonical JSON of an arbitrary object. */
  metadata: string;
  assignedAgent: string | null;
  handlingNotes: string | null;
  relatedJobId: string | null;
  receivedAt: Date;
  ingestedAt: Date;
  /** When it first left `new` or `human_review` for processing. */
  qualifiedAt: Date | null;
  firstResponseAt: Date | null;
  /** When it was resolved or ignored; absent in other statuses, and after its bodies are erased. */
  closedAt?: Date;
}

/**
 * The part `bodies` is erased some time after the message is closed, `bodies` and `texts` with its job, and
 * `sender` with the person who sent it.
 */
export const inboxMessagePolicies: FieldPolicies<InboxMessage> = {
  ...aggregatePolicies,
  routingClass: kept,
  humanReviewRequired: kept,
  founderPrivate: kept,
  allowedAgents: kept,
  laneKey: kept,
  marketCity: kept,
  marketCityKey: kept,
  provider: kept,
  // Kept, so that a repeated request does not store the message again.
  externalMessageId: kept,
  mailbox: kept,
  folder: kept,
  fromEmail: { erase: 'text', part: 'sender', export: false },
  fromKey: { erase: { with: () => '' }, part: 'sender', export: false },
  toEmail: { erase: 'null', part: 'sender', export: false },
  subject: { erase: 'text', part: 'texts', export: false },
  bodyText: { erase: 'text', part: 'bodies', export: false },
  bodyHtml: { erase: 'null', part: 'bodies', export: false },
  internetMessageId: { erase: 'null', part: 'sender', export: false },
  internetMessageKey: { erase: 'remove', part: 'sender', export: false },
  metadata: { erase: { with: () => '{}' }, part: 'texts', export: false },
  assignedAgent: kept,
  handlingNotes: { erase: 'null', part: 'texts', export: false },
  relatedJobId: kept,
  receivedAt: kept,
  ingestedAt: kept,
  qualifiedAt: kept,
  firstResponseAt: kept,
  // Absent after the bodies are erased, so that the sweep does not find the message again.
  closedAt: { erase: 'remove', part: 'bodies', export: false },
};
