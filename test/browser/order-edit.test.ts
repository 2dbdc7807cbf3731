import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';
import { fillRequest, headingIs, place, press, shownRequest } from './support/order.js';

const question = (page: Page) => page.getByLabel('What do you want to know?');
const where = (page: Page) => page.getByLabel('Where?');

describeInBrowser('an order that is not paid', (started) => {
  const stored = (id: string) => started().app.siteChecks.findOne({ _id: id });
  const count = () => started().app.siteChecks.countDocuments();

  /** Requests a check by the form and waits for its offers. */
  async function order(page: Page, objective = place.objective) {
    await fillRequest(page, { objective });
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    return shownRequest(page);
  }

  it('keeps typed text over a reload, until the reader clears the form', async () => {
    const { page, wrong } = await started().open('/');
    await fillRequest(page);
    await page.getByLabel('What should be checked?').selectOption({ label: 'Something else' });
    await page.getByText('Add your own questions').click();
    await page.getByLabel('Question 1', { exact: true }).fill('Is there a ramp?');
    await page.reload();
    await page.getByText('What you typed is filled in again.').waitFor();
    expect(await question(page).inputValue()).toBe(place.objective);
    expect(await page.getByLabel('Latitude').inputValue()).toBe(place.latitude);
    expect(await page.getByLabel('What should be checked?').inputValue()).toBe('');
    expect(await page.getByLabel('Question 1', { exact: true }).isVisible()).toBe(true);
    const status = page.getByRole('status', { name: 'Place' });
    await expect.poll(() => status.textContent()).toMatch(/ m from Berlin\./);
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'request-kept');
    await press(page, 'Clear the form');
    await expect.poll(() => question(page).inputValue()).toBe('');
    await page.reload();
    expect(await question(page).inputValue()).toBe('');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('fills the form again after going back from the offers, and replaces the request', async () => {
    const { page } = await started().open('/');
    const first = await order(page);
    await page.goBack();
    await page.getByText('What you typed is filled in again.').waitFor();
    expect(await where(page).inputValue()).toBe(place.address);
    await page.getByRole('link', { name: 'the request you sent' }).click();
    await headingIs(page, 'Choose an offer');
    await page.goBack();
    await question(page).fill('Is the back door open?');
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    const second = await shownRequest(page);
    expect(second.id).not.toBe(first.id);
    expect(await stored(first.id)).toMatchObject({
      status: 'cancelled',
      statusReason: 'You replaced it with an edited request.',
    });
    expect((await stored(second.id))?.objective).toBe('Is the back door open?');
    const german = await started().app.fetch(`/site-checks/${first.id}`, {
      method: 'POST',
      headers: { accept: 'text/html', 'accept-language': 'de' },
      body: new URLSearchParams({ access_token: first.token }),
    });
    expect(await german.text()).toContain('Sie haben sie durch eine bearbeitete Anfrage ersetzt.');
    // A link to the form starts another request.
    await page.goto(started().address);
    expect(await question(page).inputValue()).toBe('');
    await page.context().close();
  });

  it('can be edited from its page, with everything that was stated', async () => {
    const { page, wrong } = await started().open('/');
    await page.getByText('Add your own questions').click();
    await page.getByLabel('Question 1', { exact: true }).fill('How many floors?');
    await page.getByLabel('Answer to question 1').selectOption('Number');
    await page.getByLabel('Email').fill('ada@example.com');
    const first = await order(page);
    await press(page, 'Choose Verifier within 72 hours');
    await headingIs(page, 'Pay to start');
    await page.getByRole('link', { name: 'Edit request' }).click();
    await headingIs(page, 'Edit your request');
    expect(await question(page).inputValue()).toBe(place.objective);
    expect(await page.getByLabel('Notes for the person on site').inputValue()).toBe('');
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    expect(await page.getByLabel('Answer to question 1').inputValue()).toBe('number');
    await page.locator('[data-map][data-drawn]').waitFor();
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'request-edit');
    await where(page).fill('Alexanderplatz 3, 10178 Berlin');
    await page.reload();
    await headingIs(page, 'Edit your request');
    expect(await where(page).inputValue()).toBe('Alexanderplatz 3, 10178 Berlin');
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    const second = await shownRequest(page);
    expect((await stored(first.id))?.status).toBe('cancelled');
    expect(await stored(second.id)).toMatchObject({
      address: 'Alexanderplatz 3, 10178 Berlin',
      requesterEmail: 'ada@example.com',
      statedQuestions: { questions: [{ label: 'How many floors?', kind: 'number' }] },
    });
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('can be edited by its customer, without script', async () => {
    const { session } = await register(started().app);
    const { page } = await started().open('/healthz', { javaScriptEnabled: false });
    await page.context().addCookies([{ name: 'session', value: session, url: started().address }]);
    await page.goto(started().address);
    await fillRequest(page);
    await press(page, 'See offers');
    await page.goto(`${started().address}/account`);
    await page.getByRole('link', { name: place.objective }).click();
    const first = page.url().split('/').at(-1) ?? '';
    await page.getByRole('link', { name: 'Edit request' }).click();
    await headingIs(page, 'Edit your request');
    await question(page).fill('x');
    const before = await count();
    await press(page, 'See offers');
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
    await headingIs(page, 'Edit your request');
    expect(await count()).toBe(before);
    expect((await stored(first))?.status).toBe('quoted');
    await question(page).fill('Is the gate open?');
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    expect((await stored(first))?.status).toBe('cancelled');
    await page.context().close();
  });

  it('stays as it is once it is confirmed', async () => {
    const { page } = await started().open('/', { expected: /409/ });
    const { id, token } = await order(page);
    await page.getByRole('link', { name: 'Edit request' }).click();
    await headingIs(page, 'Edit your request');
    await started().app.rest('POST', `/v1/public/site-checks/${id}/select-offer`, {
      key: null,
      body: { access_token: token, offer_key: 'self_service' },
    });
    await question(page).fill('Is the back door open?');
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    await page.getByText('Your earlier request is confirmed, so it stays.').waitFor();
    expect((await stored(id))?.status).toBe('confirmed');
    await page.goto(`${started().address}/site-checks/${id}/edit#${token}`);
    await page.getByText('This request can no longer be edited.').waitFor();
    await headingIs(page, 'Your turn: take the photos');
    expect(await page.getByRole('link', { name: 'Edit request' }).count()).toBe(0);
    await page.context().close();
  });
});
