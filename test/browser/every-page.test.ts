import { mkdirSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newestMailToken } from '../../src/modules/customer/mail-token.js';
import { type Account, register } from '../customer/support/accounts.js';
import { start, tokens } from '../dispatch/support/scene.js';
import { createJob } from '../evidence/support/scene.js';
import { claimed, confirmEmail, invite } from '../invite/support/invites.js';
import * as flow from '../site-check/support/flow.js';
import { pilotKey } from '../support/app.js';
import { pageRoutes } from '../support/page-routes.js';
import { type BrowserApp, describeInBrowser } from './support/browser-app.js';
import { captureLink, phone, shopTask } from './support/capture.js';
import { expectAccessible } from './support/looks.js';
import { type Reported, reportedRequest } from './support/report-scene.js';
import { everySetting } from './support/settings.js';

/** As long as the configuration allows, without a place to break. */
const longOperatorName = 'Grundstücksverwaltungsgesellschaft'.repeat(4).slice(0, 120);

/** Data that the pages show. */
interface Scene {
  account: Account;
  /** Request of the account with an invite. */
  invited: flow.Opened;
  quoted: flow.Opened;
  checkout: string;
  /** Page of a checkout that is paid at Stripe. */
  elsewhere: string;
  reported: Reported;
  /** Page of a share link. */
  shared: string;
  job: string;
  capture: string;
  offer: string;
  confirmation: string;
  reset: string;
  unsubscribe: string;
}

const long = 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel';

async function makeScene({ app }: BrowserApp): Promise<Scene> {
  const account = await register(app, { full_name: `Ada ${long}` });
  await confirmEmail(app, account);
  const { opened: invited } = await claimed(app, account);
  await invite(app, invited, { invitee_name: `Grace ${long}`, invitee_phone: '+49 30 1234567' });
  const other = await register(app);
  const offered = await createJob(app);
  const { body: run } = await start(app, offered, { candidates: [{ label: 'Ann' }] });
  const paying = await flow.request(app, { objective: `Is the ${long} there?` });
  await flow.select(app, paying);
  const elsewhere = await flow.request(app);
  await flow.select(app, elsewhere);
  const elsewherePath = await flow.checkout(app, elsewhere);
  // As PAYMENTS=stripe stores it.
  await app.siteChecks.updateOne(
    { _id: elsewhere.id },
    { $set: { 'checkouts.0.provider': 'stripe', 'checkouts.0.url': 'https://pay.example/x' } },
  );
  await app.services.passwordResets.request(other.email);
  app.advance(6_000);
  await app.services.passwordResets.handleDue();
  const tokenOf = async (kind: 'confirm' | 'reset') =>
    (await newestMailToken(app.services, other.id, kind))?.token ?? '';
  const reported = await reportedRequest(app);
  const { body: share } = await app.rest(
    'POST',
    `/v1/public/site-checks/${reported.id}/share-links`,
    { key: null, body: { access_token: reported.token } },
  );
  return {
    account,
    invited,
    quoted: await flow.request(app, { objective: `Is the ${long} there?` }),
    checkout: await flow.checkout(app, paying),
    elsewhere: elsewherePath,
    reported,
    shared: new URL(share.url).pathname,
    job: await createJob(app, { objective: `Is the ${long} there?` }),
    capture: (await shopTask(app)).token,
    offer: (await tokens(app, run.id))[0] ?? '',
    confirmation: await tokenOf('confirm'),
    reset: await tokenOf('reset'),
    unsubscribe: app.services.mailPreferences.tokenFor('ada@example.org'),
  };
}

interface Shown {
  path: (scene: Scene) => string;
  /** The action that the page is for. */
  primary: (page: Page) => Locator;
  /** True if the request carries the session of the account. */
  signedIn?: boolean;
  /** True if the page is used with an API key. */
  keyed?: boolean;
  /** Selector of third-party content, which axe does not check. */
  foreign?: string;
  /** True if the action must be visible without scrolling. */
  first?: boolean;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name });
