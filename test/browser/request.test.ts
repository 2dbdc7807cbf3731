import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { distanceMetres, type Position } from '../../src/lib/geo.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, layoutShift, shoot } from './support/looks.js';
import { fillRequest, headingIs, press } from './support/order.js';

async function shownPosition(page: Page): Promise<Position> {
  const [latitude, longitude] = await Promise.all(
    ['Latitude', 'Longitude'].map(async (name) => Number(await page.getByLabel(name).inputValue())),
  );
  return { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN };
}

/** Presses Tab until the control with this label or text has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const named = () =>
    page.evaluate(() => {
      const { activeElement: focused } = document;
      const label = focused?.id && document.querySelector(`label[for="${focused.id}"]`);
      return focused?.ariaLabel ?? (label || focused)?.textContent ?? '';
    });
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await named())) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

/** Drags an element to the right with one finger. */
async function dragByTouch(page: Page, target: Locator, pixels: number): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('the element is not shown');
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: moved === undefined ? [] : [{ x: x + moved, y }],
    });
  await touch('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', Math.round(pixels * part));
  await touch('touchEnd');
  await session.detach();
}

describeInBrowser('the page for requesting a check', (started) => {
  const stored = () => started().app.siteChecks.countDocuments();
  const lastOrder = async () =>
    (await started().app.siteChecks.find().sort({ createdAt: -1 }).limit(1).toArray())[0];

  it('shows the place, its serviceability, and its offers', async () => {
    const { page, wrong } = await started().open('/', { viewport: { width: 1440, height: 900 } });
    await headingIs(page, 'Have a place checked');
    await page.locator('[data-map][data-drawn]').waitFor();
    await shoot(page, 'request');
    await fillRequest(page);
    await page.getByRole('button', { name: /^Pin at 52\.52190, 13\.41320\./ }).waitFor();
    const status = page.getByRole('status', { name: 'Place' });
    await expect.poll(() => status.textContent()).toContain('Every offer is available.');
    expect(await status.textContent()).toMatch(/ this place, \d+ m from Berlin\. /);
    expect(await stored()).toBe(0);
    // Before the window is resized, which moves everything.
    expect(await layoutShift(page)).toBeLessThan(0.02);
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'request-filled');
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    expect(await stored()).toBe(1);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('shows no serviceability while the service cannot be reached, and retries', async () => {
    const { page } = await started().open('/');
    const status = page.getByRole('status', { name: 'Place' });
    const says = (text: string | RegExp) => expect.poll(() => status.textContent()).toMatch(text);
    const latitude = page.getByLabel('Latitude');
    const requested = (value: string) => page.waitForRequest((one) => one.url().includes(value));
    const checked = '**/v1/public/serviceability*';
    await fillRequest(page);
    await says(/ m from Berlin\./);
    await page.route(checked, (route) => route.fulfill({ status: 500 }));
    await Promise.all([page.waitForResponse(checked), latitude.fill('52.4')]);
    await says(/^$/);
    // Entering the position again requests it again.
    await page.unroute(checked);
    await latitude.fill('52.4');
    await says(/km from Berlin\./);
    await page.context().setOffline(true);
    await Promise.all([page.waitForEvent('requestfailed'), latitude.fill('48.85837')]);
    await says(/^$/);
    await page.context().setOffline(false);
    await says(/from .+\./);
    // A late response says nothing about a position typed since.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(checked, async (route) => {
      if (!route.request().url().includes('52.5')) return route.abort();
      await released;
      await route.continue();
    });
    const [first] = await Promise.all([requested('52.5'), latitude.fill('52.5')]);
    await Promise.all([requested('52.3'), latitude.fill('52.3')]);
    await says(/^$/);
    release();
    await (await first.response())?.finished();
    await page.evaluate(() => fetch('/healthz').then((response) => response.text()));
    expect(await status.textContent()).toBe('');
    await page.context().close();
  });

  it('works by keyboard alone', async () => {
    const { page } = await started().open('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    const typed: [field: RegExp, text: string][] = [
      [/^What do you want to know/, 'Is it open?'],
      [/^Where/, 'Hauptstr. 1, Berlin'],
      [/^Latitude/, '52.5219'],
      [/^Longitude/, '13.4132'],
    ];
    for (const [field, text] of typed) {
      await tabTo(page, field);
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await headingIs(page, 'Choose an offer');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.context().close();
  });

  it('finds a place by its name, and moves its pin by keyboard', async () => {
    const { page, wrong } = await started().open('/', { viewport: { width: 390, height: 844 } });
    await page.getByLabel('What do you want to know?').fill('Is the harbor open?');
    const where = page.getByRole('combobox', { name: 'Where?' });
    await where.pressSequentially('alexand');
    await page.getByRole('option', { name: /^Alexandria, Egypt/ }).waitFor();
    await expectAccessible(page);
    await where.press('ArrowDown');
    await where.press('Enter');
    expect(await where.inputValue()).toBe('Alexandria, Egypt');
    const pin = page.getByRole('button', { name: /^Pin at / });
    await page.locator('[data-map]').scrollIntoViewIfNeeded();
    await pin.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^The pin is .+ from Alexandria, Egypt\.$/).waitFor();
    await expectAccessible(page);
    const longitude = Number(await page.getByLabel('Longitude').inputValue());
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    const [made] = await started().app.siteChecks.find().sort({ createdAt: -1 }).limit(1).toArray();
    expect(made).toMatchObject({ address: 'Alexandria, Egypt', longitude });
    expect(longitude).toBeGreaterThan(29.91582);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('moves the pin by 60 m with a finger, and orders at the new position', async () => {
    const { page, wrong } = await started().open('/', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    await page.getByLabel('What do you want to know?').fill('Is the harbor open?');
    await page.getByRole('combobox', { name: 'Where?' }).pressSequentially('alexand');
    await page.getByRole('option', { name: /^Alexandria, Egypt/ }).click();
    const from = await shownPosition(page);
    await page.locator('[data-map]').scrollIntoViewIfNeeded();
    const pin = page.getByRole('button', { name: /^Pin at / });
    await pin.waitFor();
    // A city is shown at level 11, where 60 m are two pixels.
    for (let level = 11; level < 15; level += 1) await press(page, 'Zoom in');
    const metresPerPixel = (78_271.517 * Math.cos((from.latitude * Math.PI) / 180)) / 2 ** 15;
    await dragByTouch(page, pin, Math.round(60 / metresPerPixel));
    await page.getByText(/^The pin is (5[5-9]|6[0-5]) m from Alexandria, Egypt\.$/).waitFor();
    const to = await shownPosition(page);
    expect(distanceMetres(from, to)).toBeGreaterThan(55);
    expect(distanceMetres(from, to)).toBeLessThan(65);
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    expect(await lastOrder()).toMatchObject({ address: 'Alexandria, Egypt', ...to });
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('takes an order by keyboard alone, with a name for every control', async () => {
    const { page, wrong } = await started().open('/', {
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    });
    await page.locator('[data-map][data-drawn]').waitFor();
    await tabTo(page, /^What do you want to know/);
    await page.keyboard.type('Is the harbor open?');
    await tabTo(page, /^Where/);
    await page.keyboard.type('alexand');
    await page.getByRole('option', { name: /^Alexandria, Egypt/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    const form = page.getByRole('form', { name: 'Request a check' });
    const listed = await form.ariaSnapshot();
    expect(listed).toContain('- combobox "Where?" [expanded]: alexand');
    expect(listed).toContain('- listbox "Places":');
    expect(listed).toMatch(/- option "Alexandria, Egypt City" \[selected\]/);
    await page.keyboard.press('Enter');
    const from = await shownPosition(page);
    await tabTo(page, /^Pin at /);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.getByText(/^The pin is .+ from Alexandria, Egypt\.$/).waitFor();
    const to = await shownPosition(page);
    expect(to.longitude).toBeGreaterThan(from.longitude);
    expect(to.latitude).toBeGreaterThan(from.latitude);
    const moved = await form.ariaSnapshot();
    for (const line of [
      '- textbox "What do you want to know?": Is the harbor open?',
      '- combobox "Where?": Alexandria, Egypt',
      `- textbox "Latitude": "${to.latitude}"`,
      `- textbox "Longitude": "${to.longitude}"`,
      '- region "Map. Press Enter to place the pin in the middle."',
      `- button "Pin at ${to.latitude.toFixed(5)}, ${to.longitude.toFixed(5)}. Drag it, or move it with the arrow keys; hold Shift for small steps."`,
      '- button "Zoom in"',
      '- button "Zoom out"',
      '- status "Place"',
      '- button "See offers"',
    ]) {
      expect(moved).toContain(line);
    }
    await tabTo(page, /^See offers/);
    await page.keyboard.press('Enter');
    await headingIs(page, 'Choose an offer');
    expect(await lastOrder()).toMatchObject({ address: 'Alexandria, Egypt', ...to });
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('derives the address from the pin until the customer writes one', async () => {
    const { page, sent, wrong } = await started().open('/', {
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      geolocation: { latitude: 48.85837, longitude: 2.29448, accuracy: 18 },
      permissions: ['geolocation'],
    });
    await page.locator('[data-map][data-drawn]').waitFor();
    const where = page.getByRole('combobox', { name: 'Where?' });
    const looked = () => sent.filter((url) => url.includes('/v1/public/places/at?'));
    await press(page, 'Use my position');
    await page
      .getByText(/^Found, accurate to 18 m\. The address is now “Near .+, France”/)
      .waitFor();
    expect(await where.inputValue()).toMatch(/^Near .+, France$/);
    // Several steps of the pin are one request.
    const before = looked().length;
    const pin = page.getByRole('button', { name: /^Pin at / });
    await pin.focus();
    await pin.evaluate((button) => {
      const key = () => new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true });
      for (let step = 0; step < 3; step += 1) button.dispatchEvent(key());
    });
    await page.getByText(/^The address is now /).waitFor();
    expect(looked().length).toBe(before + 1);
    expect(await where.getAttribute('aria-expanded')).toBe('false');
    await where.fill('Alexanderplatz 1, 10178 Berlin');
    await pin.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^The pin is 8\d\d km from Berlin, /).waitFor();
    expect(await where.inputValue()).toBe('Alexanderplatz 1, 10178 Berlin');
    expect(looked().length).toBe(before + 1);
    // A press on the map places the pin.
    await where.fill('');
    await page.locator('.maplibregl-canvas').click({ position: { x: 40, y: 40 } });
    await page.getByText(/^The address is now /).waitFor();
    await expectAccessible(page);
    await shoot(page, 'request-derived');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it("fills both numbers from one paste, and uses the reader's position", async () => {
    const { page } = await started().open('/', {
      geolocation: { latitude: 48.85837, longitude: 2.29448, accuracy: 18 },
      permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
    });
    await page.evaluate(() => navigator.clipboard.writeText('52.5, 13.4'));
    await page.getByLabel('Longitude').focus();
    await page.keyboard.press('ControlOrMeta+V');
    expect(await page.getByLabel('Latitude').inputValue()).toBe('52.5');
    expect(await page.getByLabel('Longitude').inputValue()).toBe('13.4');
    // A place south and west, as a map application copies it.
    await page.evaluate(() => navigator.clipboard.writeText('(33.9249° S, 18.4241° W)'));
    await page.getByLabel('Latitude').focus();
    await page.keyboard.press('ControlOrMeta+V');
    expect(await page.getByLabel('Latitude').inputValue()).toBe('-33.9249');
    expect(await page.getByLabel('Longitude').inputValue()).toBe('-18.4241');
    // A map link that contains only the center of the map.
    await page.evaluate(() =>
      navigator.clipboard.writeText('https://www.google.com/maps/@-33.86,151.21,17z'),
    );
    await page.keyboard.press('ControlOrMeta+V');
    await page.getByText('Filled in from the middle of that map.').waitFor();
    await page.getByRole('button', { name: /^Pin at -33\.86000, 151\.21000\./ }).waitFor();
    await press(page, 'Use my position');
    await page.getByText('Found, accurate to 18 m.').waitFor();
    expect(await page.getByLabel('Latitude').inputValue()).toBe('48.85837');
    await page.context().close();
  });

  it('parses a position that was typed or inserted by a keyboard when its field loses focus', async () => {
    const { page } = await started().open('/');
    const [latitude, longitude] = [page.getByLabel('Latitude'), page.getByLabel('Longitude')];
    const values = async () => [await latitude.inputValue(), await longitude.inputValue()];
    await latitude.fill('52°31′18.8″N 13°24′47.5″E');
    await longitude.focus();
    expect(await values()).toEqual(['52.521889', '13.413194']);
    await longitude.fill('13,4132');
    await page.getByRole('button', { name: /^Pin at 52\.52189, 13\.41320\./ }).waitFor();
    await latitude.focus();
    expect(await values()).toEqual(['52.521889', '13.4132']);
    await latitude.fill('https://maps.app.goo.gl/aBcDeF');
    await longitude.focus();
    await page.getByText('This link contains no position.').waitFor();
    expect((await values())[0]).toBe('https://maps.app.goo.gl/aBcDeF');
    await page.getByText('How to get the two numbers').click();
    await page.getByText('Press and hold the place until a pin appears.').first().waitFor();
    await expectAccessible(page);
    await expectFitting(page);
    await page.context().close();
  });

  it('reads both numbers from one field without script', async () => {
    const { page } = await started().open('/', { javaScriptEnabled: false });
    await fillRequest(page, { latitude: 'geo:52.5219,13.4132', longitude: '' });
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    const [made] = await started().app.siteChecks.find().sort({ createdAt: -1 }).limit(1).toArray();
    expect(made).toMatchObject({ latitude: 52.5219, longitude: 13.4132 });
    await page.context().close();
  });

  it('gives instructions when the browser gives no position', async () => {
    const { page } = await started().open('/', { permissions: [] });
    await press(page, 'Use my position');
    await page.getByText('Your browser gave no position. Type it').waitFor();
    await page.context().close();
    const port = new URL(started().address).port;
    const plain = await started().open(`http://plain.test:${port}/`);
    await plain.page.getByText('This address is not encrypted, so your browser').waitFor();
    expect(await plain.page.getByRole('button', { name: 'Use my position' }).count()).toBe(0);
    await plain.page.context().close();
  });

  it.each([
    ['with script', true],
    ['without script', false],
  ])('shows the error of each field, and loses nothing, %s', async (_name, javaScriptEnabled) => {
    const before = await stored();
    const { page } = await started().open('/', { javaScriptEnabled, expected: /422/ });
    await fillRequest(page, { objective: 'x', address: '', latitude: 'north', longitude: '200' });
    await press(page, 'See offers');
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'There is a problem' }).waitFor();
    expect(await page.title()).toBe('Error: Have a place checked – Verification service');
    expect(await alert.getByRole('link').allTextContents()).toEqual([
      'What do you want to know?: Enter at least 3 characters.',
      'Where?: This field is required.',
      'Latitude: Enter a number such as 52.5219.',
      'Longitude: Enter a number from -180 to 180.',
    ]);
    const latitude = page.getByLabel('Latitude');
    expect(await latitude.inputValue()).toBe('north');
    expect(await latitude.getAttribute('aria-invalid')).toBe('true');
    expect(await latitude.getAttribute('aria-describedby')).toBe('request-latitude-error');
    expect(await stored()).toBe(before);
    if (javaScriptEnabled) {
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
      expect(await focused()).toBe('alert');
      await expectAccessible(page);
      await shoot(page, 'request-refused');
      await alert.getByRole('link', { name: /^Latitude/ }).click();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('request-latitude');
      // An error disappears as soon as its field is valid.
      await latitude.fill('52.5219');
      expect(await latitude.getAttribute('aria-invalid')).toBeNull();
      await expect.poll(() => alert.getByRole('link').count()).toBe(3);
    }
    await fillRequest(page);
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    expect(await stored()).toBe(before + 1);
    await page.context().close();
  });

  it('draws one map if the page changes while its map is loading', async () => {
    const { page } = await started().open('/', { expected: /422/ });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/world*.json', async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await page.locator('[data-map] canvas').waitFor({ state: 'attached' });
    await press(page, 'See offers');
    await page.getByRole('alert').waitFor();
    release();
    await page.locator('[data-map]').scrollIntoViewIfNeeded();
    await page.locator('[data-map][data-drawn]').waitFor();
    expect(await page.locator('[data-map] canvas').count()).toBe(1);
    await page.context().close();
  });

  it('shows the questions of the chosen service', async () => {
    const { page } = await started().open('/');
    const services = (await started().app.rest('GET', '/v1/public/services', { key: null })).body;
    const section = page.getByRole('group', { name: 'What the person on site answers' });
    for (const { service_key, questions } of services.slice(0, 3)) {
      await page.getByLabel('What should be checked?').selectOption(service_key);
      const labels = questions.map(({ label }: { label: string }) => label);
      expect(labels).not.toEqual([]);
      expect(await section.getByRole('listitem').allTextContents()).toEqual(labels);
    }
    await page.getByLabel('What should be checked?').selectOption('');
    await section.getByText('Your question above.', { exact: true }).waitFor();
    expect(await section.getByRole('listitem').count()).toBe(0);
    await page.context().close();
  });

  it('takes questions of the customer, whose kind is guessed and can be changed', async () => {
    const { page, wrong } = await started().open('/', { expected: /422/ });
    await fillRequest(page);
    await page.getByText('Add your own questions').click();
    const question = (row: number) => page.getByLabel(`Question ${row}`, { exact: true });
    const kind = (row: number) => page.getByLabel(`Answer to question ${row}`, { exact: true });
    await question(1).fill('Is there a ramp?');
    expect(await kind(1).inputValue()).toBe('yes_no');
    await question(1).fill('Where is the ramp?');
    expect(await kind(1).inputValue()).toBe('text');
    await question(1).fill('Is there a ramp?');
    expect(await question(2).isVisible()).toBe(false);
    for (const [row, text] of [
      [2, 'How many floors?'],
      [3, 'Hm'],
    ] as const) {
      await press(page, 'Add another question');
      expect(await question(row).evaluate((one) => one === document.activeElement)).toBe(true);
      await page.keyboard.type(text);
    }
    await kind(2).selectOption('Number');
    await question(2).fill('Is the number of floors at least 3?');
    expect(await kind(2).inputValue()).toBe('number');
    await question(2).fill('How many floors?');
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'request-questions');
    await press(page, 'See offers');
    const alert = page.getByRole('alert');
    await alert.getByRole('link', { name: 'Question 3: Enter at least 3 characters.' }).click();
    expect(await question(3).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await kind(2).inputValue()).toBe('number');
    await shoot(page, 'request-questions-rejected');
    await question(3).fill('');
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    const [made] = await started().app.siteChecks.find().sort({ createdAt: -1 }).limit(1).toArray();
    expect(made?.statedQuestions?.questions).toMatchObject([
      { questionKey: 'own_1', label: 'Is there a ramp?', kind: 'yes_no' },
      { questionKey: 'own_2', label: 'How many floors?', kind: 'number' },
    ]);
    const job = await started().app.services.jobs.get(made?.jobId ?? '', {});
    expect(job.questions?.slice(-2)).toMatchObject([{ questionKey: 'own_1' }, { kind: 'number' }]);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('takes five questions without script, and derives their kinds', async () => {
    const { page } = await started().open('/', { javaScriptEnabled: false, expected: /422/ });
    await page.getByText('Questions of each service').click();
    await fillRequest(page);
    await page.getByText('Add your own questions').click();
    const question = (row: number) => page.getByLabel(`Question ${row}`, { exact: true });
    await question(2).fill('Is there a ramp?');
    await question(5).fill('x'.repeat(201));
    await page.getByLabel('Answer to question 5').selectOption('Date and time');
    await press(page, 'See offers');
    const alert = page.getByRole('alert');
    await alert.getByText('Question 5: Use at most 200 characters').waitFor();
    expect(await question(5).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Answer to question 5').inputValue()).toBe('date_time');
    await question(5).fill('When does it close?');
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    const [made] = await started().app.siteChecks.find().sort({ createdAt: -1 }).limit(1).toArray();
    expect(made?.statedQuestions?.questions).toMatchObject([
      { questionKey: 'own_2', kind: 'yes_no' },
      { questionKey: 'own_5', kind: 'date_time' },
    ]);
    await page.context().close();
  });

  it('keeps typed text while there is no connection, and sends it again', async () => {
    const { page } = await started().open('/', { expected: /ERR_INTERNET_DISCONNECTED/ });
    await fillRequest(page);
    await page.context().setOffline(true);
    await press(page, 'See offers');
    await page.getByRole('alert').getByText('No connection. What you typed is kept.').waitFor();
    expect(await page.getByLabel('Where?').inputValue()).toBe('Alexanderplatz 1, 10178 Berlin');
    await page.context().setOffline(false);
    const before = await stored();
    await press(page, 'Try again');
    await headingIs(page, 'Choose an offer');
    expect(await stored()).toBe(before + 1);
    await page.context().close();
  });

  it('creates one request for a form that is sent twice', async () => {
    const { page } = await started().open('/', { javaScriptEnabled: false });
    await fillRequest(page);
    const before = await stored();
    await press(page, 'See offers');
    await headingIs(page, 'Choose an offer');
    await page.reload();
    await headingIs(page, 'Choose an offer');
    expect(await stored()).toBe(before + 1);
    await page.context().close();
  });
});
