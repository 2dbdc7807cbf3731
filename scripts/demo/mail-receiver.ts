import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
export interface ReceivedMail {
  /** Envelope. */
  from: string;
  to: string;
  raw: Buffer;
  content: Email;
}

/** What the receiver answers in place of accepting a mail, after RCPT TO or after the text. */
export interface Rejection {
  code: number;
  text: string;
}

/** Value of a header of a received mail; undefined when it has none. */
export const headerOf = ({ content }: ReceivedMail, name: string): string | undefined =>
  content.headers.find(({ key }) => key === name.toLowerCase())?.value;

/**
 * An SMTP server on a free port of 127.0.0.1 that keeps what it accepts.
 * @param options.smtpUtf8 false: it does not offer SMTPUTF8
 */
export async function startMailReceiver({ smtpUtf8 = true } = {}) {
  const mails: ReceivedMail[] = [];
  let reject: (to: string) => Rejection | null | Promise<Rejection | null> = () => null;
  let onText: (mail: ReceivedMail) => Rejection | null | Promise<Rejection | null> = () => null;

  const errorOf = (rejection: Rejection | null) =>
    rejection && Object.assign(new Error(rejection.text), { responseCode: rejection.code });

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSMTPUTF8: !smtpUtf8,
    closeTimeout: 100,
    onRcptTo({ address }, _, done) {
      Promise.resolve(reject(address)).then((rejection) => done(errorOf(rejection)), done);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const mail = {
          from: envelope.mailFrom === false ? '' : (envelope.mailFrom?.address ?? ''),
          to: envelope.rcptTo[0]?.address ?? '',
          raw,
          content: await PostalMime.parse(raw),
        };
        const rejection = await onText(mail);
        if (!rejection) mails.push(mail);
        done(errorOf(rejection));
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;

  return {
    /** SMTP_URL of the service. */
    url: `smtp://127.0.0.1:${port}`,
    /** Everything accepted, oldest first. */
    mails,
    to: (address: string): ReceivedMail[] => mails.filter((mail) => mail.to === address),
    /** Answers to each recipient from now on; null accepts. */
    rejectRecipients(answer: typeof reject): void {
      reject = answer;
    },
    /** Answers to each text from now on; null accepts. */
    rejectTexts(answer: typeof onText): void {
      onText = answer;
    },
    stop: (): Promise<void> => new Promise((done) => server.close(() => done())),
  };
}

export type MailReceiver = Awaited<ReturnType<typeof startMailReceiver>>;
