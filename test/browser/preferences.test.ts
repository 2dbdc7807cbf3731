import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './support/browser-app.js';
import { fillRequest } from './support/order.js';

/** Returns a color as computed by the browser. */
const colour = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

describeInBrowser('a page respects the preferences of its reader:', (started) => {
  it.each(['light', 'dark'] as const)(
    'the %s scheme, including the area around the page',
    async (scheme) => {
      const { page } = await started().open('/', { colorScheme: scheme });
      const ground = await colour(page, 'body', 'background-color');
      const theme = await page
        .locator(`meta[name=theme-color][media*=${scheme}]`)
        .evaluate((node) => {
          document.body.style.color = (node as HTMLMetaElement).content;
          return getComputedStyle(document.body).color;
        });
      expect(theme).toBe(ground);
      expect(await colour(page, 'html', 'color-scheme')).toContain(scheme);
      await page.context().close();
    },
  );

  it('more contrast: subtle text and fine lines become strong', async () => {
    const { page } = await started().open('/');
    const token = (name: string) => colour(page, 'html', name);
    expect(await token('--soft')).not.toBe(await token('--ink'));
    await page.emulateMedia({ contrast: 'more' });
    expect(await token('--soft')).toBe(await token('--ink'));
    expect(await token('--hair')).toBe(await token('--edge'));
    await page.context().close();
  });

  it('less motion: nothing moves', async () => {
    const { page } = await started().open('/', { reducedMotion: 'reduce' });
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((node) => {
          const { transitionDuration, animationName } = getComputedStyle(node);
          return parseFloat(transitionDuration) > 0.01 || animationName !== 'none';
        }).length,
    );
    expect(moving).toBe(0);
    await page.context().close();
  });

  it('a pressed button keeps its name and width, reports that it is busy, and acts once', async () => {
    const { page } = await started().open('/');
    await fillRequest(page);
    const button = page.getByRole('button', { name: 'See offers' });
    const width = async () => (await button.boundingBox())?.width;
    const before = await width();
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let posts = 0;
    await page.route('**/site-checks', async (route) => {
      posts += 1;
      await held;
      await route.continue();
    });
    const stored = await started().app.siteChecks.countDocuments();
    await button.click();
    await page.locator('button[aria-busy=true]').waitFor();
    await button.click();
    expect(await width()).toBe(before);
    expect(before).toBeGreaterThan(0);
    goOn();
    await page.getByRole('heading', { level: 1, name: 'Choose an offer' }).waitFor();
    expect(posts).toBe(1);
    expect(await started().app.siteChecks.countDocuments()).toBe(stored + 1);
    await page.context().close();
  });
});
