import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.js';
import { chromiumPath } from './chromium.js';

/** A page with a record of its errors and requests. */
export interface OpenPage {
  page: Page;
  /** Console errors, uncaught errors, requests to other origins, and URLs that contain a secret. */
  wrong: string[];
  /** Every requested URL. */
  sent: string[];
}

export interface OpenOptions extends BrowserContextOptions {
  /** Texts that no URL can contain, such as an access token. */
  secrets?: string[];
  /** Console errors that the test causes on purpose. */
  expected?: RegExp;
}

/** A running service on a local port, and a browser that can reach nothing else. */
export class BrowserApp {
  private constructor(
    readonly app: TestApp,
    readonly address: string,
    readonly browser: Browser,
    private readonly close: () => Promise<void>,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<BrowserApp> {
    let answer: (request: Request, env: object) => Promise<Response> | Response = () =>
      new Response(null, { status: 503 });
    const listener = getRequestListener((request: Request, env: object) => answer(request, env));
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const app = await startTestApp(env, { baseUrl: address });
    answer = app.handle;
    const browser = await chromium.launch({
      executablePath: chromiumPath ?? '',
      // plain.test is this service at an origin that browsers do not consider secure.
      args: ['--no-sandbox', '--host-resolver-rules=MAP plain.test 127.0.0.1'],
    });
    return new BrowserApp(app, address, browser, async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.stop();
    });
  }

  stop(): Promise<void> {
    return this.close();
  }

  /**
   * Opens a path, or a complete URL of this service, in a new context.
   * @returns the page when it has loaded
   */
  async open(path: string, options: OpenOptions = {}): Promise<OpenPage> {
    const { secrets = [], expected, ...context } = options;
    const opened = await this.browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      ...context,
    });
    const page = await opened.newPage();
    page.setDefaultTimeout(15_000);
    const wrong: string[] = [];
    const sent: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !expected?.test(message.text())) wrong.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      sent.push(url);
      const address = url.split('#')[0] ?? '';
      const { hostname } = new URL(url);
      if (!/^(data|blob):/.test(url) && !['127.0.0.1', 'plain.test'].includes(hostname)) {
        wrong.push(`asks for ${url}`);
      }
      for (const secret of secrets) if (address.includes(secret)) wrong.push(`a secret in ${url}`);
    });
    await page.goto(/^http/.test(path) ? path : this.address + path);
    return { page, wrong, sent };
  }
}

/** Defines tests that need a browser and a running service; skipped without a browser. */
export function describeInBrowser(
  name: string,
  tests: (started: () => BrowserApp) => void,
  env: Record<string, string> = {},
): void {
  describe.runIf(chromiumPath)(name, () => {
    let started: BrowserApp | undefined;
    beforeAll(async () => {
      started = await BrowserApp.start(env);
    });
    afterAll(() => started?.stop());
    tests(() => started as BrowserApp);
  });
}
