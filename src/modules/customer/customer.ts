import { z } from 'zod';
import { type Aggregate, aggregatePolicies } from '../../aggregate/change.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { day, hour } from '../../lib/units.js';
import { mailKey } from '../mail/mail.js';

export const customerStatus = z.enum(['active', 'erasing', 'erased']);
export type CustomerStatus = z.infer<typeof customerStatus>;

/** States of an account and their transitions. */
export const customerTransitions: Record<CustomerStatus, readonly CustomerStatus[]> = {
  active: ['erasing'],
  erasing: ['erased'],
  erased: [],
};

/** Maximum number of sessions of an account; the oldest is removed. */
export const sessionsMax = 20;
/** Counted from the login; using a session does not extend it. */
export const sessionMilliseconds = 12 * hour;

/** A session of a customer; its secret is in a cookie and not stored. */
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

/**
 * Maximum number of valid reset tokens of an account; the oldest is removed. Enough for the mails of two windows of
 * their limit.
 */
export const resetTokensMax = 20;

/** Lifetime of a token in a mail, in milliseconds. */
export const mailTokenMilliseconds: Record<MailTokenKind, number> = {
  confirm: 2 * day,
  reset: hour,
};

/** A token for mails; it is signed when the mail is rendered and not stored. */
export interface MailTokenRecord {
  tokenId: string;
  kind: MailTokenKind;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * The account of a customer. Every change is one write, guarded by `status` and `revision`, with its events in the same
 * document.
 */
export interface Customer extends Aggregate {
  status: CustomerStatus;
  fullName: string;
  /** As entered; absent when the account is being erased, like all optional members here. */
  email?: string;
  /** Normalised email for logins, unique across all accounts. */
  emailKey?: string;
  phone?: string;
  /** BCP 47 tag of the language of mails; absent if none was chosen. */
  language?: string;
  /** argon2id in PHC form. */
  passwordHash?: string;
  emailConfirmedAt: Date | null;
  lastLoginAt: Date | null;
  /** Oldest first; absent if there are no sessions, because their hashes are indexed. */
  sessions?: CustomerSession[];
  /** Oldest first; at most one confirmation and `resetTokensMax` resets; absent if there are no tokens. */
  mailTokens?: MailTokenRecord[];
  createdAt: Date;
  /**
   * Start of the erasure of its requests; absent before that, and after it until the account gets a request that cannot
   * be erased immediately.
   */
  erasingSince?: Date;
  /** Former `emailKey`, which finds mails to and from the person; absent before and after the erasure. */
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
 * The part `person` is erased when the account is closed; the rest, including the confirmed address, after its requests
 * and mails are erased. An exported field is also a field of the GraphQL type CustomerAccount.
 */
export const customerPolicies: FieldPolicies<Customer> = {
  ...aggregatePolicies,
  _id: { erase: 'keep', export: 'account_id' },
  fullName: { erase: { with: () => 'Erased' }, part: 'person', export: true },
  email: { erase: 'remove', part: 'person', export: true },
  emailKey: { erase: 'remove', part: 'person', export: false },
  phone: { erase: 'remove', part: 'person', export: true },
  language: { erase: 'remove', part: 'person', export: true },
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

/** Returns the form of an email that is unique across accounts: the same form finds mails to it. */
export const emailKeyOf = mailKey;
