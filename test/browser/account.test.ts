import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { MailTokenKind } from '../../src/modules/customer/customer.js';
import { newestMailToken } from '../../src/modules/customer/mail-token.js';
import {
  type Account,
  errorCodeOf,
  handleResets,
  login,
  password,
  register,
  registration,
  storedCustomer,
} from '../customer/support/accounts.js';
import { upload } from '../evidence/support/scene.js';
import * as flow from '../site-check/support/flow.js';
import { hours } from '../support/app.js';
import { type BrowserApp, describeInBrowser, type OpenOptions } from './support/browser-app.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';
import { fillRequest, headingIs, press } from './support/order.js';
import { unreachable } from './support/settings.js';

const says = (page: Page, role: 'status' | 'alert', expectedText: string) =>
  page.getByRole(role).filter({ hasText: expectedText }).waitFor();

/** Opens a page with the session of an account. */
function openWith(
  started: BrowserApp,
  path: string,
  { session }: Pick<Account, 'session'>,
  options: OpenOptions = {},
) {
  const cookie = { name: 'session', value: session, domain: '127.0.0.1', path: '/', expires: -1 };
  const cookies = [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' as const }];
  return started.open(path, { ...options, storageState: { cookies, origins: [] } });
}

describeInBrowser(
  'the account pages',
  (started) => {
    const tokenFor = async (id: string, kind: MailTokenKind) =>
      (await newestMailToken(started().app.services, id, kind))?.token ?? '';
    const openSignedIn = (path: string, account: Pick<Account, 'session'>, options?: OpenOptions) =>
      openWith(started(), path, account, options);

    it('support registration, sign-in and sign-out by keyboard alone', async () => {
      const input = registration();
      const { page, wrong } = await started().open('/register', { expected: /422|409|401/ });
      await press(page, 'Create account');
      await page
        .getByRole('alert')
        .getByRole('link', { name: 'Full name: This field is required.' })
        .waitFor();
      await shoot(page, 'register-refused');
      await page.getByLabel('Full name').fill(input.full_name);
      await page.getByLabel('Email').fill(input.email);
      await page.getByLabel('Phone').fill(input.phone);
      await page.getByLabel('Password').fill('short');
      await page.keyboard.press('Enter');
      await says(page, 'alert', 'Password: Enter at least 8 characters.');
      // Typed text stays; a secret is kept only by the browser.
      expect(await page.getByLabel('Password').inputValue()).toBe('short');
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/account$/);
      await headingIs(page, 'Your requests');
      await page.getByText('No requests yet.').waitFor();
      await expectAccessible(page);
      await expectFitting(page);
      await shoot(page, 'account-empty');
      await press(page, 'Sign out');
      await page.waitForURL(/\/sign-in$/);
      await page.getByLabel('Email').fill(input.email);
      await page.getByLabel('Password').fill('not the password');
      await page.keyboard.press('Enter');
      await says(page, 'alert', 'Email or password is wrong.');
      await expectAccessible(page);
      await expectFitting(page);
      await shoot(page, 'sign-in');
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/account$/);
      expect(wrong).toEqual([]);
      await page.context().close();

      const second = await started().open('/register', { expected: /409/ });
      await shoot(second.page, 'register');
      await expectAccessible(second.page);
      await expectFitting(second.page);
      for (const [label, value] of [
        ['Full name', 'Somebody Else'],
        ['Email', input.email],
        ['Phone', input.phone],
        ['Password', password],
      ] as const) {
        await second.page.getByLabel(label).fill(value);
      }
      await press(second.page, 'Create account');
      await second.page
        .getByRole('alert')
        .getByRole('link', { name: 'There is already an account with this email. Sign in.' })
        .click();
      await second.page.waitForURL(/\/sign-in$/);
      await second.page.context().close();
    });

    it('work without script', async () => {
      const { email } = await register(started().app);
      const { page } = await started().open('/account', { javaScriptEnabled: false });
      await page.waitForURL(/\/sign-in$/);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await press(page, 'Sign in');
      await headingIs(page, 'Your requests');
      await page.getByRole('link', { name: 'Request a check' }).click();
      await fillRequest(page);
      await press(page, 'See offers');
      await headingIs(page, 'Choose an offer');
      await page.getByRole('link', { name: 'Your requests' }).click();
      await page.getByRole('link', { name: 'Is the shop open' }).click();
      await press(page, 'Choose You take the photos');
      await headingIs(page, 'Your turn: take the photos');
      await page.context().close();
    });

    it('list requests, and let a customer send photo links to others', async () => {
      const account = await register(started().app);
      const { page, wrong } = await openSignedIn('/', account, { expected: /422|409/ });
      await page.getByText('This request will be added to your account.').waitFor();
      await fillRequest(page);
      await press(page, 'See offers');
      await press(page, 'Choose You take the photos');
      await headingIs(page, 'Your turn: take the photos');
      await press(page, 'Send the link');
      await page
        .getByRole('alert')
        .getByRole('link', { name: 'Name: This field is required.' })
        .waitFor();
      await page.getByLabel('Name').fill('Grace Hopper');
      await page.getByLabel('Email').fill('grace@example.org');
      await press(page, 'Send the link');
      const invites = page.getByRole('list', { name: 'Links sent' });
      await invites.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
      await invites.getByText(/Active · Not opened · Not sent/).waitFor();
      await invites.getByText('Confirm your email first, or copy the link.').waitFor();
      await expectAccessible(page);
      await expectFitting(page);
      await shoot(page, 'status-invites');
      await press(page, 'Revoke');
      await invites.getByText(/^Cancelled/).waitFor();
      // Text typed in one form stays when another is submitted.
      const name = page.getByRole('form', { name: 'Ask someone on site' }).getByLabel('Name');
      await name.fill('Alan Turing');
      await page.getByText('Cancel this request').click();
      await page.getByLabel('Reason (optional)').fill('Too late');
      await press(page, 'Get the photo link');
      await page.getByRole('link', { name: 'Take photos on this device' }).waitFor();
      expect(await name.inputValue()).toBe('Alan Turing');
      expect(await page.getByLabel('Reason (optional)').inputValue()).toBe('Too late');
      await page.getByRole('link', { name: 'Your requests' }).click();
      await page.getByRole('list', { name: 'Your requests' }).getByText('Confirmed').waitFor();
      await shoot(page, 'account');
      await expectAccessible(page);
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('show a right-to-left address, and leave the time next to it intact', async () => {
      const account = await register(started().app);
      const { page } = await openSignedIn('/', account);
      await page.setViewportSize({ width: 1280, height: 800 });
      const fields = { objective: 'האם החנות פתוחה?', address: 'דיזנגוף 50, תל אביב' };
      await fillRequest(page, fields);
      await press(page, 'See offers');
      await headingIs(page, 'Choose an offer');
      await page.goto(`${started().address}/account`);
      const list = page.getByRole('list', { name: 'Your requests' });
      await list.getByText(fields.objective).waitFor();
      const between = await list.locator('time').evaluate((time) => {
        const text = document.createRange();
        text.selectNodeContents(time);
        const pieces = [...text.getClientRects()].map(({ width }) => width);
        return text.getBoundingClientRect().width - pieces.reduce((sum, width) => sum + width, 0);
      });
      expect(between).toBeLessThan(1);
      await page.context().close();
    });

    it("keep a guest's request in the account", async () => {
      const account = await register(started().app);
      const guest = await started().open('/');
      await fillRequest(guest.page);
      await press(guest.page, 'See offers');
      await headingIs(guest.page, 'Choose an offer');
      const { pathname, hash } = new URL(guest.page.url());
      await guest.page.context().close();
      const { page } = await openSignedIn(pathname + hash, account);
      await press(page, 'Keep in my account');
      await page.getByText('This request is in your account.').waitFor();
      await page.goto(`${started().address}/account`);
      await page.getByRole('link', { name: 'Is the shop open' }).waitFor();
      await page.context().close();
    });

    it('save details, change the password, download the data, and delete the account', async () => {
      const account = await register(started().app);
      const { page } = await openSignedIn('/account', account, { expected: /422|401/ });
      await page.getByLabel('Full name').fill('A');
      await press(page, 'Save details');
      await says(page, 'alert', 'Full name: Enter at least 2 characters.');
      await page.getByLabel('Full name').fill('Augusta Ada King');
      await page.getByText('Password', { exact: true }).first().click();
      await page.getByLabel('Current password').fill(password);
      await press(page, 'Save details');
      await says(page, 'status', 'Your details are saved.');
      // Text typed in another form stays.
      expect(await page.getByLabel('Current password').inputValue()).toBe(password);
      expect((await storedCustomer(started().app, account.id)).fullName).toBe('Augusta Ada King');

      await page.getByLabel('New password').fill('another long password');
      await press(page, 'Change password');
      await says(page, 'status', 'Your password is changed.');
      expect(await page.getByLabel('New password').inputValue()).toBe('');
      expect(await errorCodeOf(started().app, account.session)).toBe('session_invalid');

      const downloading = page.waitForEvent('download');
      await press(page, 'Download my data');
      const file = await (await downloading).path();
      expect(JSON.parse(readFileSync(file, 'utf8')).account.email).toBe(account.email);

      await page.getByText('Delete my account').click();
      await page
        .getByRole('form', { name: 'Delete my account' })
        .getByLabel('Password')
        .fill('x'.repeat(8));
      await press(page, 'Delete for good');
      await says(page, 'alert', 'The password is wrong.');
      await page
        .getByRole('form', { name: 'Delete my account' })
        .getByLabel('Password')
        .fill('another long password');
      await press(page, 'Delete for good');
      await headingIs(page, 'Your account is deleted');
      expect((await storedCustomer(started().app, account.id)).status).not.toBe('active');
      await page.goto(`${started().address}/account`);
      await page.waitForURL(/\/sign-in$/);
      await page.context().close();
    });

    it('list the requests that block the deletion of an account', async () => {
      const { app } = started();
      const account = await register(app);
      const { id, token, jobId } = await flow.paid(app);
      await upload(app, { token: await flow.assign(app, jobId) });
      const { page } = await openSignedIn(`/site-checks/${id}#${token}`, account, {
        expected: /409/,
      });
      await press(page, 'Keep in my account');
      await page.getByText('This request is in your account.').waitFor();
      await page.goto(`${started().address}/account`);
      await page.getByText('Delete my account').click();
      const form = page.getByRole('form', { name: 'Delete my account' });
      await form.getByLabel('Password').fill(password);
      await press(page, 'Delete for good');
      await says(page, 'alert', 'These requests are still in progress.');
      const held = page.getByRole('alert').getByRole('link', { name: 'Is the shop open?' });
      expect(await held.getAttribute('href')).toBe(`/site-checks/${id}`);
      expect((await storedCustomer(app, account.id)).status).toBe('active');
      await expectAccessible(page);
      await shoot(page, 'account-held');
      await page.context().close();
    });

    it('confirm an address, and send the token only in a body', async () => {
      const account = await register(started().app);
      const { id } = account;
      const token = await tokenFor(id, 'confirm');
      const { page, wrong } = await openSignedIn(`/confirm-email#${token}`, account, {
        secrets: [token],
      });
      expect(await page.title()).toBe('Confirm your email – Verification service');
      expect(await page.getByLabel('Access code').isVisible()).toBe(false);
      await expectAccessible(page);
      await expectFitting(page);
      await shoot(page, 'confirm-email');
      await press(page, 'Confirm');
      await says(page, 'status', 'Your email is confirmed.');
      expect((await storedCustomer(started().app, id)).emailConfirmedAt).toBeInstanceOf(Date);
      expect(started().app.logLines.join('\n')).not.toContain(token);
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('ask for a new password when an address is confirmed in another browser', async () => {
      const { id, email, session } = await register(started().app);
      const token = await tokenFor(id, 'confirm');
      const { page, wrong } = await started().open(`/confirm-email#${token}`, { secrets: [token] });
      await press(page, 'Confirm');
      await says(page, 'status', 'Choose a new password.');
      await expectAccessible(page);
      await expectFitting(page);
      await shoot(page, 'confirm-email-password');
      expect(await errorCodeOf(started().app, session)).toBe('session_invalid');
      await page.getByLabel('New password').fill('another long password');
      await press(page, 'Set password');
      await says(page, 'status', 'Your password is set. You are signed in.');
      await login(started().app, email, 'another long password');
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('reset a password, and report the errors of a new one', async () => {
      const { id, email, session } = await register(started().app);
      const requested = await started().open('/reset-password');
      await shoot(requested.page, 'reset-password');
      await requested.page.getByLabel('Email').fill(email);
      await press(requested.page, 'Send the link');
      await says(requested.page, 'status', 'If there is an account with this email');

      await handleResets(started().app);
      const token = await tokenFor(id, 'reset');
      // The link is pasted into the page where it was requested.
      await requested.page.evaluate((fragment) => location.assign(`#${fragment}`), token);
      await requested.page.getByRole('button', { name: 'Set password' }).waitFor();
      await requested.page.context().close();

      const { page, wrong } = await started().open(`/reset-password#${token}`, {
        secrets: [token],
        expected: /422/,
      });
      await expectAccessible(page);
      await page.getByLabel('New password').fill('short');
      await press(page, 'Set password');
      await says(page, 'alert', 'New password: Enter at least 8 characters.');
      await page.getByLabel('New password').fill(email);
      await press(page, 'Set password');
      await says(page, 'alert', 'The password must not be your email.');
      await page.getByLabel('New password').fill('another long password');
      await press(page, 'Set password');
      await says(page, 'status', 'Your password is set. You are signed in.');
      expect(await errorCodeOf(started().app, session)).toBe('session_invalid');
      await login(started().app, email, 'another long password');
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('report an expired link, and send a new one to a signed-in customer', async () => {
      const { id, email } = await register(started().app);
      const token = await tokenFor(id, 'confirm');
      started().app.advance(hours(48));
      const { page } = await started().open(`/confirm-email#${token}`, { expected: /410|401/ });
      await press(page, 'Confirm');
      await says(page, 'alert', 'This link has expired.');
      await press(page, 'Send a new link');
      await says(page, 'alert', 'Sign in to get a new link.');
      const session = await login(started().app, email);
      await page
        .context()
        .addCookies([{ name: 'session', value: session, url: started().address }]);
      await press(page, 'Send a new link');
      await says(page, 'status', 'A new link is on its way.');
      expect(await tokenFor(id, 'confirm')).not.toBe('');
      await page.context().close();
    });
  },
  unreachable.mail,
);
