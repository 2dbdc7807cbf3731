import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { catalogues } from '../../src/messages/catalogues.js';
import type { Catalogue, Texts } from '../../src/messages/create-translator.js';
import type { Language } from '../../src/messages/language.js';
import { register, storedCustomer } from '../customer/support/accounts.js';
import { made } from '../customer-request/support/requests.js';
import { start, tokens } from '../dispatch/support/scene.js';
import { createJob, upload } from '../evidence/support/scene.js';
import * as flow from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { type BrowserApp, describeInBrowser } from './support/browser-app.js';
import { englishCopy } from './support/english-copy.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';
import { reportedRequest } from './support/report-scene.js';
import { serviceLabels } from './support/service-labels.js';

const languages = ['de', 'ja', 'ar'] as const satisfies readonly Language[];

interface Shown {
  /** Returns an address of the page for one language. */
  address: (started: BrowserApp) => Promise<string> | string;
  /** Returns the session of the reader. */
  session?: (started: BrowserApp) => Promise<string>;
  /** True if the page follows the changes of a request. */
  live?: boolean;
  /** Console errors that the page causes. */
  expected?: RegExp;
}

async function offerToken({ app }: BrowserApp): Promise<string> {
  const questions = [{ question_key: 'name', label: 'Which name is at the door?', kind: 'text' }];
  const jobId = await createJob(app, { questions });
  const candidates = [{ label: 'Ann' }];
  const { body: run } = await start(app, jobId, { candidates, pay_text: '€25 within 7 days' });
  return (await tokens(app, run.id))[0] ?? '';
}

async function checkout(app: BrowserApp['app']): Promise<string> {
  const opened = await flow.request(app);
  await flow.select(app, opened);
  return flow.checkout(app, opened);
}

/** Returns the session of an account with more requests than a page of its list shows. */
async function sessionWithRequests({ app }: BrowserApp): Promise<string> {
  const account = await register(app);
  for (let count = 0; count < 21; count += 1) await made(app, account);
  return account.session;
}

const statusOf = ({ id, token }: flow.Opened) => `/site-checks/${id}#${token}`;

const pages: Record<string, Shown> = {
  'order form': { address: () => '/' },
  'page about the service': { address: () => '/about' },
  'request with offers': {
    live: true,
    address: async ({ app }) => statusOf(await flow.request(app)),
  },
  'request far from cities': {
    address: async ({ app }) => statusOf(await flow.request(app, flow.nowhere)),
  },
  'request to photograph': {
    live: true,
    async address({ app }) {
      const opened = await flow.request(app);
      await flow.select(app, opened, 'self_service');
      await restApi.call(app, 'startSelfServiceCapture', opened);
      return statusOf(opened);
    },
  },
  'request in progress': {
    live: true,
    async address({ app }) {
      const opened = await flow.paid(app);
      await upload(app, { token: await flow.assign(app, opened.jobId) });
      return statusOf(opened);
    },
  },
  'request with a report': {
    live: true,
    async address({ app }) {
      const opened = await flow.reported(app);
      await restApi.call(app, 'createShareLink', { ...opened, input: {} });
      return statusOf(opened);
    },
  },
  'request without its code': { address: () => '/site-checks/x' },
  'request with a wrong code': { address: () => '/site-checks/x#y', expected: /404/ },
  offer: { address: async (started) => `/offer#${await offerToken(started)}` },
  'offer without its code': { address: () => '/offer' },
  'offer with a wrong code': { address: () => '/offer#x.y.z', expected: /401/ },
  'short link': { address: () => '/p' },
  checkout: { address: ({ app }) => checkout(app) },
  'paid and refunded checkout': {
    async address({ app }) {
      const path = await checkout(app);
      const sent = {
        headers: { accept: 'text/html' },
        body: new URLSearchParams({ outcome: 'paid' }),
      };
      await app.fetch(path, { method: 'POST', ...sent });
      const sessionId = new URL(path, 'http://service.test').pathname.split('/').at(-1);
      await app.siteChecks.updateOne(
        { 'checkouts.sessionId': sessionId },
        { $set: { 'checkouts.$.refundedAt': new Date() } },
      );
      return path;
    },
  },
  'unknown checkout': { address: () => '/checkout/x', expected: /404/ },
  'optional mails': {
    address: ({ app }) =>
      `/unsubscribe/${app.services.mailPreferences.tokenFor('ada@example.org')}`,
  },
  'optional mails without a link': { address: () => '/unsubscribe/x', expected: /404/ },
  report: {
    async address({ app }) {
      const reported = await reportedRequest(app);
      return `/reports/${reported.id}#${reported.token}`;
    },
  },
  'report without its code': { address: () => '/reports/x' },
  'report with a broken link': {
    address: () => '/reports/x?version=1&expires=1&signature=x',
    expected: /404/,
  },
  'unknown shared report': { address: () => '/shared/x', expected: /404/ },
  'sign-in': { address: () => '/sign-in' },
  registration: { address: () => '/register' },
  'confirmation of an email': { address: () => '/confirm-email#x' },
  'new password': { address: () => '/reset-password' },
  'new password by a link': { address: () => '/reset-password#x' },
  account: { address: () => '/account', session: sessionWithRequests },
  'account without requests': {
    address: () => '/account',
    session: async ({ app }) => (await register(app)).session,
  },
  'search in an account': {
    address: () => '/account?q=shop&state=quoted',
    session: sessionWithRequests,
  },
  'unknown address': { address: () => '/no-such-page', expected: /404/ },
};

