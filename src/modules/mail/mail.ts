import { z } from 'zod';
import { type Aggregate, outboxEventPolicies } from '../../aggregate/change.js';
import { parseEmailAddress, typedText, unicodeDomain } from '../../lib/email-address.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { indexKey } from '../../lib/index-key.js';
import type { Target } from '../../target.js';
import { declareEvents } from '../event/event.js';

export const mailEventType = declareEvents({
  'email.sent': 'The mail server accepted a mail.',
  'email.failed': 'A mail was refused, or given up after its last attempt.',
  'email.bounced': 'A delivery report about a sent mail arrived.',
  'sms.sent': 'The SMS provider accepted a text message.',
  'sms.failed': 'A text message was rejected, or given up after its last attempt.',
  'sms.undelivered': 'The SMS provider could not deliver a text message that it had accepted.',
});
export type MailEventType = z.infer<typeof mailEventType>;

/** The mail that an operation targets. */
export const mailTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'mail_id',
  description: 'Id of the mail.',
  missing: 'mail_not_found',
};

export const mailStatus = z.enum(['queued', 'sending', 'sent', 'failed', 'skipped', 'bounced']);
export type MailStatus = z.infer<typeof mailStatus>;

/** Every other pair is rejected with `invalid_transition`. */
export const mailTransitions: Readonly<Record<MailStatus, readonly MailStatus[]>> = {
  queued: ['sending'],
  // Back to `queued`: temporarily rejected, server not reached, or lease expired. `skipped`: no longer needed.
  sending: ['sent', 'queued', 'failed', 'skipped'],
  sent: ['bounced'],
  failed: ['queued'],
  skipped: [],
  bounced: [],
};

/** Channel of a mail: text messages are queued, attempted and stored like mail. */
export const mailChannel = z.enum(['email', 'sms']);
export type MailChannel = z.infer<typeof mailChannel>;

/** Kind of a mail; all except `outbound` are rendered from a template when they are sent. */
export const mailKind = z.enum([
  'confirm_email',
  'password_reset',
  'password_changed',
  'request_received',
  'quote_expiring',
  'payment_received',
  'payment_refunded',
  'verifier_on_way',
  'photos_received',
  'report_delivered',
  'report_withdrawn',
  'request_closed',
  'capture_invite',
  'invite_expired',
  'dispatch_offer',
  'outbound',
]);
export type MailKind = z.infer<typeof mailKind>;

/** Ids of the objects from which a template reads its content. */
export interface MailAbout {
  customerId?: string;
  requestId?: string;
  jobId?: string;
  /** Checkout session of the site check. */
  sessionId?: string;
  inviteId?: string;
  /** Dispatch run, and its thread. */
  runId?: string;
  threadId?: string;
  providerId?: string;
  deliveryId?: string;
  versionNumber?: number;
  inboxMessageId?: string;
}

/**
 * A mail, from the time when it is queued. For templates only ids are stored: subject, text, links and tokens are
 * created when it is sent.
 */
export interface Mail extends Aggregate {
  status: MailStatus;
  kind: MailKind;
  /** Absent in mails of earlier versions: email. */
  channel?: MailChannel;
  /** Recipient: an address, or a phone number in E.164; as typed if it is not one. Null if unknown or erased. */
  to: string | null;
  /** `mailKey` of `to`. */
  toKey: string | null;
  /** Sender, if it is not MAIL_FROM. */
  from: string | null;
  /** Null unless the kind is `outbound`. */
  subject: string | null;
  text: string | null;
  /** Message-IDs in angle brackets of the messages that it replies to, latest last. */
  references: readonly string[];
  about: MailAbout;
  /** The person or agent who sent it; null for other mails. */
  actor: string | null;
  /** Attempts since it was queued, including the one in progress. */
  attempts: number;
  /** Time of the next attempt of a queued mail; end of the lease of one being sent. */
  dueAt?: Date;
  /** Time of the first attempt. Absent in skipped mails, and in those of earlier versions. */
  firstDueAt?: Date;
  /** Reason why it was skipped, or error of the last attempt. */
  lastError: string | null;
  /** Message-ID of every attempt, without angle brackets. */
  messageId: string;
  /** Id of the message at the SMS provider, once it was accepted. Absent before, and for email. */
  providerMessageId?: string;
  createdAt: Date;
  sentAt: Date | null;
}

/** The fields of a mail that state since when it waits. */
export type WaitingMail = Pick<Mail, 'channel' | 'createdAt' | 'firstDueAt'>;

const aboutPolicies: FieldPolicies<MailAbout> = {
  customerId: kept,
  requestId: kept,
  jobId: kept,
  sessionId: kept,
  inviteId: kept,
  runId: kept,
  threadId: kept,
  providerId: kept,
  deliveryId: kept,
  versionNumber: kept,
  inboxMessageId: kept,
};

/** In the order of the export. */
export const mailPolicies: FieldPolicies<Mail> = {
  _id: kept,
  shape: kept,
  integratorId: kept,
  kind: { erase: 'keep', export: true },
  channel: { erase: 'keep', export: true },
  to: { erase: 'null', export: true },
  toKey: { erase: 'null', export: false },
  from: { erase: 'null', export: false },
  status: { erase: 'keep', export: true },
  subject: { erase: 'null', export: false },
  text: { erase: 'null', export: false },
  references: { erase: 'empty', export: false },
  about: { fields: aboutPolicies, export: false },
  actor: kept,
  attempts: kept,
  dueAt: kept,
  firstDueAt: kept,
  lastError: { erase: 'null', export: false },
  messageId: kept,
  providerMessageId: kept,
  createdAt: { erase: 'keep', export: true },
  sentAt: { erase: 'keep', export: true },
  revision: kept,
  updatedAt: kept,
  outbox: { fields: outboxEventPolicies, export: false },
};

/**
 * Returns the form of an address for comparisons and indexes: lower case, the domain in A-labels. Text that is not an
 * address is compared as text.
 */
export function mailKey(address: string): string {
  const parsed = parseEmailAddress(address);
  return typedKey(parsed ? `${parsed.local}@${parsed.domain}` : address);
}

/** Returns the key of an address in its typed spelling, including the domain. */
export const typedKey = (address: string): string => indexKey(typedText(address).toLowerCase());

/**
 * Returns the keys under which an address can be stored, the given spelling first. Earlier versions kept the domain as
 * typed: in A-labels or in U-labels, separated by full stops or by ideographic ones.
 * @param address as typed, or as a stored key
 */
export function storedKeys(address: string): string[] {
  const parsed = parseEmailAddress(address);
  if (!parsed) return [...new Set([typedKey(address), address])];
  const domains = [parsed.domain, unicodeDomain(parsed.domain)];
  const spellings = [...domains, ...domains.map((domain) => domain.replaceAll('.', '。'))];
  const keys = spellings.map((domain) => typedKey(`${parsed.local}@${domain}`));
  return [...new Set([typedKey(address), ...keys, address])];
}
