import { z } from 'zod';
import type { Aggregate } from '../../aggregate/change.js';
import { day, hour } from '../../lib/units.js';
import { mailKey } from '../mail/mail.js';

export const customerStatus = z.enum(['active', 'erasing', 'erased']);
export type CustomerStatus = z.infer<typeof customerStatus>;

/** States of an account and where each may lead. */
export const customerTransitions: Record<CustomerStatus, readonly CustomerStatus[]> = {
  active: ['erasing'],
  erasing: ['erased'],
  erased: [],
};

/** Sessions of one account; the oldest makes room. */
export const sessionsMax = 20;
/** From the login on; use does not prolong it. */
export const sessionMilliseconds = 12 * hour;

/** A login of a customer; its secret is in a cookie and stored nowhere. */
export interface CustomerSession {
  id: string;
  /** Lower-case hex SHA-256 of the secret. */
  hash: string;
  createdAt: Date;
  expiresAt: Date;
  /** To the minute. */
  lastUsedAt: Date;
}

export const mailTokenKind = z.enum(['confirm', 'reset']);
export type MailTokenKind = z.infer<typeof mailTokenKind>;

/** Valid reset tokens of one account; the oldest is dropped. Mails of two windows of their limit fit. */
export const resetTokensMax = 20;

/** How long a token of a mail is valid, in milliseconds. */
export const mailTokenMilliseconds: Record<MailTokenKind, number> = {
  confirm: 2 * day,
  reset: hour,
};

/** A token that a mail may carry; it is signed when the mail is rendered and stored nowhere. */
export interface MailTokenRecord {
  tokenId: string;
  kind: MailTokenKind;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * The account of a customer. Every change is one write, guarded by `status` and `revision`, with its
 * events in the same document.
 */
export interface Customer extends Aggregate {
  status: CustomerStatus;
  fullName: string;
  /** As it was given; absent once the account is being erased, as all that is optional here. */
  email?: string;
  /** What login looks up, unique across all accounts. */
  emailKey?: string;
  phone?: string;
  /** argon2id in PHC form. */
  passwordHash?: string;
  emailConfirmedAt: Date | null;
  lastLoginAt: Date | null;
  /** Oldest first; absent when there are none, for their hashes are indexed. */
  sessions?: CustomerSession[];
  /** Oldest first; at most one confirmation and `resetTokensMax` resets; absent when there are none. */
  mailTokens?: MailTokenRecord[];
  createdAt: Date;
  /**
   * Since when its requests are being erased; absent before, and after until one becomes its own that
   * cannot be erased at once.
   */
  erasingSince?: Date;
  /** `emailKey` as it was, by which mails to and from the person are found; absent before and after. */
  erasingKey?: string;
  erasedAt: Date | null;
}

/** The form of an email by which accounts are unique: that by which mails to it are found. */
export const emailKeyOf = mailKey;
