import type { Transporter } from 'nodemailer';
import { deadline } from '../../lib/deadline.js';
import { needsSmtpUtf8 } from '../../lib/email-address.js';
import { second } from '../../lib/units.js';

const connectionsMax = 2;
const connectMilliseconds = 5 * second;
const socketMilliseconds = 10 * second;
/** Shorter than the lease of an attempt, after which another process can make the next. */
const attemptMilliseconds = 45 * second;

/** A mail for the server; its addresses are as `mailableAddress` returns them, so they cannot inject another header. */
export interface OutgoingMail {
  /** Without angle brackets. */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** BCP 47 tag; absent if unknown. */
  language?: string;
  unsubscribeUrl?: string;
  /** In angle brackets, latest last. */
  references: readonly string[];
  /** True if a person or an agent wrote it. */
  written: boolean;
  date: Date;
}

/**
 * Result of an attempt: `refused` is final, `failed` can be retried. `providerMessageId` is the id of a text message at
 * the SMS provider.
 */
export type SendResult =
  | { outcome: 'accepted'; providerMessageId?: string }
  | { outcome: 'refused' | 'failed'; error: string };

export interface MailServer {
  /** Makes one attempt of at most 45 s; never throws. */
  send(mail: OutgoingMail): Promise<SendResult>;
  /** Ends running attempts as failed. */
  close(): void;
}

/** Returns a text as one line for a header or a log. */
export const oneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();

/**
 * Returns a subject as it should be displayed. A zero-width space breaks what looks like an encoded word: mail clients
 * would decode it, including a link in it that `quoted` could not see.
 */
const readSubject = (subject: string): string => oneLine(subject).replaceAll('=?', '=\u200b?');

const smtpUtf8Missing = 'The mail server does not offer SMTPUTF8, which the address requires.';

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/**
 * Returns the result of an error. 5xx about this mail is final; 5xx of the login or the greeting concerns the server's
 * settings.
 */
function resultOf(error: SmtpError): SendResult {
  const { code, responseCode = 0, response, message } = error;
  const rejected = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return { outcome: rejected ? 'refused' : 'failed', error: oneLine(response || message) };
}

const timeouts = {
  connectionTimeout: connectMilliseconds,
  greetingTimeout: connectMilliseconds,
  socketTimeout: socketMilliseconds,
};

/**
 * Returns whether the server offers SMTPUTF8 (RFC 6531), using a separate connection: nodemailer also sends a non-ASCII
 * address to a server without it, which could deliver it to another mailbox.
 */
async function offersSmtpUtf8(url: string, signal: AbortSignal): Promise<boolean> {
  const [{ default: SMTPConnection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const connection = new SMTPConnection({ ...parseConnectionUrl(url), ...timeouts });
  const close = () => connection.close();
  signal.addEventListener('abort', close);
  try {
    await new Promise<void>((done, fail) => {
      connection.on('error', fail);
      connection.once('end', () => fail(new Error('Connection closed')));
      connection.connect((error) => (error ? fail(error) : done()));
    });
    return /[ -]SMTPUTF8\b/i.test(String(connection.lastServerResponse));
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** Returns the additional headers; those of RFC 8058 let a mail client unsubscribe with one click. */
const headersOf = ({
  written,
  language,
  unsubscribeUrl,
}: OutgoingMail): Record<string, string> => ({
  ...(!written && { 'Auto-Submitted': 'auto-generated' }),
  ...(language !== undefined && { 'Content-Language': language }),
  ...(unsubscribeUrl !== undefined && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});

async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    maxRequeues: 1,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  }) as Transporter;
}

/** Returns the mail server of an `smtp://` or `smtps://` URL; the library is loaded with the first mail. */
export function createSmtpServer(url: string): MailServer {
  let transport: Promise<Transporter> | null = null;
  const closing = new AbortController();

  return {
    async send(mail) {
      const { signal, clear } = deadline(attemptMilliseconds, [closing.signal]);
      const isInternational = [mail.to, mail.from.address].some(needsSmtpUtf8);
      try {
        if (isInternational && !(await offersSmtpUtf8(url, signal))) {
          return { outcome: 'refused', error: smtpUtf8Missing };
        }
        transport ??= open(url);
        await (await transport).sendMail({
          messageId: `<${mail.messageId}>`,
          date: mail.date,
          from: mail.from,
          to: { name: '', address: mail.to },
          subject: readSubject(mail.subject),
          text: mail.text,
          ...(mail.html !== null && { html: mail.html }),
          ...(mail.references.length > 0 && {
            inReplyTo: mail.references.at(-1),
            references: [...mail.references],
          }),
          headers: headersOf(mail),
          signal,
        });
        return { outcome: 'accepted' };
      } catch (error) {
        return resultOf(error as SmtpError);
      } finally {
        clear();
      }
    },
    close() {
      closing.abort();
      transport?.then((opened) => opened.close()).catch(() => {});
    },
  };
}
