import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting } from './support/looks.js';

describeInBrowser('the head and the fields of pages', (started) => {
  it('describe the service to search engines, previews of links and launchers', async () => {
    const { page, wrong } = await started().open('/');
    const content = (selector: string) =>
      page.locator(`head > ${selector}`).getAttribute('content');
    const description = await content('meta[name=description]');
    expect(description).toMatch(/^Someone visits a place/);
    expect(await content('meta[property="og:title"]')).toBe('Have a place checked');
    expect(await content('meta[property="og:description"]')).toBe(description);
    const card = (await content('meta[property="og:image"]')) ?? '';
    expect(card.startsWith(`${started().address}/assets/card.`)).toBe(true);
    const sizeOf = async (url: string) => {
      const response = await fetch(url);
      expect(response.headers.get('content-type'), url).toBe('image/png');
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      return `${width}x${height}`;
    };
    expect(await sizeOf(card)).toBe('1200x630');
    const link = (rel: string) =>
      page.locator(`head > link[rel=${rel}]`).evaluate((node) => (node as HTMLLinkElement).href);
    expect(await sizeOf(await link('apple-touch-icon'))).toBe('180x180');
    const session = await page.context().newCDPSession(page);
    const { errors, data = '' } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { icons, ...manifest } = JSON.parse(data);
    expect(manifest).toMatchObject({
      name: 'Verification service',
      id: '/',
      start_url: '/',
      display: 'standalone',
      theme_color: '#0a56a6',
    });
    expect(icons.some(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toBe(true);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // The contexts of tests are like private windows, which install nothing.
    const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
    expect(others).toEqual([]);
    for (const { src, sizes } of icons) {
      expect(await sizeOf(started().address + src)).toBe(sizes);
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('lead from the order form to price, time, sample, operator, privacy, help and sign-in', async () => {
    const { page, wrong } = await started().open('/');
    const facts = page.getByRole('list', { name: 'Price, time and sample' });
    expect(await facts.innerText()).toMatch(/From \$[\d.]+, €[\d.]+,? or £[\d.]+/);
    expect(await facts.innerText()).toContain('Report within 24 or 72 hours');
    const sample = await facts
      .getByRole('link')
      .evaluate((link) => (link as HTMLAnchorElement).href);
    const response = await fetch(sample);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    expect((await extractText(pdf, { mergePages: true })).text).toContain(
      'no one visited the place',
    );
    const box = (selector: string) => page.locator(selector).boundingBox();
    expect((await box('main form'))?.y).toBeLessThan(500);
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await page.getByRole('link', { name: 'Privacy' }).click();
    await page.waitForURL(/\/about#privacy$/);
    await page.getByRole('heading', { name: 'Help' }).waitFor();
    // No operator is set, so nothing is stated about one.
    expect(await page.getByRole('heading', { name: 'Who runs it' }).count()).toBe(0);
    await expectAccessible(page);
    await expectFitting(page);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('say nothing about a request whose link is previewed', async () => {
    const { page } = await started().open('/site-checks/some-id');
    const title = page.locator('head > meta[property="og:title"]');
    expect(await title.getAttribute('content')).toBe('Verification service');
    await page.context().close();
  });

  it.each(['/', '/register'])('take text in any direction: %s', async (path) => {
    const { page } = await started().open(path);
    const fixed = await page
      .locator('main :is(textarea, input):not([type=hidden], [type=checkbox], [type=radio])')
      .evaluateAll((fields) =>
        fields
          .filter((field) => field.getAttribute('dir') !== 'auto')
          .map((field) => field.getAttribute('name')),
      );
    // Numbers, addresses of mail and secrets have one direction.
    const oneWay = ['latitude', 'longitude', 'requester_email', 'requester_phone'];
    expect(fixed).toEqual(path === '/' ? oneWay : ['email', 'phone', 'password']);
    if (path === '/') {
      const question = page.getByLabel('What do you want to know?');
      await question.fill('האם החנות פתוחה?');
      const direction = await question.evaluate((node) => getComputedStyle(node).direction);
      expect(direction).toBe('rtl');
    }
    await page.context().close();
  });
});
