import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailTokenKind } from '../../src/modules/customer/customer.js';
import { newestMailToken } from '../../src/modules/customer/mail-token.js';
import { login, refusalOf, register, storedCustomer } from '../customer/support/accounts.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import { restFace } from '../support/faces.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const origin = 'http://service.test';
let app: TestApp;
let browser: Browser;

describe.runIf(existsSync(executablePath))('the pages behind the links of account mails', () => {
  beforeAll(async () => {
    app = await startTestApp();
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await app.stop();
  });

  /** A page whose requests the app answers; what it sends is noted without its bodies. */
  async function open(path: string): Promise<{ page: Page; sent: string[]; wrong: string[] }> {
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    const sent: string[] = [];
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    await page.route('**', async (route) => {
      const request = route.request();
      const { pathname, search } = new URL(request.url());
      sent.push(request.url());
      // What is fulfilled is taken as it is, so that it must not be compressed.
      const { 'accept-encoding': _, ...headers } = await request.allHeaders();
      const answer = await app.fetch(pathname + search, {
        method: request.method(),
        headers,
        ...(request.postData() !== null && { body: request.postData() }),
      });
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      });
    });
    await page.goto(origin + path);
    return { page, sent, wrong };
  }
  const tokenFor = async (id: string, kind: MailTokenKind) =>
    (await newestMailToken(app.services, id, kind))?.token ?? '';
  const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
  const says = (page: Page, role: 'status' | 'alert', words: string) =>
    page.getByRole(role).filter({ hasText: words }).waitFor();

  it('confirm an address, and send the token in a body alone', async () => {
    const { id } = await register(app);
    const token = await tokenFor(id, 'confirm');
    const { page, sent, wrong } = await open(`/confirm-email#${token}`);
    expect(await page.title()).toBe('Confirm your email – Verification service');
    await press(page, 'Confirm');
    await says(page, 'status', 'Your email is confirmed.');
    expect((await storedCustomer(app, id)).emailConfirmedAt).toBeInstanceOf(Date);
    expect(sent.filter((url) => url.includes(token))).toEqual([]);
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('say that a link has expired, and send a new one to who is signed in', async () => {
    const { id, email } = await register(app);
    const token = await tokenFor(id, 'confirm');
    app.advance(hours(48));
    const { page } = await open(`/confirm-email#${token}`);
    await press(page, 'Confirm');
    await says(page, 'alert', 'This link has expired.');
    await press(page, 'Send a new one');
    await says(page, 'alert', 'Sign in to get a new link.');
    const session = await login(app, email);
    await page.context().addCookies([{ name: 'session', value: session, url: origin }]);
    await press(page, 'Send a new one');
    await says(page, 'status', 'A new link is on its way.');
    expect(await tokenFor(id, 'confirm')).not.toBe('');
    await page.close();
  });

  it('reset a password, and say what is wrong with one', async () => {
    const { id, email, session } = await register(app);
    const asked = await open('/reset-password');
    await asked.page.getByLabel('Email').fill(email);
    await press(asked.page, 'Send the link');
    await says(asked.page, 'status', 'If there is an account with this email');
    await asked.page.close();

    const { page, wrong } = await open(`/reset-password#${await tokenFor(id, 'reset')}`);
    await page.getByLabel('New password').fill('short');
    await press(page, 'Set password');
    await says(page, 'alert', 'Enter at least 8 characters.');
    await page.getByLabel('New password').fill(email);
    await press(page, 'Set password');
    await says(page, 'alert', 'The password must not be the email.');
    await page.getByLabel('New password').fill('another long password');
    await press(page, 'Set password');
    await says(page, 'status', 'Your password is set. You are signed in.');
    expect(await refusalOf(app, session)).toBe('session_invalid');
    const again = { email, password: 'another long password' };
    expect((await restFace.call(app, 'loginCustomer', { input: again })).code).toBeUndefined();
    expect(wrong).toEqual([]);
    await page.close();
  });
});
