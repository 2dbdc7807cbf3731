import { expect, it } from 'vitest';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';

describeInBrowser('the error pages', (started) => {
  it('list every error, with a link to a page for each', async () => {
    const { page, wrong } = await started().open('/errors');
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'errors');
    await page.getByRole('link', { name: 'rate_limited' }).click();
    await page.getByRole('heading', { level: 1, name: 'Too many requests' }).waitFor();
    await expect.poll(() => page.title()).toBe('Too many requests – Verification service');
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'error');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('allow immutable caching only for the assets', async () => {
    const html = await (await fetch(`${started().address}/errors`)).text();
    const path = /href="(\/assets\/site\.\w+\.css)"/.exec(html)?.[1];
    const asset = await fetch(started().address + path, {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('br');
    const unknown = await fetch(`${started().address}/assets/site.0000000000.css`);
    expect(unknown.status).toBe(404);
  });
});
