import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { jobBody, pilotKey } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting } from './support/looks.js';
import { type Reported, reportedRequest } from './support/report-scene.js';

const desktop = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;
const far = /^E1 .+, 1\.4 km from the address, not accepted$/;

/** Waits until the map of a page is drawn. */
async function drawn(page: Page) {
  await page.locator('[data-map]').scrollIntoViewIfNeeded();
  await page.locator('[data-map][data-drawn]').waitFor();
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await map.waitFor();
  return page.locator('[data-map]');
}

const listed = async (page: Page) => {
  await page.getByText('Positions as a list').click();
  return page.locator('.positions li').allInnerTexts();
};

describeInBrowser('the map of a page', (started) => {
  let reported: Reported;
  beforeAll(async () => {
    reported = await reportedRequest(started().app);
  });

  it('shows the place and its circles before there is a report, and no photo', async () => {
    const { app } = started();
    const made = await app.rest('POST', '/v1/public/site-checks', {
      key: null,
      body: {
        service_key: 'storefront_open',
        objective: 'Is the shop open?',
        address: 'Alexanderplatz 1, 10178 Berlin',
        latitude: 52.5219,
        longitude: 13.4132,
        notes: 'The entrance is on the square.',
      },
    });
    const { request_id: id, access_token: token } = made.body;
    const { page, wrong } = await started().open(`/site-checks/${id}#${token}`, desktop);
    const map = await drawn(page);
    await map.getByText('150 m', { exact: true }).waitFor();
    await map.getByText(/^No streets here\. Grid: \d+ m$/).waitFor();
    expect(await map.locator('.mark').count()).toBe(1);
    await map.getByRole('button', { name: 'The address' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Close' }).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('The address');
    expect(await listed(page)).toEqual([
      'The address: 52.52190, 13.41320',
      expect.stringMatching(/^Circles: photos taken within 150 m /),
    ]);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('shows on the status page where the photos of the report were taken', async () => {
    const { page, wrong } = await started().open(
      `/site-checks/${reported.id}#${reported.token}`,
      desktop,
    );
    const map = await drawn(page);
    const clustered = map.getByRole('button', { name: /^Symbols close together/ });
    const single = map.getByRole('button', { name: /^E\d/ });
    await expect.poll(async () => (await clustered.count()) + (await single.count())).not.toBe(0);
    // It is too far away for the first view.
    await page.getByText('Outside the first view of the map:').waitFor();
    expect(await map.getByRole('button', { name: far }).count()).toBe(0);
    const zoomOut = map.getByRole('button', { name: 'Zoom out' });
    for (let level = 0; level < 3; level += 1) await zoomOut.click();
    await map.getByRole('button', { name: far }).waitFor();
    const positions = await listed(page);
    expect(positions).toHaveLength(6);
    expect(positions[1]).toMatch(/^E1 .+, 1\.4 km from the address, not accepted: 52\.\d{5}, 13\./);
    // A refresh of the page leaves the map, with the symbol that has the focus.
    await map.getByRole('button', { name: far }).focus();
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('mainchange')));
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(far);
    await expectAccessible(page);
    await expectFitting(page);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('shows the photos on the report page, each a link to its photo', async () => {
    const { page, wrong } = await started().open(
      `/reports/${reported.id}#${reported.token}`,
      desktop,
    );
    const map = await drawn(page);
    const link = map.getByRole('link', { name: /^E4 Entrance, 124 m from the address$/ });
    expect(await link.getAttribute('href')).toBe('#evidence-4');
    await link.press('Enter');
    await expect
      .poll(() =>
        page.locator('#evidence-4').evaluate((photo) => {
          const { top, bottom } = photo.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        }),
      )
      .toBe(true);
    expect(await listed(page)).toHaveLength(6);
    await expectAccessible(page);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['the status page', () => `/site-checks/${reported.id}`],
    ['the report page', () => `/reports/${reported.id}`],
  ])('is a list without JavaScript on %s', async (_name, path) => {
    const { page, wrong } = await started().open(path(), { javaScriptEnabled: false });
    await page.getByRole('textbox', { name: 'Access code' }).fill(reported.token);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    expect((await listed(page))[0]).toBe('The address: 52.52190, 13.41320');
    expect(await page.locator('.positions li').count()).toBe(6);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('shows the open jobs to operators, those close together as one symbol', async () => {
    const { app } = started();
    const objectives = ['Is the bakery open?', 'Is the scaffold gone?', 'Is the harbor open?'];
    for (const [index, objective] of objectives.entries()) {
      const place = index < 2 ? {} : { latitude: 31.2, longitude: 29.9, address: 'Alexandria' };
      const body = jobBody({ objective, nonce: `map-job-${index}`, ...place });
      expect((await app.rest('POST', '/v1/jobs', { body })).status).toBe(201);
    }
    const { page, wrong } = await started().open('/operations', {
      ...desktop,
      secrets: [pilotKey],
    });
    await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
    await page.getByRole('button', { name: 'Use key' }).click();
    const map = await drawn(page);
    const single = map.getByRole('link', { name: 'Is the harbor open? (Alexandria)' });
    expect(await single.getAttribute('href')).toMatch(/^\/console#\/jobs\/[0-9a-f-]{36}$/);
    expect(await map.getByText(/^No streets here/).count()).toBe(0);
    // Jobs at the same address never separate; they are listed.
    const cluster = map.getByRole('button', { name: /^Symbols close together: \d/ });
    const popup = page.locator('.maplibregl-popup');
    for (let presses = 0; presses < 20 && (await popup.count()) === 0; presses += 1) {
      await cluster.first().press('Enter');
      await page.waitForTimeout(0);
    }
    const inList = popup.getByRole('link', { name: /^Is the bakery open\?/ });
    await inList.waitFor();
    await expectAccessible(page);
    await expectFitting(page);
    await inList.click();
    await page.getByRole('heading', { level: 1, name: 'Is the bakery open?' }).waitFor();
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});
