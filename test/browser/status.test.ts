import jsQR from 'jsqr';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import { upload } from '../evidence/support/scene.js';
import { hours } from '../support/app.js';
import { type BrowserApp, describeInBrowser, type OpenOptions } from './support/browser-app.js';
import { expectAccessible, expectFitting, layoutShift, shoot } from './support/looks.js';
import { fillRequest, headingIs, place, press, shownRequest } from './support/order.js';

/** Creates a guest's request over REST. */
async function requestByRest({ app }: BrowserApp, fields: object = {}) {
  const { body } = await app.rest('POST', '/v1/public/site-checks', {
    key: null,
    body: { ...place, notes: 'None.', ...fields },
  });
  return { id: body.request_id as string, token: body.access_token as string };
}

/** Opens the page of a request by its private link. */
async function openRequest(started: BrowserApp, fields: object = {}, options: OpenOptions = {}) {
  const request = await requestByRest(started, fields);
  const opened = await started.open(`/site-checks/${request.id}#${request.token}`, {
    secrets: [request.token],
    ...options,
  });
  return { ...request, ...opened };
}

/** Returns an element as jsQR reads it. */
async function pixelsOf(shown: Locator): Promise<[Uint8ClampedArray, number, number]> {
  const picture = sharp(await shown.screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return [new Uint8ClampedArray(data), info.width, info.height];
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describeInBrowser('the page of a request', (started) => {
  it('takes a guest from the offers through the checkout to a confirmed check', async () => {
    const { page, wrong, id, token } = await openRequest(started());
    await headingIs(page, 'Choose an offer');
    await page.getByRole('status', { name: 'Status' }).getByText('Prices hold until').waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(3);
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'status-quoted');

    await press(page, 'Choose Verifier within 72 hours');
    await headingIs(page, 'Pay to start');
    expect(await focused(page)).toBe('Pay to start');
    await shoot(page, 'status-chosen');
    await expectAccessible(page);
    await press(page, 'Change offer');
    await headingIs(page, 'Choose an offer');
    await press(page, 'Choose Verifier within 24 hours');
    await press(page, /^Pay €/);
    await page.waitForURL(/\/checkout\//);
    await headingIs(page, place.objective);
    await page.getByText('This is a sandbox: no money moves.').waitFor();
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'checkout');
    await press(page, 'Decline the card');
    await page
      .getByRole('status')
      .getByText('The payment was declined. Nothing was taken.')
      .waitFor();
    await page.getByRole('link', { name: 'Back to your request' }).click();

    // The code was stored for the return from the checkout.
    await headingIs(page, 'Pay to start');
    await page.getByText('The payment was declined. Nothing was taken.').waitFor();
    await press(page, /^Pay €/);
    await page.waitForURL(/\/checkout\//);
    await press(page, /^Pay €/);
    await page.getByText('Paid. The check is confirmed.').waitFor();
    await shoot(page, 'checkout-paid');
    await page.getByRole('link', { name: 'Back to your request' }).click();
    await headingIs(page, 'We are sending someone');
    await page.getByText('The report is due by').waitFor();
    const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
    expect(await steps.nth(3).getAttribute('aria-current')).toBe('step');
    expect(await steps.nth(2).textContent()).toMatch(/^Paiddone, (today|yesterday) \d\d:\d\d/);
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'status-confirmed');
    expect(wrong).toEqual([]);
    const logged = started().app.logLines.join('\n');
    expect(logged).not.toContain(token);
    expect((await started().app.siteChecks.findOne({ _id: id }))?.status).toBe('confirmed');
    await page.context().close();
  });

  it('does the same without script', async () => {
    const { page } = await openRequest(started(), {}, { javaScriptEnabled: false });
    const { token } = await requestByRest(started());
    await page.getByLabel('Access code').fill(token);
    await press(page, 'Open');
    // The code of another request is invalid here.
    await headingIs(page, 'This link isn’t valid');
    await page.context().close();

    const mine = await openRequest(started(), {}, { javaScriptEnabled: false });
    await mine.page.getByLabel('Access code').fill(mine.token);
    await press(mine.page, 'Open');
    await press(mine.page, 'Choose Verifier within 72 hours');
    await press(mine.page, 'Pay €45.00');
    await mine.page.waitForURL(/\/checkout\//);
    await press(mine.page, 'Pay €45.00');
    await mine.page.getByText('Paid. The check is confirmed.').waitFor();
    await mine.page.getByRole('link', { name: 'Back to your request' }).click();
    await mine.page.getByLabel('Access code').fill(mine.token);
    await press(mine.page, 'Open');
    await headingIs(mine.page, 'We are sending someone');
    await mine.page.context().close();
  });

  it('asks for the code if the link has none or a wrong one', async () => {
    const { id } = await requestByRest(started());
    const { page } = await started().open(`/site-checks/${id}`, { expected: /404/ });
    await headingIs(page, 'Your request');
    await page.getByLabel('Access code').fill('not-the-code-of-this-request');
    await press(page, 'Open');
    await headingIs(page, 'This link isn’t valid');
    await page.getByText('Check that it is complete, or enter the access code.').waitFor();
    // A malformed code, an empty code and an unknown id are rejected too.
    for (const [path, code] of [
      [id, 'short'],
      [id, ''],
      ['no-id', 'not-the-code-of-this-request'],
    ]) {
      await page.goto(`${started().address}/site-checks/${path}`);
      await page.getByLabel('Access code').fill(code ?? '');
      const answer = page.waitForResponse((one) => one.request().method() === 'POST');
      await press(page, 'Open');
      await headingIs(page, 'This link isn’t valid');
      expect((await answer).status(), path).toBe(404);
    }
    await expectAccessible(page);
    await shoot(page, 'status-unknown');
    await page.context().close();
  });

  it('shows the photo link of a self-service check, as link, code and text', async () => {
    const { page, wrong } = await openRequest(
      started(),
      {},
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
    await press(page, 'Choose You take the photos');
    await headingIs(page, 'Your turn: take the photos');
    await press(page, 'Get the photo link');
    const link = page.getByRole('link', { name: 'Take photos on this device' });
    const url = (await link.getAttribute('href')) ?? '';
    expect(url).toMatch(/\/capture#eyJ/);
    await page.getByRole('img', { name: 'QR code of the photo link' }).waitFor();
    await press(page, 'Copy photo link');
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'status-self-service');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('shows a photo link only as long as it works, and asks before it replaces one', async () => {
    const { page, id, token } = await openRequest(started());
    await press(page, 'Choose You take the photos');
    const other = await started().open(`/site-checks/${id}#${token}`);
    await press(page, 'Get the photo link');
    const [link, linkThere] = [page, other.page].map((one) =>
      one.getByRole('link', { name: 'Take photos on this device' }),
    ) as [Locator, Locator];
    const first = await link.getAttribute('href');
    expect(await page.getByRole('button', { name: 'Get the photo link' }).count()).toBe(0);
    await expect.poll(() => linkThere.getAttribute('href')).toBe(first);
    const replace = other.page.getByRole('button', { name: 'Replace the link' });
    expect(await replace.isVisible()).toBe(false);
    await other.page.getByText('Replace this link').click();
    await other.page.getByText('The current one will stop working.').waitFor();
    await replace.click();
    await expect.poll(() => linkThere.getAttribute('href')).not.toBe(first);
    // The other page follows.
    const second = await linkThere.getAttribute('href');
    await expect.poll(() => link.getAttribute('href')).toBe(second);
    await page.reload();
    await expect.poll(() => link.getAttribute('href')).toBe(second);
    await page.context().close();
    await other.page.context().close();
  });

  it('shows a QR code with a short link, which opens the camera page until it is replaced', async () => {
    const { page } = await openRequest(started());
    await press(page, 'Choose You take the photos');
    await press(page, 'Get the photo link');
    const code = page.getByRole('img', { name: 'QR code of the photo link' });
    const read = jsQR.default(...(await pixelsOf(code)));
    const url = read?.data ?? '';
    expect(url).toMatch(/\/p#[\w-]{35}$/);
    // At most 33 modules a side: an old phone can read it from a screen.
    expect(read?.version).toBeLessThanOrEqual(4);
    const phone = await started().open(url, { secrets: [url.split('#')[1] ?? ''] });
    await phone.page.waitForURL(/\/capture#eyJ/);
    await phone.page.getByRole('heading', { level: 1, name: place.objective }).waitFor();
    expect(phone.wrong).toEqual([]);
    await phone.page.context().close();
    await page.getByText('Replace this link').click();
    await press(page, 'Replace the link');
    await expect.poll(async () => jsQR.default(...(await pixelsOf(code)))?.data).not.toBe(url);
    const late = await started().open(url, { expected: /404/ });
    await late.page.getByText('This code no longer works. Ask for a new one.').waitFor();
    await expectAccessible(late.page);
    await late.page.context().close();
    await page.context().close();
  });

  it('shows changes as they happen, and keeps typed text', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, id } = await openRequest(started(), {}, { permissions });
    await headingIs(page, 'Choose an offer');
    const aside = page.getByRole('complementary', { name: 'Your request' });
    await aside.getByRole('button', { name: 'Copy private link' }).click();
    await page.getByText('Copied.').waitFor();
    await page.getByText('Cancel this request').click();
    await page.getByLabel('Reason (optional)').fill('Half a rea');
    const { app } = started();
    await app.siteChecks.findOne({ _id: id });
    const token = new URL(page.url()).hash.slice(1);
    await app.rest('POST', `/v1/public/site-checks/${id}/select-offer`, {
      key: null,
      body: { access_token: token, offer_key: 'standard_72h' },
    });
    await headingIs(page, 'Pay to start');
    const reason = page.getByLabel('Reason (optional)');
    expect(await reason.inputValue()).toBe('Half a rea');
    // An automatic update does not remove the message next to a button.
    expect(await page.getByText('Copied.').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('cancel-reason');
    expect(await layoutShift(page)).toBeLessThan(0.02);
    await page.context().close();
  });

  it('moves the focus to the heading only when a change removes the focused element', async () => {
    const { app } = started();
    const { page, id, token } = await openRequest(started());
    const path = `/v1/public/site-checks/${id}`;
    const body = { access_token: token, offer_key: 'self_service' };
    await app.rest('POST', `${path}/select-offer`, { key: null, body });
    const link = await app.rest('POST', `${path}/self-service-capture`, {
      key: null,
      body: { access_token: token },
    });
    const { page: other } = await started().open(`/site-checks/${id}#${token}`);
    for (const one of [page, other]) await headingIs(one, 'Your turn: take the photos');
    await other.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.getByText('Cancel this request').click();
    await page.getByLabel('Reason (optional)').fill('Half a rea');
    const sent = await upload(app, { token: link.body.capture_token, door: 'capture' });
    expect(sent.status).toBe(201);
    for (const one of [page, other]) await headingIs(one, 'Photos are coming in');
    expect(await focused(page)).toBe('Photos are coming in');
    expect(await other.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await page.context().close();
    await other.context().close();
  });

  it('reports a reason that is too long as an error of its field', async () => {
    const { page, id } = await openRequest(started(), {}, { expected: /422/ });
    await page.getByText('Cancel this request').click();
    await page.getByLabel('Reason (optional)').fill('x'.repeat(1001));
    await press(page, 'Cancel for good');
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'There is a problem' }).waitFor();
    expect(await alert.evaluate((node) => node === document.activeElement)).toBe(true);
    const problem = 'Reason (optional): Use at most 1000 characters; you have 1001.';
    await alert.getByRole('link', { name: problem }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('cancel-reason');
    await expectAccessible(page);
    expect((await started().app.siteChecks.findOne({ _id: id }))?.status).toBe('quoted');
    await page.context().close();
  });

  it('can be cancelled, and states the refund', async () => {
    const { page, id } = await openRequest(started());
    await page.getByText('Cancel this request').click();
    await page.getByText('You have not paid anything, so there is nothing to refund.').waitFor();
    await page.getByLabel('Reason (optional)').fill('The shop has moved.');
    await press(page, 'Cancel for good');
    await headingIs(page, 'Cancelled');
    await page.getByRole('status', { name: 'Status' }).getByText('The shop has moved.').waitFor();
    await shoot(page, 'status-cancelled');
    expect((await started().app.siteChecks.findOne({ _id: id }))?.status).toBe('cancelled');
    await page.context().close();
  });

  it('states that a place cannot be checked', async () => {
    const { page } = await openRequest(started(), { latitude: '-75', longitude: '0' });
    await headingIs(page, 'We cannot check this place');
    await page.getByRole('link', { name: 'Request another check' }).waitFor();
    await shoot(page, 'status-unserviceable');
    await page.context().close();
  });

  it('states which offers are not available far from a city', async () => {
    const { page } = await openRequest(started(), { latitude: '53.4219' });
    await headingIs(page, 'Choose an offer');
    const express = page.getByRole('article', { name: 'Verifier within 24 hours' });
    await express.getByText('Not available at this place.').waitFor();
    expect(await express.getByRole('button').count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: /^Choose / }).count()).toBe(2);
    await page.context().close();
  });

  it('lists the recommended offer first, with what its price includes', async () => {
    const { page } = await openRequest(started());
    await headingIs(page, 'Choose an offer');
    const offers = page.getByRole('region', { name: 'Offers' }).getByRole('article');
    await offers.first().getByText('Recommended').waitFor();
    expect(await offers.getByText('Recommended').count()).toBe(1);
    const buttons = offers.getByRole('button');
    expect(await buttons.allTextContents()).toEqual(['Choose', 'Choose', 'Choose']);
    const names = await offers.getByRole('heading').allTextContents();
    for (const name of names) {
      await page.getByRole('button', { name: `Choose ${name}`, exact: true }).waitFor();
    }
    const terms = 'In total, with any tax. Refunded in full if you cancel before work begins.';
    expect(await offers.getByText(terms).count()).toBe(2);
    await offers.getByText('Nothing to pay.').waitFor();
    await page.context().close();
  });

  it('shows who is signed in, and signs out', async () => {
    const account = await register(started().app);
    const { page, wrong } = await started().open('/healthz');
    const cookie = { name: 'session', value: account.session, url: started().address };
    await page.context().addCookies([cookie]);
    await page.goto(started().address);
    const banner = page.getByRole('banner');
    await banner.getByText(`Signed in as ${account.email}`).waitFor();
    await fillRequest(page);
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    await page.goto(page.url().split('#')[0] ?? '');
    await banner.getByText(account.email).waitFor();
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'status-signed-in');
    await banner.getByRole('button', { name: 'Sign out' }).click();
    await headingIs(page, 'Sign in');
    expect(await banner.getByText(account.email).count()).toBe(0);
    await page.goBack();
    await headingIs(page, 'Your request');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('gives new prices when the old ones have expired', async () => {
    const { page } = await openRequest(started(), {}, { expected: /409/ });
    await headingIs(page, 'Choose an offer');
    started().app.advance(hours(73));
    await page.reload();
    await page.getByText('These prices have expired. Choose an offer to get new ones.').waitFor();
    await press(page, 'Choose Verifier within 72 hours');
    await page.getByRole('alert').getByText('Prices have changed. Choose again.').waitFor();
    await press(page, 'Choose Verifier within 72 hours');
    await headingIs(page, 'Pay to start');
    await page.context().close();
  });

  it('opens a new request at its private link', async () => {
    const { page } = await started().open('/');
    await fillRequest(page);
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    const { id, token } = await shownRequest(page);
    expect(id).toMatch(/^[\da-f-]{36}$/);
    await page.getByText(`Access code: ${token}`).waitFor();
    await page.reload();
    await headingIs(page, 'Choose an offer');
    await page.context().close();
  });
});
