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

/** The receiver rejects mail to this address, and accepts mail to all others. */
const rejectedAddress = 'kim@verifiers.example';

export const recordingKey = 'key-of-the-recorded-examples';

/** Starts a host for one file, from which the service is allowed to fetch evidence. */
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
    /** @returns the URL of the file */
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

/** Starts the service in this process, on an empty store, with a clock that only `pass` and `later` move. */
export async function startRecordedService() {
  let now = new Date('2026-01-31T12:00:00Z').getTime();
  const dataDir = mkdtempSync(join(tmpdir(), 'verification-examples-'));
  const clock = { now: () => new Date(now) };
  // With the machine's clock, the recorded data would already have expired.
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
      WEB_PUSH_CONTACT: 'mailto:operator@example.com',
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
   * Resolves when all effects of the responses so far are stored, including indirect ones: a finished report is
   * delivered by mail, and the mail's arrival is reported to the delivery.
   */
  async function settle(): Promise<void> {
    let before: number;
    do {
      before = await services.events.lastSeq();
      await services.relay.drain();
      await services.followers.catchUp();
      await services.mails.sendDue();
      // A post is an attempt with a time: it is made before the clock moves on.
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
    /** Returns the query of the signed link to the first version of a site check's report. */
    reportLink: (requestId: string) =>
      signReportLink(services.serverKeys.links, { requestId, version: 1, from: new Date(now) }),
    /** Pays a checkout session like its page. */
    pay(checkoutUrl: string): Promise<void> {
      const { pathname, search } = new URL(checkoutUrl);
      const body = new URLSearchParams({ outcome: 'paid' });
      return fetchOk(pathname + search, { method: 'POST', body });
    },
    serveFile: files.serve,
    /** A webhook URL that accepts every post. */
    hookUrl: `http://${files.host}/hooks`,
    /** Returns the token in the newest mail of a kind to a customer. */
    async mailToken(accountId: string, kind: MailTokenKind): Promise<string> {
      await services.passwordResets.handleDue();
      const newest = await newestMailToken(services, accountId, kind);
      if (!newest) throw new Error(`no ${kind} token for ${accountId}`);
      return newest.token;
    },
    /** Received mails, oldest first. */
    received: receiver.mails,
    /** Sends a mail that the mail server rejects. */
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
    /** Waits for all effects, then moves the clock by one second. */
    async pass(): Promise<void> {
      await settle();
      now += 1_000;
    },
    /** Waits for all effects, then moves the clock by five minutes, so that every run has the same times. */
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
