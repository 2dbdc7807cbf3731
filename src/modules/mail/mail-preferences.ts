import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { Clock } from '../../lib/clock.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { mailKey } from './mail.js';

/** An address that does not want optional mails. */
export interface MailPreference {
  /** Keyed hash of the address, which is not stored: an erasure does not end the preference. */
  _id: string;
  unsubscribedAt: Date;
}

/** Kept by erasures, so that an address that has unsubscribed does not get optional mails again. */
export const mailPreferencePolicies: FieldPolicies<MailPreference> = {
  _id: kept,
  unsubscribedAt: kept,
};

const idBytes = 16;
const macBytes = 10;

export type MailPreferences = ReturnType<typeof createMailPreferences>;

/**
 * The `mail_preferences` collection: addresses without optional mails. The token of an unsubscribe link contains the
 * hash of the address and its MAC, so that it works without a session and for as long as the address exists.
 *
 * @param options.key HMAC key of links
 */
export function createMailPreferences(options: { db: Db; key: Buffer; clock: Clock }) {
  const preferences: Collection<MailPreference> = options.db.collection('mail_preferences');

  const hmac = (text: string, bytes: number): Buffer =>
    createHmac('sha256', options.key).update(text).digest().subarray(0, bytes);
  const idOf = (address: string) => hmac(`mail-preference\n${mailKey(address)}`, idBytes);
  const macOf = (id: Buffer) => hmac(`unsubscribe\n${id.toString('hex')}`, macBytes);
  const storedId = (id: Buffer) => id.toString('base64url');

  /** Returns the id in a token; null for an invalid one. */
  function readToken(token: string): string | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== idBytes + macBytes) return null;
    const id = bytes.subarray(0, idBytes);
    return timingSafeEqual(macOf(id), bytes.subarray(idBytes)) ? storedId(id) : null;
  }

  const store = (_id: string) =>
    preferences.updateOne(
      { _id },
      { $setOnInsert: { unsubscribedAt: options.clock.now() } },
      { upsert: true },
    );

  return {
    /** Returns the token of the unsubscribe link for an address: 35 characters base64url. */
    tokenFor(address: string): string {
      const id = idOf(address);
      return Buffer.concat([id, macOf(id)]).toString('base64url');
    },

    async isUnsubscribed(address: string): Promise<boolean> {
      const _id = storedId(idOf(address));
      return (await preferences.findOne({ _id }, { projection: { _id: 1 } })) !== null;
    },

    isValidToken: (token: string): boolean => readToken(token) !== null,

    async unsubscribe(address: string): Promise<void> {
      await store(storedId(idOf(address)));
    },

    /**
     * Stores the choice of the reader of an unsubscribe link.
     * @returns false for an invalid token
     */
    async choose(token: string, wantsOptional: boolean): Promise<boolean> {
      const _id = readToken(token);
      if (_id === null) return false;
      if (wantsOptional) await preferences.deleteOne({ _id });
      else await store(_id);
      return true;
    },
  };
}
