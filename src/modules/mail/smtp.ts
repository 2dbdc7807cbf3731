import type { Transporter } from 'nodemailer';
import { deadline } from '../../lib/deadline.js';
import { second } from '../../lib/units.js';

const connectionsMax = 2;
const connectMilliseconds = 5 * second;
const socketMilliseconds = 10 * second;
/** Below the lease of an attempt, which another process may follow with the next. */
const attemptMilliseconds = 45 * second;

/** A mail as it is handed to the server; addresses are plain, so none can reach another header. */
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

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/** 5xx about this mail is final; 5xx of the login or the greeting is about the server's settings. */
function resultOf(error: SmtpError): SendResult {
  const { code, responseCode = 0, response, message } = error;
  const refused = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return { outcome: refused ? 'refused' : 'failed', error: oneLine(response || message) };
}

async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    maxRequeues: 1,
    connectionTimeout: connectMilliseconds,
    greetingTimeout: connectMilliseconds,
    socketTimeout: socketMilliseconds,
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
      try {
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
