import { z } from 'zod';
import type { Aggregate } from '../../aggregate/change.js';
import { parseEmailAddress, typedText, unicodeDomain } from '../../lib/email-address.js';
import { indexKey } from '../../lib/index-key.js';

export const mailStatus = z.enum(['queued', 'sending', 'sent', 'failed', 'skipped', 'bounced']);
export type MailStatus = z.infer<typeof mailStatus>;

/** Every pair that is not here is refused with `invalid_transition`. */
export const mailTransitions: Readonly<Record<MailStatus, readonly MailStatus[]>> = {
  queued: ['sending'],
  // Back to `queued`: refused for now, not reached, or the lease lapsed.
  sending: ['sent', 'queued', 'failed'],
  sent: ['bounced'],
  failed: ['queued'],
  skipped: [],
  bounced: [],
};

/** What a mail is; all but `outbound` are made from a template when they are sent. */
export const mailKind = z.enum([
  'confirm_email',
  'password_reset',
  'password_changed',
  'payment_received',
  'payment_refunded',
  'report_delivered',
  'report_withdrawn',
  'request_closed',
  'capture_invite',
  'invite_expired',
  'dispatch_offer',
  'outbound',
]);
export type MailKind = z.infer<typeof mailKind>;

/** What a mail is about: the ids from which a template reads everything that it says. */
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
 * A mail, from the moment when it is queued. Of a template nothing but ids is stored: subject, text,
 * links and tokens are made when it is sent.
 */
export interface Mail extends Aggregate {
  status: MailStatus;
  kind: MailKind;
  /** Recipient; null when none was known, or once erased. */
  to: string | null;
  /** `mailKey` of `to`. */
  toKey: string | null;
  /** Sender, where it is not MAIL_FROM. */
  from: string | null;
  /** Null unless the kind is `outbound`. */
  subject: string | null;
  text: string | null;
  /** Message-IDs in angle brackets of the messages that it answers, the latest last. */
  references: readonly string[];
  about: MailAbout;
  /** Who had it sent, where that was a person or an agent. */
  actor: string | null;
  /** Attempts since it was queued, the one in progress included. */
  attempts: number;
  /** Of a queued mail the next attempt, of one being sent the end of the lease. */
  dueAt?: Date;
  /** Why it was skipped, or what the last attempt met. */
  lastError: string | null;
  /** Message-ID of every attempt, without angle brackets. */
  messageId: string;
  createdAt: Date;
  sentAt: Date | null;
}

/**
 * The form in which addresses are compared and indexed: lower case, the domain in A-labels. Text that is no
 * address is compared as text.
 */
export function mailKey(address: string): string {
  const parsed = parseEmailAddress(address);
  return typedKey(parsed ? `${parsed.local}@${parsed.domain}` : address);
}

/** The key of an address in the spelling in which it was typed, its domain included. */
export const typedKey = (address: string): string => indexKey(typedText(address).toLowerCase());

/**
 * The keys under which an address can be stored, the spelling given first. Earlier versions kept the domain
 * as it was typed: in A-labels or in U-labels, separated by full stops or by ideographic ones.
 * @param address as it was typed, or as a key is stored
 */
export function storedKeys(address: string): string[] {
  const parsed = parseEmailAddress(address);
  if (!parsed) return [...new Set([typedKey(address), address])];
  const domains = [parsed.domain, unicodeDomain(parsed.domain)];
  const spellings = [...domains, ...domains.map((domain) => domain.replaceAll('.', '。'))];
  const keys = spellings.map((domain) => typedKey(`${parsed.local}@${domain}`));
  return [...new Set([typedKey(address), ...keys, address])];
}
