import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.js';
import { mailableAddress } from '../../lib/email-address.js';
import { isUnavailable } from '../../lib/mongo.js';
import { second } from '../../lib/units.js';
import type { Mail, MailChannel, MailKind } from './mail.js';
import type { MailStore } from './mail.store.js';
import { isLeased, MailChange } from './mail-change.js';
import type { SmsOptOuts } from './sms-opt-outs.js';
import { type SmsError, type SmsProvider, smsStatusUrl } from './sms-provider.js';
import { type MailServer, oneLine, type SendResult } from './smtp.js';

const stopMilliseconds = 5 * second;
/** Poll interval for an attempt made by another process. */
const lookMilliseconds = 250;

export interface MailContent {
  subject: string;
  text: string;
  html: string | null;
  /** BCP 47 tag of its language; absent if unknown. */
  language?: string;
  /** Address of the unsubscribe page; absent for a mail that cannot be unsubscribed. */
  unsubscribeUrl?: string;
}

/** The reason why a mail is no longer needed, to be recorded. */
export class Skip {
  constructor(readonly reason: string) {}
}

/** Renders a mail from its ids; returns null if it cannot be sent any more. */
export type RenderMail = (mail: Mail) => Promise<MailContent | Skip | null>;

interface SenderOptions {
  store: MailStore;
  server: MailServer | null;
  from: string | null;
  sms: SmsProvider | null;
  smsOptOuts: SmsOptOuts;
  baseUrl: string;
  operatorName: string | null;
  renderers: ReadonlyMap<MailKind, RenderMail>;
  clock: Clock;
  log: Logger;
  count: (outcome: SendResult['outcome'], channel: MailChannel) => void;
}

/** Sends mails: each attempt is claimed by a guarded write, so that one process makes it. */
export function createMailSender(options: SenderOptions) {
  const { store, server, renderers, clock, log, count } = options;
  const running = new Map<string, Promise<void>>();

  async function contentOf(mail: Mail): Promise<MailContent | Skip | null> {
    const { kind, subject, text } = mail;
    if (kind === 'outbound') {
      return subject === null || text === null ? null : { subject, text, html: null };
    }
    const render = renderers.get(kind);
    if (!render) throw new Error(`no template makes a mail of the kind ${kind}`);
    return render(mail);
  }

  /** @throws only if the database is unavailable */
  async function sendText({ _id, to }: Mail, text: string): Promise<SendResult> {
    if (!options.sms) return { outcome: 'failed', error: 'sms_not_configured' satisfies SmsError };
    if (to === null) return { outcome: 'refused', error: 'no_number' satisfies SmsError };
    // The recipient can have replied since the message was queued.
    if (await options.smsOptOuts.isStopped(to)) {
      return { outcome: 'refused', error: 'recipient_opted_out' satisfies SmsError };
    }
    return options.sms.send({ to, text, statusUrl: smsStatusUrl(options.baseUrl, _id) });
  }

  /** @throws only if the database is unavailable */
  async function send(mail: Mail): Promise<SendResult | Skip> {
    const isText = mail.channel === 'sms';
    const to = mail.to && mailableAddress(mail.to);
    const from = mailableAddress(mail.from ?? options.from ?? '');
    if (!isText && server && !(to && from)) return { outcome: 'refused', error: 'no address' };
    let content: MailContent | Skip | null;
    try {
      content = await contentOf(mail);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.error({ err: error, mail: mail._id, kind: mail.kind }, 'mail: rendering failed');
      return { outcome: 'failed', error: 'The text could not be made.' };
    }
    if (!content) return { outcome: 'refused', error: 'nothing to send' };
    if (content instanceof Skip) return content;
    if (isText) return sendText(mail, content.text);
    if (!server || !to || !from) return { outcome: 'failed', error: 'mail_not_configured' };
    const written = mail.kind === 'outbound';
    const name = written ? '' : oneLine(options.operatorName ?? '');
    return server.send({
      messageId: mail.messageId,
      from: { name, address: from },
      to,
      ...content,
      references: mail.references,
      written,
      date: clock.now(),
    });
  }

  /** Returns the mail claimed by this process; null if no attempt can be made now. */
  async function claim(id: string, early: boolean): Promise<Mail | null> {
    let claimed = false;
    const mail = await store.change(id, (found) => {
      claimed = false;
      const now = clock.now();
      const due = found.dueAt !== undefined && found.dueAt <= now;
      if (!due && !(early && found.status === 'queued')) return null;
      const change = new MailChange(found, now).claim();
      claimed = change.after.status === 'sending';
      return change;
    });
    return claimed ? mail : null;
  }

  function report({ _id: mail, kind, attempts, channel }: Mail, { outcome }: SendResult): void {
    count(outcome, channel ?? 'email');
    if (outcome === 'refused') {
      log.warn({ mail, kind, attempts }, 'mail: refused');
    } else if (outcome === 'failed') {
      log.info({ mail, kind, attempts }, 'mail: not accepted, retrying later');
    }
  }

  async function attemptOnce(id: string, early: boolean): Promise<void> {
    const claimed = await claim(id, early);
    if (!claimed) return;
    const result = await send(claimed);
    if (!(result instanceof Skip)) report(claimed, result);
    await store.change(id, (found) => {
      // If the lease has expired, the next attempt stores the result.
      if (found.status !== 'sending' || found.attempts !== claimed.attempts) return null;
      const change = new MailChange(found, clock.now());
      if (result instanceof Skip) return change.skipped(result.reason);
      if (result.outcome === 'accepted') return change.sent(result.providerMessageId);
      // Servers often repeat the address in their response; it must not be stored again if it was erased in the
      // meantime.
      const error = found.to === claimed.to ? result.error : 'The address was erased.';
      return result.outcome === 'refused' ? change.failed(error) : change.retryAfter(error);
    });
  }

  /**
   * Makes one attempt to send a mail; joins a running one of this process.
   * @param early true to ignore the scheduled time
   * @throws only if the database is unavailable
   */
  function attempt(id: string, early: boolean): Promise<void> {
    const known = running.get(id);
    if (known) return known;
    const one = attemptOnce(id, early).finally(() => running.delete(id));
    running.set(id, one);
    return one;
  }

  return {
    attempt,

    /** Makes an attempt now, and returns the mail when it has ended, or after this time at the latest. */
    async attemptFor(id: string, milliseconds: number): Promise<Mail> {
      const end = Date.now() + milliseconds;
      const timer = new AbortController();
      const attempted = attempt(id, true);
      attempted.catch(() => {});
      await Promise.race([
        attempted,
        delay(milliseconds, undefined, { signal: timer.signal }).catch(() => {}),
      ]).finally(() => timer.abort());
      for (;;) {
        const mail = await store.get(id);
        const left = end - Date.now();
        if (left <= 0 || !isLeased(mail, clock.now())) return mail;
        await delay(Math.min(left, lookMilliseconds));
      }
    },

    /** Waits 5 s for running attempts, then aborts them. */
    async close(): Promise<void> {
      const ended = Promise.allSettled([...running.values()]);
      const timer = new AbortController();
      await Promise.race([
        ended,
        delay(stopMilliseconds, undefined, { signal: timer.signal }).catch(() => {}),
      ]);
      timer.abort();
      server?.close();
      options.sms?.close();
      await ended;
    },
  };
}