const link = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('link', { name });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Pages in the states that look different, by their route; any other page is shown without data. */
const states: Record<string, Record<string, Shown>> = {
  '/': { form: { path: () => '/', primary: button('See offers') } },
  '/site-checks/:id': {
    'code form': { path: () => '/site-checks/x', primary: button(/./) },
    offers: {
      path: ({ quoted }) => `/site-checks/${quoted.id}#${quoted.token}`,
      primary: button('Choose Verifier within 72 hours'),
    },
    'invite of the account': {
      path: ({ invited }) => `/site-checks/${invited.id}`,
      primary: button('Revoke'),
      signedIn: true,
    },
    report: {
      path: ({ reported }) => `/site-checks/${reported.id}#${reported.token}`,
      primary: link('Read the report'),
    },
  },
  '/capture': {
    task: {
      path: ({ capture }) => captureLink(capture),
      primary: (page) => page.getByLabel('Take photo', { exact: true }),
      first: true,
    },
  },
  '/errors': { list: { path: () => '/errors', primary: link('rate_limited') } },
  '/errors/:code': {
    error: { path: () => '/errors/rate_limited', primary: link(/error/i) },
    'unknown error': { path: () => '/errors/x', primary: heading },
  },
  '/sign-in': { form: { path: () => '/sign-in', primary: button('Sign in') } },
  '/register': { form: { path: () => '/register', primary: button('Create account') } },
  '/confirm-email': {
    link: {
      path: ({ confirmation }) => `/confirm-email#${confirmation}`,
      primary: button(/./),
    },
  },
  '/reset-password': {
    // Without mail there is no form.
    request: {
      path: () => '/reset-password',
      primary: (page) => button('Send the link')(page).or(page.getByText('sends no mail')),
    },
    link: { path: ({ reset }) => `/reset-password#${reset}`, primary: button(/./) },
  },
  '/unsubscribe/:token': {
    link: {
      path: ({ unsubscribe }) => `/unsubscribe/${unsubscribe}`,
      primary: button('Stop optional mails'),
    },
    'invalid link': { path: () => '/unsubscribe/x', primary: heading },
  },
  '/account': {
    requests: { path: () => '/account', primary: button('Save'), signedIn: true },
  },
  '/docs': { page: { path: () => '/docs', primary: link(/./), foreign: '#docs' } },
  '/console': {
    'key form': { path: () => '/console', primary: button('Use key') },
    jobs: { path: () => '/console', primary: button(/./), keyed: true },
    job: {
      path: ({ job }) => `/console#/jobs/${job}`,
      primary: button('Assign'),
      keyed: true,
    },
    'new job': { path: () => '/console#/new', primary: button('Create job'), keyed: true },
    import: {
      path: () => '/console#/import',
      primary: button('Download a sample file'),
      keyed: true,
    },
    overview: { path: () => '/console#/overview', primary: button('Apply'), keyed: true },
    schedules: {
      path: () => '/console#/schedules',
      primary: button('Create schedule'),
      keyed: true,
    },
    webhooks: { path: () => '/console#/webhooks', primary: button(/./), keyed: true },
  },
  '/operations': {
    'key form': { path: () => '/operations', primary: button('Use key') },
    overview: { path: () => '/operations', primary: button('Forget key'), keyed: true },
    review: {
      path: ({ job }) => `/operations#/review/${job}`,
      primary: button('Skip to next job'),
      keyed: true,
    },
  },
  '/checkout/:session_id': {
    open: { path: ({ checkout }) => checkout, primary: button(/^Pay/) },
    // It has no action.
    unknown: { path: () => '/checkout/x', primary: heading },
    'paid elsewhere': { path: ({ elsewhere }) => elsewhere, primary: link(/./) },
  },
  '/offer': {
    offer: { path: ({ offer }) => `/offer#${offer}`, primary: button('Accept the job') },
    'no code': { path: () => '/offer', primary: button(/./) },
  },
  '/reports/:request_id': {
    'code form': { path: () => '/reports/x', primary: button(/./) },
    report: {
      path: ({ reported }) => `/reports/${reported.id}#${reported.token}`,
      primary: button('Verify this report'),
    },
  },
  '/shared/:token': {
    report: { path: ({ shared }) => shared, primary: button('Verify this report') },
    'unknown link': { path: () => '/shared/x', primary: heading },
  },
  '/*': { 'unknown address': { path: () => '/nowhere', primary: link('Request a check') } },
};

const pages: typeof states = {
  ...Object.fromEntries(
    pageRoutes
      // Redirects to /.
      .filter(({ method, path }) => method === 'GET' && path !== '/site-checks')
      .map(({ path, example }) => [
        path,
        { 'without data': { path: () => example, primary: heading } },
      ]),
  ),
  ...states,
};

