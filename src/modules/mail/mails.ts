import type { Logger } from 'pino';
import { createDueWork } from '../../aggregate/due-work.js';
import type { Clock } from '../../lib/clock.js';
import { isEmailAddress } from '../../lib/email-address.js';
import { newId } from '../../lib/ids.js';
import { isE164 } from '../../lib/phone-number.js';
import { type Mail, type MailAbout, type MailChannel, type MailKind, mailKey } from './mail.js';
import type { MailFilter, MailStore, MailSubject } from './mail.store.js';
import { MailChange } from './mail-change.js';
import { createMailSender, type RenderMail } from './send-mail.js';
import type { SmsOptOuts } from './sms-opt-outs.js';
import type { SmsError, SmsProvider } from './sms-provider.js';
import type { MailServer, SendResult } from './smtp.js';

const attemptsAtOnce = 2;
const messageIdPattern = /^<[^\s<>]{1,500}>$/;

/** A mail to be sent. */
export interface QueuedMail {
  /** Derived from its cause (`consequenceId`), so that it is queued once; omitted: a new id. */
  id?: string;
  kind: MailKind;
  /** `email` if omitted. */
  channel?: MailChannel;
  /** Recipient: an address or, for a text message, a number in E.164; without a valid one nothing is sent. */
  to: string | null;
  about: MailAbout;
  actor?: string | null;
  /** Sender; MAIL_FROM if omitted. */
  from?: string | null;
  /** Only for `outbound`. */
  subject?: string;
  text?: string;
  /** Message-IDs of the messages that it replies to, latest last; values not in the form `<…>` are dropped. */
  references?: readonly string[];
  /** Time of the first attempt; now if omitted. */
  at?: Date;
  /** Reason not to send it, if already known. */
  skip?: string | null;
}

/** A queue of mails. */
export interface Waiting {
  count: number;
  /** When the oldest was first due; null without one. */
  since: Date | null;
}

export interface MailsOptions {
  store: MailStore;
  /** Null: no mail is sent. */
  server: MailServer | null;
  /** MAIL_FROM. */
  from: string | null;
  /** Null: no text message is sent. */
  sms: SmsProvider | null;
  smsOptOuts: SmsOptOuts;
  operatorName: string | null;
  /** Integrator of the events of mails, which only operators see. */
  integratorId: string;
  baseUrl: string;
  clock: Clock;
  log: Logger;
  count: (outcome: SendResult['outcome'], channel: MailChannel) => void;
}

export type Mails = ReturnType<typeof createMails>;

