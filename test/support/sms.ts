import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApp } from './app.js';

const account = 'AC00000000000000000000000000000001';
const token = 'token-of-the-sms-provider';
const from = '+4915100000000';

/** A message as received. */
export interface ReceivedText {
  sid: string;
  to: string;
  from: string;
  text: string;
  statusUrl: string;
}

interface Answer {
  status: number;
  body: object;
}

/** Returns an error in Twilio's form. */
export const smsError = (code: number, status = 400): Answer => ({
  status,
  body: { code, message: `Error ${code}`, more_info: `https://example.org/${code}`, status },
});

async function fieldsOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** Starts a server on a free port of 127.0.0.1 with the documented behavior of Twilio's Messages resource. */
export async function startSmsProvider() {
  const texts: ReceivedText[] = [];
  let attempts = 0;
  let reject: (to: string) => Answer | null | Promise<Answer | null> = () => null;

  async function answer(request: IncomingMessage): Promise<Answer> {
    const expected = Buffer.from(`${account}:${token}`).toString('base64');
    if (request.headers.authorization !== `Basic ${expected}`) return smsError(20003, 401);
    if (request.url !== `/2010-04-01/Accounts/${account}/Messages.json`)
      return smsError(20404, 404);
    const fields = await fieldsOf(request);
    const field = (name: string) => fields.get(name) ?? '';
    attempts += 1;
    const rejected = await reject(field('To'));
    if (rejected) return rejected;
    const sid = `SM${randomUUID().replaceAll('-', '')}`;
    const statusUrl = field('StatusCallback');
    texts.push({ sid, to: field('To'), from: field('From'), text: field('Body'), statusUrl });
    return { status: 201, body: { sid, status: 'queued', error_code: null } };
  }

  const server = createServer((request, response) => {
    answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;

  return {
    /** Settings of an app that sends its text messages to this server. */
    settings: {
      SMS_URL: `http://127.0.0.1:${port}`,
      SMS_ACCOUNT: account,
      SMS_TOKEN: token,
      SMS_FROM: from,
    },
    /** All accepted messages, oldest first. */
    texts,
    to: (number: string): ReceivedText[] => texts.filter((one) => one.to === number),
    /** Number of requests with a message, accepted or not. */
    attempts: () => attempts,
    /** Sets the response to each further message; null accepts. */
    answerWith(next: typeof reject): void {
      reject = next;
    },
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}

export type SmsStandIn = Awaited<ReturnType<typeof startSmsProvider>>;

/** Returns Twilio's signature of a URL and form fields. */
export function signatureOf(url: string, fields: Record<string, string>): string {
  const sorted = Object.keys(fields).sort();
  const text = url + sorted.map((name) => `${name}${fields[name]}`).join('');
  return createHmac('sha1', token).update(text).digest('base64');
}

interface Hook {
  /** URL that is signed, if it is not the one of the request. */
  signedUrl?: string;
  signature?: string;
}

/** Sends a webhook like Twilio's, signed with the account's token. */
export async function sendHook(
  app: TestApp,
  path: string,
  fields: Record<string, string>,
  hook: Hook = {},
) {
  const url = hook.signedUrl ?? `${app.services.baseUrl}${path}`;
  const signature = hook.signature ?? signatureOf(url, fields);
  return app.rest('POST', path, {
    key: null,
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
    },
  });
}

/** Sends a reply as the holder of a phone. */
export const reply = (
  app: TestApp,
  number: string,
  text: string,
  fields: Record<string, string> = {},
) =>
  sendHook(app, '/hooks/sms', {
    MessageSid: `SM${randomUUID().replaceAll('-', '')}`,
    From: number,
    To: from,
    Body: text,
    ...fields,
  });

/** Sends the provider's report on a message. */
export const report = (
  app: TestApp,
  { sid, to, statusUrl }: ReceivedText,
  fields: Record<string, string>,
) => {
  const { pathname, search } = new URL(statusUrl);
  return sendHook(app, `${pathname}${search}`, { MessageSid: sid, To: to, From: from, ...fields });
};