/** Returns the layout faults of the displayed page; empty if it has none. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const main = document.querySelector('main')?.getBoundingClientRect();
    const banner = document.querySelector('.banner')?.getBoundingClientRect();
    const footer = document.querySelector('.footer')?.getBoundingClientRect();
    const faults: string[] = [];
    if (scrollWidth > innerWidth) faults.push(`${scrollWidth} px wide`);
    if (!main) return ['no main'];
    if (banner && banner.bottom > main.top + 1) faults.push('the banner covers main');
    if (main.top + scrollY > innerHeight / 3) faults.push(`main begins at ${main.top} px`);
    if (footer && footer.top < main.bottom - 1) faults.push('the footer covers main');
    // What an ancestor cuts off does not scroll the page, and cannot be read.
    const cut = [...document.querySelectorAll<HTMLElement>('body :not(input, select)')].filter(
      (node) => {
        const { overflowX, position } = getComputedStyle(node);
        const isHidden = node.checkVisibility && !node.checkVisibility();
        const hides = /hidden|clip/.test(overflowX) && position !== 'absolute';
        return !isHidden && hides && node.scrollWidth > node.clientWidth + 1;
      },
    );
    faults.push(...cut.map((node) => `cut off: ${node.outerHTML.slice(0, 100)}`));
    const linesOf = (node: Element) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    };
    const broken = [...document.querySelectorAll<HTMLElement>('button, [role=tab], .price')]
      .filter((node) => node.childElementCount === 0 && /^\S+$/.test(node.innerText))
      .filter((node) => linesOf(node) > 1)
      .map((node) => `broken within the word: ${node.innerText}`);
    return [...faults, ...broken];
  });

/** Replaces the text of the page by text that is as legible, has accents, and is 40 % longer. */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    const accents: Record<string, string> = {
      a: 'ǻå',
      e: 'éệ',
      i: 'îï',
      o: 'öø',
      u: 'ûü',
      y: 'ýÿ',
    };
    const longer = (text: string) =>
      text.replace(/[aeiouy]/gi, (vowel) => {
        const accented = accents[vowel.toLowerCase()] ?? vowel;
        return vowel === vowel.toLowerCase() ? accented : accented.toUpperCase();
      });
    const isText = (node: Node) =>
      !node.parentElement?.closest('script, style, code, pre, bdi, textarea, .canvas');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (isText(node)) node.nodeValue = longer(node.nodeValue ?? '');
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]')) {
      field.placeholder = longer(field.placeholder);
    }
  });

const sizes = [320, 390, 1440].flatMap((width) =>
  ['100%', '200%'].map((text) => ({ width, text })),
);
const height = 844;

/** Saves a screenshot of the whole page in the folder SCREENSHOTS, if it is set. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const path = `${folder}/${name.replaceAll(/[^\w-]+/g, '_')}.png`;
  await page.screenshot({ path, fullPage: true });
}

for (const [name, env] of [
  ['without optional settings', {}],
  ['with every optional setting', { ...everySetting(), OPERATOR_NAME: longOperatorName }],
] as const) {
  describeInBrowser(
    `every page, ${name},`,
    (started) => {
      let scene: Scene;
      beforeAll(async () => {
        scene = await makeScene(started());
      });

      const shown = Object.entries(pages).flatMap(([route, states]) =>
        Object.entries(states).map(([state, page]) => [route, state, page] as const),
      );

      it.each(shown)(
        'fits every screen, large text and longer text, and is accessible: %s, %s',
        async (route, state, given) => {
          const session = { name: 'session', value: scene.account.session, path: '/' };
          const cookie = { ...session, domain: '127.0.0.1', expires: -1, httpOnly: true };
          const cookies = [{ ...cookie, secure: false, sameSite: 'Lax' as const }];
          const { page } = await started().open(given.keyed ? '/console' : '/healthz', {
            ...phone(),
            viewport: { width: 390, height },
            expected: /./,
            ...(given.signedIn && { storageState: { cookies, origins: [] } }),
          });
          if (given.keyed) {
            await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
            await page.getByRole('button', { name: 'Use key' }).click();
            await page.getByText('Key of').waitFor();
          }
          const path = given.path(scene);
          await page.goto(/^http/.test(path) ? path : started().address + path);
          const primary = given.primary(page).locator('visible=true').first();
          await primary.waitFor();
          const faults: Record<string, string[]> = {};
          for (const { width, text } of sizes) {
            await page.setViewportSize({ width, height });
            await page.evaluate((size) => {
              document.documentElement.style.fontSize = size;
              scrollTo(0, 0);
            }, text);
            const found = await faultsOf(page);
            const box = await primary.boundingBox();
            const bottom = (box?.y ?? height) + (box?.height ?? 0);
            if (given.first && bottom > height) found.push(`the action ends at ${bottom} px`);
            // Nothing covers it once it is scrolled to. Swagger UI blocks the page while it renders.
            await primary
              .click({ trial: true, timeout: 30_000 })
              .catch(({ message }) => found.push(message));
            if (found.length > 0) faults[`${width} px, text at ${text}`] = found;
          }
          expect(faults).toEqual({});
          await page.evaluate(() => {
            document.documentElement.style.fontSize = '';
          });
          for (const width of [1440, 390]) {
            await page.setViewportSize({ width, height });
            await page.emulateMedia({ colorScheme: 'dark' });
            await keep(page, `${name}-${route}-${state}-${width}-dark`);
          }
          const { foreign } = given;
          if (foreign) await page.locator(foreign).evaluate((node) => node.replaceChildren());
          await expectAccessible(page);
          await page.setViewportSize({ width: 320, height });
          await lengthen(page);
          await keep(page, `${name}-${route}-${state}-320-longer`);
          expect(await faultsOf(page), 'with longer text').toEqual([]);
          await page.context().close();
        },
      );
    },
    env,
  );
}
