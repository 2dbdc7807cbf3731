import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import type { MailTokenKind } from '../../src/modules/customer/customer.js';
import { newestMailToken } from '../../src/modules/customer/mail-token.js';
import { signReportLink } from '../../src/modules/report/report-link.js';
import { startServices } from '../../src/start.js';
import { startMailReceiver } from '../demo/mail-receiver.js';

/** Mail to it is refused by the receiver; to any other it is accepted. */
const rejectedAddress = 'kim@verifiers.example';

export const recordingKey = 'key-of-the-recorded-examples';

/** A host of one file, which the service may fetch evidence from. */
async function startFileHost() {
  let file: Uint8Array = new Uint8Array();
  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'image/jpeg', 'content-length': file.length })
      .end(file),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    /** @returns the address of the file */
    serve(bytes: Uint8Array): string {
      file = bytes;
      return `http://${host}/front.jpg`;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The service in this process, on an empty store, with a clock that only `later` moves. */
export async function startRecordedService() {
  let now = new Date('2026-01-31T12:00:00Z').getTime();
  const dataDir = mkdtempSync(join(tmpdir(), 'verification-examples-'));
  const clock = { now: () => new Date(now) };
  // By the machine's time, what is recorded would have expired long ago.
  const store = await startEmbeddedStore({ dataDir, clock });
  const files = await startFileHost();
  const receiver = await startMailReceiver();
  receiver.rejectRecipients((to) =>
    to === rejectedAddress ? { code: 550, text: '5.1.1 No such user here' } : null,
  );
  const { services, stop } = await startServices({
    config: readConfig({
      PILOT_API_KEY: recordingKey,
      RATE_LIMITS: 'off',
      MEDIA_URL_HOSTS: files.host,
      WEBHOOK_URL_HOSTS: files.host,
      SMTP_URL: receiver.url,
      MAIL_FROM: 'service@verification.example',
      OPERATOR_NAME: 'Example Verification',
    }),
    mongodbUri: store.uri,
    baseUrl: 'https://verification.example',
    clock,
    log: pino({ level: 'error' }, pino.destination(2)),
    announcePilotKey: () => {},
  });
  const app = createApp(services);

  async function fetchOk(path: string, init?: RequestInit): Promise<void> {
    const response = await app.request(path, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }

  /**
   * Resolves when everything that follows from the answers so far is stored, and what follows from that:
   * a report that is ready is delivered, by a mail whose arrival is told to the delivery.
   */
  async function settle(): Promise<void> {
    let before: number;
    do {
      before = await services.events.lastSeq();
      await services.relay.drain();
      await services.followers.catchUp();
      await services.mails.sendDue();
      // A post is an attempt with its time: it is made before the clock goes on.
      await services.webhooks.deliverDue();
      await services.transparency.publish();
      await services.relay.drain();
    } while ((await services.events.lastSeq()) > before);
  }

  return {
    fetch: (path: string, init?: RequestInit) => app.request(path, init),
    settle,
    /** Waits for the PDF of a report. */
    readPdf: (path: string) => fetchOk(path, { headers: { 'x-api-key': recordingKey } }),
    /** Query of the signed link to the first version of a site check's report. */
    reportLink: (requestId: string) =>
      signReportLink(services.serverKeys.links, { requestId, version: 1, from: new Date(now) }),
    /** Pays a checkout session as its page does. */
    pay(checkoutUrl: string): Promise<void> {
      const { pathname, search } = new URL(checkoutUrl);
      const body = new URLSearchParams({ outcome: 'paid' });
      return fetchOk(pathname + search, { method: 'POST', body });
    },
    serveFile: files.serve,
    /** Takes every post. */
    hookUrl: `http://${files.host}/hooks`,
    /** The token in the newest mail of a kind to a customer. */
    async mailToken(accountId: string, kind: MailTokenKind): Promise<string> {
      await services.passwordResets.handleDue();
      const newest = await newestMailToken(services, accountId, kind);
      if (!newest) throw new Error(`no ${kind} token for ${accountId}`);
      return newest.token;
    },
    /** Mails that arrived, oldest first. */
    received: receiver.mails,
    /** Sends a mail that the mail server refuses. */
    async sendRejectedMail(): Promise<void> {
      await services.mails.queue({
        kind: 'outbound',
        to: rejectedAddress,
        about: {},
        actor: 'founder_console',
        subject: 'Your next job',
        text: 'Are you free on Monday?',
      });
      await settle();
    },
    now: () => new Date(now),
    /** Lets everything that follows happen, and a second pass. */
    async pass(): Promise<void> {
      await settle();
      now += 1_000;
    },
    /** Lets five minutes pass; what still goes on gets its times before, the same in every run. */
    async later(): Promise<void> {
      await settle();
      now += 5 * 60_000;
    },
    async stop(): Promise<void> {
      files.stop();
      await stop();
      await receiver.stop();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type RecordedService = Awaited<ReturnType<typeof startRecordedService>>;
