import { z } from 'zod';
import { type Aggregate, aggregatePolicies } from '../../aggregate/change.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
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

export const sessionPolicies: FieldPolicies<CustomerSession> = {
  id: kept,
  hash: kept,
  createdAt: { erase: 'keep', export: true },
  expiresAt: { erase: 'keep', export: true },
  lastUsedAt: { erase: 'keep', export: true },
};

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

const mailTokenPolicies: FieldPolicies<MailTokenRecord> = {
  tokenId: kept,
  kind: kept,
  createdAt: kept,
  expiresAt: kept,
};

/**
 * The part `person` is erased when the account is closed; the rest once its requests and mails are erased,
 * which takes the confirmed address. An exported field is also a field of the GraphQL type CustomerAccount.
 */
export const customerPolicies: FieldPolicies<Customer> = {
  ...aggregatePolicies,
  _id: { erase: 'keep', export: 'account_id' },
  fullName: { erase: { with: () => 'Erased' }, part: 'person', export: true },
  email: { erase: 'remove', part: 'person', export: true },
  emailKey: { erase: 'remove', part: 'person', export: false },
  phone: { erase: 'remove', part: 'person', export: true },
  passwordHash: { erase: 'remove', part: 'person', export: false },
  emailConfirmedAt: { erase: 'null', export: false },
  lastLoginAt: { erase: 'null', part: 'person', export: true },
  sessions: { erase: 'remove', fields: sessionPolicies, part: 'person', export: true },
  mailTokens: { erase: 'remove', fields: mailTokenPolicies, part: 'person', export: false },
  createdAt: { erase: 'keep', export: true },
  erasingSince: { erase: 'remove', export: false },
  erasingKey: { erase: 'remove', export: false },
  erasedAt: kept,
};

/** The form of an email by which accounts are unique: that by which mails to it are found. */
export const emailKeyOf = mailKey;
