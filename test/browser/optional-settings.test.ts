import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type Account, register } from '../customer/support/accounts.js';
import { claimed, confirmEmail } from '../invite/support/invites.js';
import * as flow from '../site-check/support/flow.js';
import { pilotKey } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible } from './support/looks.js';
import { everySetting } from './support/settings.js';

interface Scene {
  /** A guest's request with an email. */
  guest: flow.Opened;
  /** A self-service request of an account with a confirmed email. */
  own: flow.Opened;
  account: Account;
  /** Session of an account whose email is not confirmed. */
  unconfirmed: Account;
}

interface Row {
  path: (scene: Scene) => string;
  session?: (scene: Scene) => Account;
  /** Shows the part of the page that depends on the setting. */
  open?: (page: Page) => Promise<void>;
  /** Text or name of a control that only one of the two shows; null if it shows nothing instead. */
  off: string | null;
  on: string | null;
}

const guestPage = ({ guest }: Scene) => `/site-checks/${guest.id}#${guest.token}`;
const ownPage = ({ own }: Scene) => `/site-checks/${own.id}`;
const account = ({ account }: Scene) => account;

async function useKey(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByText('No open tickets').waitFor();
}

/** Texts of pages with and without an optional setting. */
const rows: Record<string, Row> = {
  'SMTP_URL, on the order form': {
    path: () => '/',
    off: 'This service sends no mail. Save the link that the next page shows.',
    on: 'We send your private link and news of the check here.',
  },
  'SMTP_URL, to a guest who gave an email': {
    path: guestPage,
    off: 'This service sends no mail. Without this link you cannot return to your request.',
    on: 'Mail goes to a…@example.org.',
  },
  'SMTP_URL, to an account without a confirmed email': {
    path: () => '/account',
    session: ({ unconfirmed }) => unconfirmed,
    off: 'This service sends no mail, so your email cannot be confirmed.',
    on: 'Confirm your email: we sent a link to',
  },
  'SMTP_URL, when a password is forgotten': {
    path: () => '/reset-password',
    off: 'This service sends no mail, so it cannot send you a link.',
    on: 'We send you a link to set a new one.',
  },
  'SMS_URL, where a phone is typed': {
    path: ownPage,
    session: account,
    off: 'This service sends no text messages. Without an email, copy the link and share it.',
    on: 'Without an email, the link is sent here by text message.',
  },
  'WEB_PUSH_CONTACT, on a request': {
    path: guestPage,
    off: null,
    on: 'Notify me in this browser',
  },
  'WEB_PUSH_CONTACT, for operators': {
    path: () => '/operations',
    open: useKey,
    off: null,
    on: 'Notify me in this browser',
  },
  'MAP_TILES, on a map': {
    path: guestPage,
    open: (page) => page.locator('[data-map]').scrollIntoViewIfNeeded(),
    off: 'Natural Earth, GeoNames',
    on: 'Fixture',
  },
  'OPERATOR_NAME, on the page about the service': {
    path: () => '/about',
    off: null,
    on: 'Example Verification',
  },
  IMPRINT_URL: { path: () => '/about', off: null, on: 'Legal notice' },
  PRIVACY_URL: { path: () => '/about', off: null, on: 'Read the privacy policy of the operator.' },
  HELP_URL: { path: () => '/about', off: null, on: 'Get help from the operator.' },
};

for (const [state, env] of [
  ['off', {}],
  ['on', everySetting()],
] as const) {
  describeInBrowser(
    `with the optional settings ${state}`,
    (started) => {
      let scene: Scene;
      beforeAll(async () => {
        const { app } = started();
        const owner = await register(app);
        await confirmEmail(app, owner);
        scene = {
          guest: await flow.request(app, { requester_email: 'ada@example.org' }),
          own: (await claimed(app, owner)).opened,
          account: owner,
          unconfirmed: await register(app),
        };
      });

      it.each(Object.entries(rows))('a page states the effect of %s', async (_, row) => {
        const { page, wrong } = await started().open('/healthz');
        if (row.session) {
          const { session } = row.session(scene);
          const cookie = { name: 'session', value: session, url: started().address };
          await page.context().addCookies([cookie]);
        }
        await page.goto(started().address + row.path(scene));
        await row.open?.(page);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const here = (text: string) => page.getByText(text).locator('visible=true').first();
        const [wanted, other] = state === 'on' ? [row.on, row.off] : [row.off, row.on];
        if (wanted !== null) await here(wanted).waitFor();
        if (other !== null) expect(await here(other).count()).toBe(0);
        await expectAccessible(page);
        expect(wrong).toEqual([]);
        await page.context().close();
      });
    },
    env,
  );
}
