import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  type Account,
  handleResets,
  password,
  register,
  storedCustomer,
} from '../customer/support/accounts.js';
import { made } from '../customer-request/support/requests.js';
import { describeInBrowser, type OpenOptions } from './support/browser-app.js';
import { expectAccessible, expectFitting, expectLargeTargets, shoot } from './support/looks.js';
import { unreachable } from './support/settings.js';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

describeInBrowser(
  'help on the account pages',
  (started) => {
    const openSignedIn = ({ session }: Pick<Account, 'session'>, options: OpenOptions = {}) => {
      const cookie = {
        name: 'session',
        value: session,
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
      };
      const cookies = [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' as const }];
      return started().open('/account', { ...options, storageState: { cookies, origins: [] } });
    };
    const looksRight = async (page: Page, name: string) => {
      await shoot(page, name);
      await expectAccessible(page);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expectLargeTargets(page);
      }
      await expectFitting(page);
    };
    const described = (page: Page, label: string) =>
      page.getByLabel(label, { exact: true }).evaluate((field) =>
        (field.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );

    it('says why a phone number is needed', async () => {
      const { page } = await started().open('/register');
      expect(await described(page, 'Phone')).toContain('reach you while someone is on site');
      await looksRight(page, 'account-register');
      await page.context().close();
      const signedIn = await openSignedIn(await register(started().app));
      expect(await described(signedIn.page, 'Phone')).toContain('Never for advertising');
      await signedIn.page.context().close();
    });

    it.each(sizes)('shows a typed password on request, at $width px', async (viewport) => {
      const { email } = await register(started().app);
      const { page, wrong } = await started().open('/sign-in', { expected: /401/ });
      await page.setViewportSize(viewport);
      const field = page.getByLabel('Password', { exact: true });
      const button = page.getByRole('button', { name: 'Show password' });
      await page.getByLabel('Email').fill(email);
      await field.fill('not the password');
      expect(await button.getAttribute('aria-pressed')).toBe('false');
      await field.press('Tab');
      expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      expect(await field.getAttribute('type')).toBe('text');
      expect(await button.getAttribute('aria-pressed')).toBe('true');
      expect(await field.inputValue()).toBe('not the password');
      await looksRight(page, `account-shown-${viewport.width}`);
      await button.press(' ');
      expect(await field.getAttribute('type')).toBe('password');
      await button.press(' ');
      // A sent password is hidden again, and the button still works.
      await field.press('Enter');
      await page.getByRole('alert').getByText('Email or password is wrong.').waitFor();
      expect(await field.getAttribute('type')).toBe('password');
      await button.press('Enter');
      await field.fill(password);
      expect(await field.getAttribute('type')).toBe('text');
      await field.press('Enter');
      await page.waitForURL(/\/account$/);
      expect(wrong).toEqual([]);
      await page.context().close();
      const plain = await started().open('/sign-in', { javaScriptEnabled: false });
      expect(await plain.page.getByText('Show', { exact: false }).isVisible()).toBe(false);
      await plain.page.context().close();
    });

    it('explains a reset mail that does not arrive, and sends another', async () => {
      const { app } = started();
      const { id, email } = await register(app);
      const { page, wrong } = await started().open('/reset-password', { expected: /429/ });
      await page.getByLabel('Email').fill(email);
      await page.keyboard.press('Enter');
      const main = page.getByRole('main');
      await main.getByText('works for an hour').waitFor();
      await main.getByText('spam folder').waitFor();
      await main.getByText(email).waitFor();
      await looksRight(page, 'account-reset-sent');
      const tokens = async () => {
        await handleResets(app);
        const { mailTokens = [] } = await storedCustomer(app, id);
        return mailTokens.filter(({ kind }) => kind === 'reset');
      };
      expect(await tokens()).toHaveLength(1);
      await page.getByRole('button', { name: 'Send again' }).press('Enter');
      await page
        .getByRole('status')
        .getByText('If there is an account with this email, another link is on its way.')
        .waitFor();
      expect(await tokens()).toHaveLength(2);
      await page.getByRole('link', { name: 'Use another email' }).press('Enter');
      await page.getByRole('button', { name: 'Send the link' }).waitFor();
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it.each([
      ...sizes.map((viewport) => ({ viewport, javaScriptEnabled: true })),
      { viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
    ])('searches and filters requests, and saves them as CSV: %j', async (options) => {
      const { app } = started();
      const account = await register(app);
      for (const objective of [
        '=HYPERLINK("http://x")',
        'Is the bakery, left, open?',
        '@SUM(A1)',
      ]) {
        await made(app, account, { objective });
      }
      for (let index = 0; index < 20; index += 1) {
        await made(app, account, { objective: `Is shop ${index} open?` });
      }
      const { page, wrong } = await openSignedIn(account, options);
      const list = page.getByRole('list', { name: 'Your requests' });
      const links = list.getByRole('link');
      expect(await links.count()).toBe(20);
      const search = page.getByRole('textbox', { name: 'Search your requests' });
      // The oldest are on the second page; the search finds them.
      await search.fill('BAKERY');
      await search.press('Enter');
      await page.getByText('1 request matches.').waitFor();
      expect(await links.allInnerTexts()).toEqual(['Is the bakery, left, open?']);
      expect(await search.inputValue()).toBe('BAKERY');
      if (options.javaScriptEnabled) {
        await looksRight(page, `account-search-${options.viewport.width}`);
        await page.setViewportSize(options.viewport);
      }
      await page.getByRole('combobox', { name: 'State' }).selectOption('Cancelled');
      await page.getByRole('button', { name: 'Search' }).press('Enter');
      await page.getByText('No request matches.').waitFor();
      await page.getByRole('link', { name: 'Show all' }).press('Enter');
      await expect.poll(() => links.count()).toBe(20);
      await page.getByRole('combobox', { name: 'State' }).selectOption('Choose an offer');
      await page.getByRole('button', { name: 'Search' }).press('Enter');
      await page.getByText('23 requests match.').waitFor();
      expect(await links.count()).toBe(23);

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download CSV' }).press('Enter'),
      ]);
      expect(file.suggestedFilename()).toBe('requests.csv');
      const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
      expect(lines[0]).toBe('\ufeffQuestion,Address,State,Requested,Request ID');
      expect(lines).toHaveLength(25);
      // A spreadsheet runs no formula of a request; the newest is first.
      expect(lines[21]).toMatch(/^'@SUM\(A1\),.*,Choose an offer,20\d\d-.*Z,[0-9a-f-]{36}$/);
      expect(lines[22]).toMatch(/^"Is the bakery, left, open\?",/);
      expect(lines[23]).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)",/);
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('returns the file of requests to their customer alone', async () => {
      const { app } = started();
      const [mine, theirs] = [await register(app), await register(app)];
      await made(app, mine, { objective: 'Is it mine?' });
      const read = (session: string) =>
        app.fetch('/account/requests.csv', { headers: { cookie: `session=${session}` } });
      expect(await (await read(mine.session)).text()).toContain('Is it mine?');
      expect(await (await read(theirs.session)).text()).not.toContain('Is it mine?');
      const none = await app.fetch('/account/requests.csv', { redirect: 'manual' });
      expect([none.status, none.headers.get('location')]).toEqual([303, '/sign-in']);
    });
  },
  unreachable.mail,
);
