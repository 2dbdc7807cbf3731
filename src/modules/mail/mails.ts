import type { Logger } from 'pino';
import { createDueWork } from '../../aggregate/due-work.js';
import type { Clock } from '../../lib/clock.js';
import { isEmailAddress } from '../../lib/email-address.js';
import { newId } from '../../lib/ids.js';
import { type Mail, type MailAbout, type MailKind, mailKey } from './mail.js';
import type { MailFilter, MailStore, MailSubject } from './mail.store.js';
import { MailChange } from './mail-change.js';
import { createMailSender, type RenderMail } from './send-mail.js';
import type { MailServer, SendResult } from './smtp.js';

const attemptsAtOnce = 2;
const messageIdPattern = /^<[^\s<>]{1,500}>$/;

/** A mail to be sent. */
export interface QueuedMail {
  /** Of what it follows from (`consequenceId`), so that it is queued once; left out: a new one. */
  id?: string;
  kind: MailKind;
  /** Recipient; without a valid address no mail is sent. */
  to: string | null;
  about: MailAbout;
  actor?: string | null;
  /** Sender; MAIL_FROM where left out. */
  from?: string | null;
  /** Of `outbound` alone. */
  subject?: string;
  text?: string;
  /** Message-IDs of the messages that it answers, the latest last; others than `<…>` are left out. */
  references?: readonly string[];
  /** Why it is not to be sent, where that is known already. */
  skip?: string | null;
}

export interface MailsOptions {
  store: MailStore;
  /** Null: no mail is sent. */
  server: MailServer | null;
  /** MAIL_FROM. */
  from: string | null;
  operatorName: string | null;
  /** Whose events those of mails are: only operators see them. */
  integratorId: string;
  baseUrl: string;
  clock: Clock;
  log: Logger;
  count: (outcome: SendResult['outcome']) => void;
}

export type Mails = ReturnType<typeof createMails>;

/** What every noun does with mails. */
export function createMails(options: MailsOptions) {
  const { store, server, clock, log } = options;
  const from = options.from;
  const renderers = new Map<MailKind, RenderMail>();
  const sender =
    server && from !== null ? createMailSender({ ...options, server, from, renderers }) : null;
  const domain = from?.split('@')[1] ?? new URL(options.baseUrl).hostname;

  const due = createDueWork({
    name: 'mails',
    earliest: store.earliestDue,
    work: async (id) => sender?.attempt(id, false),
    atOnce: attemptsAtOnce,
    clock,
    log,
  });

  /** Why no mail would be sent to an address; null when it would. */
  function reasonToSkip(to: string | null): string | null {
    if (!sender) return 'mail_not_configured';
    if (to === null) return 'no_address';
    return isEmailAddress(to) ? null : 'address_not_plain';
  }

  async function blankEach(found: readonly Mail[]): Promise<void> {
    for (const { _id } of found) {
      await store.change(_id, (mail) =>
        mail.to === null && mail.text === null ? null : new MailChange(mail, clock.now()).blank(),
      );
    }
  }

  return {
    /** Whether mails are sent at all. */
    configured: sender !== null,
    reasonToSkip,

    /**
     * Stores a mail, which is sent soon, or skipped with the reason in `lastError`: what `skip` says,
     * `mail_not_configured`, `no_address` or `address_not_plain`.
     *
     * @returns the mail; where one with the id exists, that one as it is
     */
    async queue(queued: QueuedMail): Promise<Mail> {
      const { id = newId(), kind, to, about } = queued;
      const now = clock.now();
      const skipped = queued.skip ?? reasonToSkip(to);
      const mail: Mail = {
        _id: id,
        integratorId: options.integratorId,
        status: skipped === null ? 'queued' : 'skipped',
        kind,
        to,
        toKey: to === null ? null : mailKey(to),
        from: queued.from ?? null,
        subject: queued.subject ?? null,
        text: queued.text ?? null,
        references: (queued.references ?? []).filter((one) => messageIdPattern.test(one)),
        about,
        actor: queued.actor ?? null,
        attempts: 0,
        ...(skipped === null && { dueAt: now }),
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
     * Tries a queued mail now, whatever was planned.
     *
     * @param milliseconds how long the caller waits; the attempt goes on after that
     * @returns the mail as it stands then
     */
    attempt: (id: string, milliseconds: number): Promise<Mail> =>
      sender ? sender.attemptFor(id, milliseconds) : store.get(id),

    /** Names what makes the mails of a kind; called once a kind, at start. */
    renderWith(kind: MailKind, render: RenderMail): void {
      if (renderers.has(kind)) throw new Error(`two templates make mails of the kind ${kind}`);
      renderers.set(kind, render);
    },

    find: (id: string): Promise<Mail | null> => store.find(id),
    /** @throws ApiError `mail_not_found` */
    get: (id: string): Promise<Mail> => store.get(id),
    list: store.list,
    /** Every mail about one thing, newest first. */
    listOf: (subject: MailSubject): Promise<Mail[]> => store.about(subject),
    async newestOf(subject: MailSubject): Promise<Mail | null> {
      return (await store.about(subject, 1))[0] ?? null;
    },
    /** Mails by their Message-IDs, with or without angle brackets. */
    findByMessageIds: (ids: readonly string[]): Promise<Mail[]> =>
      store.findByMessageIds(ids.map((id) => id.replace(/^<|>$/g, ''))),

    /** Marks a mail as bounced, unless no attempt was made or it has ended otherwise. */
    markBounced: (id: string): Promise<Mail> =>
      store.change(id, (mail) => new MailChange(mail, clock.now()).bounced()),

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
     * Removes addresses and texts of every mail about one thing, or to one address (`toKey`).
     * @param isMeant which of them
     * @returns their ids, those erased before included
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
     * Removes addresses and texts of the mails that were made in a span of time.
     * @returns where the next span begins: at the last mail where there may be more, else at `before`
     */
    async blankOld(span: { from: Date; before: Date; limit: number }): Promise<Date> {
      const found = await store.made(span);
      await blankEach(found);
      return found.length < span.limit ? span.before : (found.at(-1)?.createdAt ?? span.before);
    },

    /** Tries everything that is due; resolves when each attempt has ended. */
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