/** Mail operations for other modules. */
export function createMails(options: MailsOptions) {
  const { store, server, sms, smsOptOuts, clock, log } = options;
  const from = options.from;
  const renderers = new Map<MailKind, RenderMail>();
  const sendsMail = server !== null && from !== null;
  const sender = sendsMail || sms ? createMailSender({ ...options, renderers }) : null;
  const domain = from?.split('@')[1] ?? new URL(options.baseUrl).hostname;

  const due = createDueWork({
    name: 'mails',
    earliest: store.earliestDue,
    work: async (id) => sender?.attempt(id, false),
    atOnce: attemptsAtOnce,
    clock,
    log,
  });

  /** Returns why no mail would be sent to an address; null if it would be sent. */
  function reasonToSkip(to: string | null): string | null {
    if (!sendsMail) return 'mail_not_configured';
    if (to === null) return 'no_address';
    return isEmailAddress(to) ? null : 'address_not_plain';
  }

  /** Returns why no text message would be sent to a number; null if it would be sent. */
  async function reasonToSkipText({
    to,
    skip,
  }: Pick<QueuedMail, 'to' | 'skip'>): Promise<string | null> {
    if (!sms) return 'sms_not_configured' satisfies SmsError;
    if (skip != null) return skip;
    if (to === null) return 'no_number' satisfies SmsError;
    if (!isE164(to)) return 'number_not_valid' satisfies SmsError;
    const isStopped = await smsOptOuts.isStopped(to);
    return isStopped ? ('recipient_opted_out' satisfies SmsError) : null;
  }

  async function blankEach(found: readonly Mail[]): Promise<void> {
    for (const { _id } of found) {
      await store.change(_id, (mail) =>
        mail.to === null && mail.text === null ? null : new MailChange(mail, clock.now()).blank(),
      );
    }
  }

  return {
    /** True if mails are sent at all. */
    configured: sendsMail,
    /** True if text messages are sent at all. */
    textsConfigured: sms !== null,
    reasonToSkip,
    reasonToSkipText,

    /**
     * Stores a mail, which is sent soon, or skipped with the reason in `lastError`: the value of `skip`,
     * `mail_not_configured`, `no_address` or `address_not_plain`; for a text message an `SmsError`.
     *
     * @returns the mail; if one with the id exists, that one unchanged
     */
    async queue(queued: QueuedMail): Promise<Mail> {
      const { id = newId(), kind, channel = 'email', to, about } = queued;
      const now = clock.now();
      const skipped =
        channel === 'sms' ? await reasonToSkipText(queued) : (queued.skip ?? reasonToSkip(to));
      const first = queued.at && queued.at > now ? queued.at : now;
      const mail: Mail = {
        _id: id,
        integratorId: options.integratorId,
        status: skipped === null ? 'queued' : 'skipped',
        kind,
        channel,
        to,
        toKey: to === null ? null : mailKey(to),
        from: queued.from ?? null,
        subject: queued.subject ?? null,
        text: queued.text ?? null,
        references: (queued.references ?? []).filter((one) => messageIdPattern.test(one)),
        about,
        actor: queued.actor ?? null,
        attempts: 0,
        ...(skipped === null && { dueAt: first, firstDueAt: first }),
        lastError: skipped,
        messageId: `${id}@${domain}`,
        createdAt: now,
        updatedAt: now,
        sentAt: null,
        revision: 1,
        outbox: [],
      };
      const inserted = await store.insert(mail, ['_id']);
      if (inserted && skipped === null) due.wake();
      return inserted ?? store.get(id);
    },

    /**
     * Sends a queued mail now, before its scheduled time.
     *
     * @param milliseconds maximum time that the caller waits; the attempt continues after that
     * @returns the mail afterwards
     */
    attempt: (id: string, milliseconds: number): Promise<Mail> =>
      sender ? sender.attemptFor(id, milliseconds) : store.get(id),

    /** Registers the renderer of a kind of mail; called once per kind, at start. */
    renderWith(kind: MailKind, render: RenderMail): void {
      if (renderers.has(kind)) throw new Error(`two templates make mails of the kind ${kind}`);
      renderers.set(kind, render);
    },

    find: (id: string): Promise<Mail | null> => store.find(id),
    /** @throws ApiError `mail_not_found` */
    get: (id: string): Promise<Mail> => store.get(id),
    list: store.list,
    /** Returns the number of mails of a kind to an address since a time. */
    countTo: (to: string, kind: MailKind, since: Date): Promise<number> =>
      store.countTo(mailKey(to), kind, since),
    /** Returns every mail with this id, newest first. */
    listOf: (subject: MailSubject): Promise<Mail[]> => store.about(subject),
    async newestOf(subject: MailSubject): Promise<Mail | null> {
      return (await store.about(subject, 1))[0] ?? null;
    },
    /** Returns mails by their Message-IDs, with or without angle brackets. */
    findByMessageIds: (ids: readonly string[]): Promise<Mail[]> =>
      store.findByMessageIds(ids.map((id) => id.replace(/^<|>$/g, ''))),

    /**
     * Marks a mail as bounced, unless no attempt was made or it has ended in another way.
     * @param error reason that the delivery report states; not stored once the address is erased
     */
    markBounced: (id: string, error: string | null = null): Promise<Mail> =>
      store.change(id, (mail) =>
        new MailChange(mail, clock.now()).bounced(mail.to === null ? null : error),
      ),

    /** Marks a text message as accepted by its provider, unless its end is stored. */
    markAccepted: (id: string, providerMessageId: string): Promise<Mail> =>
      store.change(id, (mail) => new MailChange(mail, clock.now()).confirmed(providerMessageId)),
    /** Marks a text message as undelivered, unless no attempt was made or it has ended in another way. */
    markUndelivered: (id: string, error: SmsError): Promise<Mail> =>
      store.change(id, (mail) => new MailChange(mail, clock.now()).bounced(error)),

    /**
     * Queues a failed mail again, with all its attempts.
     * @throws ApiError `mail_not_found`; `invalid_transition` unless it has failed and its address is known
     */
    async retry(id: string): Promise<Mail> {
      const mail = await store.change(id, (found) => new MailChange(found, clock.now()).retryNow());
      due.wake();
      return mail;
    },

    /**
     * Removes addresses and texts of every mail with an id, or to one address (`toKey`).
     * @param isMeant selects some of them
     * @returns their ids, including those erased before
     */
    async blank(
      subject: MailSubject | { toKey: string },
      isMeant: (mail: Mail) => boolean = () => true,
    ): Promise<string[]> {
      const found =
        'toKey' in subject ? await store.findTo(subject.toKey) : await store.about(subject);
      const meant = found.filter(isMeant);
      await blankEach(meant);
      return meant.map(({ _id }) => _id);
    },

    /**
     * Removes addresses and texts of the mails created in a time span.
     * @returns the start of the next span: the last mail if there could be more, otherwise `before`
     */
    async blankOld(span: { from: Date; before: Date; limit: number }): Promise<Date> {
      const found = await store.made(span);
      await blankEach(found);
      return found.length < span.limit ? span.before : (found.at(-1)?.createdAt ?? span.before);
    },

    /** Returns the mails that are due or retried: their number by channel, and when the oldest was first due. */
    async waiting(): Promise<Record<MailChannel, Waiting>> {
      const found: Record<MailChannel, Waiting> = {
        email: { count: 0, since: null },
        sms: { count: 0, since: null },
      };
      for await (const mail of store.waiting(clock.now())) {
        const one = found[mail.channel ?? 'email'];
        const since = mail.firstDueAt ?? mail.createdAt;
        one.count += 1;
        if (!one.since || since < one.since) one.since = since;
      }
      return found;
    },

    /** Makes all due attempts; resolves when each has ended. */
    sendDue: (): Promise<void> => due.run(),

    start(): void {
      if (sender) due.start();
    },
    async stop(): Promise<void> {
      await Promise.all([due.stop(), sender?.close()]);
    },
  };
}

export type { MailFilter, MailSubject };
