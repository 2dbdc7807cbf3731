import { z } from 'zod';
import type { Aggregate } from '../../aggregate/change.js';
import type { Lane } from '../job/lane.js';
import { mailKey } from '../mail/mail.js';
import type { MessageRouting } from './email-policy.js';
import { firstAddress } from './header-addresses.js';

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