/** Returns the storage of a browser with the session of an account. */
function signedIn(session: string) {
  const cookie = { name: 'session', value: session, domain: '127.0.0.1', path: '/', expires: -1 };
  const sameSite = 'Lax' as const;
  return { cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite }], origins: [] };
}

const copy: readonly Catalogue<Texts>[] = [...Object.values(catalogues), serviceLabels];

/** Returns the pixels between the text of the heading and the right edge of its box. */
const headingRoom = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    return heading.getBoundingClientRect().right - range.getBoundingClientRect().right;
  });

describeInBrowser('pages in the language of the browser', (started) => {
  it.each(Object.entries(pages))('%s', async (name, shown) => {
    const { address, session, expected, live = false } = shown;
    for (const language of languages) {
      const { page, wrong } = await started().open(await address(started()), {
        locale: language,
        viewport: { width: 390, height: 844 },
        ...(session && { storageState: signedIn(await session(started())) }),
        ...(expected && { expected }),
      });
      // A page that follows a request keeps a stream open.
      if (live) await page.locator('main[data-live]').waitFor();
      else await page.waitForLoadState('networkidle');
      const { lang, dir } = await page.evaluate(() => {
        const { lang, dir } = document.documentElement;
        return { lang, dir };
      });
      expect([lang, dir]).toEqual([language, language === 'ar' ? 'rtl' : 'ltr']);
      if (language === 'ar')
        expect(await headingRoom(page), 'right of the heading').toBeLessThan(2);
      expect(await englishCopy(page, language, copy), language).toEqual([]);
      const marked = page.locator('main [lang=en]:not(option)');
      expect(await marked.allTextContents(), `${name} ${language}`).toEqual([]);
      await expectAccessible(page);
      await expectFitting(page);
      await shoot(page, `${name} ${language}`.replaceAll(' ', '-'));
      expect(wrong).toEqual([]);
      await page.context().close();
    }
  });
});

describeInBrowser('the forms of an account', (started) => {
  it.each([
    ['with script', true],
    ['without script', false],
  ])('show their errors in the language of the page, %s', async (_name, javaScriptEnabled) => {
    const { page } = await started().open('/register', {
      locale: 'de',
      javaScriptEnabled,
      expected: /422/,
    });
    await page.getByLabel('Vor- und Nachname').fill('A');
    await page.getByLabel('E-Mail').fill('ada at example');
    await page.getByLabel('Passwort', { exact: true }).fill('kurz');
    await page.getByRole('button', { name: 'Konto anlegen' }).click();
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'Bitte prüfen Sie Ihre Angaben' }).waitFor();
    expect(await alert.getByRole('link').allTextContents()).toEqual([
      'Vor- und Nachname: Geben Sie mindestens 2 Zeichen ein.',
      'E-Mail: Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
      'Telefon: Bitte füllen Sie dieses Feld aus.',
      'Passwort: Geben Sie mindestens 8 Zeichen ein.',
    ]);
    expect(await page.title()).toBe('Fehler: Konto anlegen – Prüfdienst');
    expect(await englishCopy(page, 'de', copy)).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['with script', true],
    ['without script', false],
  ])('store the language of emails, %s', async (_name, javaScriptEnabled) => {
    const { id, session } = await register(started().app, { language: 'pt-PT' });
    const { page, wrong } = await started().open('/account', {
      locale: 'fr',
      javaScriptEnabled,
      storageState: signedIn(session),
    });
    const stored = async () => (await storedCustomer(started().app, id)).language;
    const select = page.getByRole('combobox', { name: 'Langue des e-mails' });
    const chosen = () =>
      select.evaluate((node) => (node as HTMLSelectElement).selectedOptions[0]?.text);
    const save = page.getByRole('button', { name: 'Enregistrer' });
    expect(await chosen()).toBe('Português (Brasil)');
    await save.click();
    await page.getByRole('status').getByText('Vos informations sont enregistrées.').waitFor();
    expect(await stored()).toBe('pt-PT');
    await select.selectOption('日本語');
    await save.click();
    await expect.poll(stored).toBe('ja');
    await expect.poll(chosen).toBe('日本語');
    await page.goto(`${started().address}/account`);
    expect(await chosen()).toBe('日本語');
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});

describeInBrowser('the form for another language', (started) => {
  it('keeps the secret of the page and stays chosen', async () => {
    const { page, wrong } = await started().open(`/offer#${await offerToken(started())}`);
    await page.getByRole('heading', { level: 1, name: 'A job for you' }).waitFor();
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ein Auftrag für Sie' }).waitFor();
    await page.getByRole('button', { name: 'Auftrag annehmen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sie haben den Auftrag' }).waitFor();
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('works without script', async () => {
    const { page } = await started().open('/offer', { javaScriptEnabled: false, locale: 'de' });
    await page.getByLabel('Sprache').selectOption('العربية');
    await page.getByRole('button', { name: 'Ändern' }).click();
    await page.getByRole('heading', { level: 1, name: 'أدخلوا رمز الوصول' }).waitFor();
    await page.context().close();
  });
});
