import { randomInt } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import { createDueWork } from '../../aggregate/due-work.js';
import type { Clock } from '../../lib/clock.js';
import { newId } from '../../lib/ids.js';
import { isUnavailable } from '../../lib/mongo.js';
import { second } from '../../lib/units.js';
import { typedKey } from '../mail/mail.js';
import type { Mails } from '../mail/mails.js';
import { CustomerChange } from './customer-change.js';
import type { Customers } from './customers.js';
import { queueTokenMail } from './token-mail.js';

/** When a request is handled, after it was answered: at a random moment, so that no answer is timed by it. */
export const resetDelay = { least: second, most: 5 * second };

/** A request for a reset, whether or not the email has an account; deleted once it is handled. */
interface ResetRequest {
  /** Also the id of the token and of the mail, so that handling it again makes neither again. */
  _id: string;
  /** In the spelling in which the email was typed. */
  emailKey: string;
  dueAt: Date;
}

export type PasswordResets = ReturnType<typeof createPasswordResets>;

/** The `password_resets` collection. Requests are answered before the account is looked up. */
export function createPasswordResets(options: {
  db: Db;
  customers: Customers;
  mails: Mails;
  clock: Clock;
  log: Logger;
}) {
  const { customers, mails, clock, log } = options;
  const requests: Collection<ResetRequest> = options.db.collection('password_resets');

  async function sendMail({ _id, emailKey }: ResetRequest): Promise<void> {
    const found = await customers.findByEmail(emailKey);
    if (!found) return;
    const account = await customers.change(found._id, (current) => {
      const isMade = current.mailTokens?.some(({ tokenId }) => tokenId === _id);
      if (current.status !== 'active' || isMade) return null;
      return new CustomerChange(current, clock.now()).allowReset(_id);
    });
    const token = account.mailTokens?.find(({ tokenId }) => tokenId === _id);
    if (token) await queueTokenMail({ mails }, account, token);
  }

  const due = createDueWork({
    name: 'password resets',
    async earliest(limit) {
      const found = await requests
        .find({ dueAt: { $gt: new Date(0) } }, { projection: { dueAt: 1 } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id, dueAt }) => ({ id: _id, at: dueAt }));
    },
    async work(id) {
      const request = await requests.findOne({ _id: id });
      if (!request) return;
      try {
        await sendMail(request);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        log.error({ err: error }, 'password reset: mail not queued');
      }
      await requests.deleteOne({ _id: id });
    },
    clock,
    log,
  });

  return {
    async ensureIndexes(): Promise<void> {
      await requests.createIndex({ dueAt: 1 });
    },

    /** Stores a request; its mail is queued a few seconds later, where the email has an account. */
    async request(email: string): Promise<void> {
      const delay = randomInt(resetDelay.least, resetDelay.most);
      const dueAt = new Date(clock.now().getTime() + delay);
      await requests.insertOne({ _id: newId(), emailKey: typedKey(email), dueAt });
      due.wake();
    },

    /** Handles every request that is due. */
    handleDue: (): Promise<void> => due.run(),
    start: due.start,
    stop: due.stop,
  };
}
