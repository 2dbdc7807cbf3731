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
export interface Refusal {
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
  let refuse: (to: string) => Refusal | null | Promise<Refusal | null> = () => null;
  let onText: (mail: ReceivedMail) => Refusal | null | Promise<Refusal | null> = () => null;

  const errorOf = (refusal: Refusal | null) =>
    refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code });

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSMTPUTF8: !smtpUtf8,
    closeTimeout: 100,
    onRcptTo({ address }, _, done) {
      Promise.resolve(refuse(address)).then((refusal) => done(errorOf(refusal)), done);
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
        const refusal = await onText(mail);
        if (!refusal) mails.push(mail);
        done(errorOf(refusal));
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
    refuseRecipients(answer: typeof refuse): void {
      refuse = answer;
    },
    /** Answers to each text from now on; null accepts. */
    refuseTexts(answer: typeof onText): void {
      onText = answer;
    },
    stop: (): Promise<void> => new Promise((done) => server.close(() => done())),
  };
}

export type MailReceiver = Awaited<ReturnType<typeof startMailReceiver>>;
