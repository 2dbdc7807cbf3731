import type { Transporter } from 'nodemailer';
import { deadline } from '../../lib/deadline.js';
import { needsSmtpUtf8 } from '../../lib/email-address.js';
import { second } from '../../lib/units.js';

const connectionsMax = 2;
const connectMilliseconds = 5 * second;
const socketMilliseconds = 10 * second;
/** Below the lease of an attempt, which another process may follow with the next. */
const attemptMilliseconds = 45 * second;

/** A mail for the server; its addresses are as `mailableAddress` returns them, so none can reach another header. */
export interface OutgoingMail {
  /** Without angle brackets. */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** In angle brackets, the latest last. */
  references: readonly string[];
  /** Whether a person or an agent wrote it. */
  written: boolean;
  date: Date;
}

/** What came of an attempt: `refused` is final, `failed` may work later. */
export type SendResult = { outcome: 'accepted' } | { outcome: 'refused' | 'failed'; error: string };

export interface MailServer {
  /** Tries once, for 45 s at most; never throws. */
  send(mail: OutgoingMail): Promise<SendResult>;
  /** Ends the attempts in progress as failed. */
  close(): void;
}

/** A text as one line of a header or a log. */
export const oneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();

/**
 * A subject as it is read. What looks like an encoded word is kept apart by a space of no width: mail clients
 * would decode it, a link in it included that `quoted` could not see.
 */
const readSubject = (subject: string): string => oneLine(subject).replaceAll('=?', '=\u200b?');

const smtpUtf8Missing = 'The mail server does not offer SMTPUTF8, which the address requires.';

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/** 5xx about this mail is final; 5xx of the login or the greeting is about the server's settings. */
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
 * Returns whether the server offers SMTPUTF8 (RFC 6531). A separate connection asks for it: nodemailer sends
 * a non-ASCII address to a server without it too, which may deliver it to another mailbox.
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

/** The mail server at an `smtp://` or `smtps://` address; the library is loaded with the first mail. */
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
          ...(!mail.written && { headers: { 'Auto-Submitted': 'auto-generated' } }),
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
