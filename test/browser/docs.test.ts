import { expect, it } from 'vitest';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';
import { headingIs } from './support/order.js';

describeInBrowser('developer pages and unknown URLs', (started) => {
  it('/docs shows every operation, and links to the developer pages', async () => {
    const { page, wrong } = await started().open('/docs');
    // Swagger UI is slow on a busy machine.
    page.setDefaultTimeout(60_000);
    await headingIs(page, 'API');
    await page.getByText('/v1/jobs', { exact: true }).first().waitFor();
    const description = await (await fetch(`${started().address}/openapi.json`)).json();
    const paths: Record<string, { operationId: string }>[] = Object.values(description.paths);
    const documented = paths.flatMap((one) => Object.values(one).map((way) => way.operationId));
    const seen = new Set<string | undefined>();
    // Content far outside the window is not rendered until it is scrolled into view.
    const scroll = async () => {
      const ids = await page.locator('.operations-virtual .opblock').evaluateAll((blocks) => {
        blocks.at(-1)?.scrollIntoView();
        return blocks.map(({ id }) => id.split('-').at(-1));
      });
      for (const id of ids) seen.add(id);
      return [...seen];
    };
    await expect.poll(scroll, { timeout: 60_000 }).toEqual(expect.arrayContaining(documented));
    await page.locator('.webhooks').getByText('Receive an event').waitFor();
    for (const name of ['GraphiQL', 'OpenAPI document', 'Console', 'Errors']) {
      await expect
        .poll(() => page.getByRole('main').getByRole('link', { name, exact: true }).count())
        .toBe(1);
    }
    // The theme sets colors; structure and names are those of Swagger UI.
    await expectAccessible(page, { include: '#docs', rules: ['color-contrast'] });
    await page.locator('#docs').evaluate((node) => node.replaceChildren());
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'docs');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('/docs begins with key, sandbox, webhooks and MCP, and can be filtered in the dark', async () => {
    const { page, wrong } = await started().open('/docs', { colorScheme: 'dark' });
    page.setDefaultTimeout(60_000);
    const start = page.getByRole('region', { name: 'Start here' });
    expect(await start.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Get a key',
      'Sandbox',
      'Webhooks',
      'MCP',
    ]);
    await start.getByText(`"url": "${started().address}/mcp"`).waitFor();
    const filter = page.getByPlaceholder('Filter by tag');
    await filter.waitFor();
    const tags = page.locator('.opblock-tag');
    expect(await tags.first().textContent()).not.toMatch(/webhook/i);
    // Light text on a dark ground.
    const lightness = (property: 'color' | 'backgroundColor', selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((node, name) => {
          const [red = 0, green = 0, blue = 0] = getComputedStyle(node)[name].match(/\d+/g) ?? [];
          return (Number(red) + Number(green) + Number(blue)) / 3;
        }, property);
    expect(await lightness('backgroundColor', '#docs')).toBeLessThan(60);
    expect(await lightness('color', '.opblock-tag')).toBeGreaterThan(170);
    await filter.fill('webhook');
    const about = expect.stringMatching(/^Webhook/);
    await expect.poll(() => tags.allTextContents()).toEqual([about, about]);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => lightness('backgroundColor', '#docs')).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('/graphql fills in the header of the key, also in a new tab', async () => {
    const { page } = await started().open('/graphql');
    page.setDefaultTimeout(60_000);
    await page.getByRole('button', { name: 'New tab' }).click();
    await page.getByRole('button', { name: 'Headers' }).click();
    const editor = page.locator('[aria-label="Headers"] .view-lines').filter({ visible: true });
    await expect.poll(() => editor.textContent()).toContain('"X-API-Key"');
    await page.context().close();
  });

  it('/graphql has the same heading with GraphiQL below, and loads nothing from outside', async () => {
    const { page, wrong } = await started().open('/graphql');
    await headingIs(page, 'API');
    expect(await page.title()).toBe('API – Verification service');
    const links = page.getByRole('banner').getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/',
      '/docs',
      '/openapi.json',
      '/console',
      '/errors',
    ]);
    page.setDefaultTimeout(60_000);
    await page.getByRole('button', { name: /Execute query/ }).waitFor();
    const editor = await page.locator('#root > .graphiql-container').boundingBox();
    // The editor fills the window below the heading.
    expect((editor?.y ?? 0) + (editor?.height ?? 0)).toBe(page.viewportSize()?.height);
    await shoot(page, 'graphql');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('an unknown URL returns a page to a browser, and problem details to a program', async () => {
    const { page } = await started().open('/no-such-page', { expected: /404/ });
    await headingIs(page, 'There is no page here');
    await page.getByRole('link', { name: 'Request a check' }).waitFor();
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'unknown');
    await page.context().close();
    const unknown = await started().open('/errors/no_such_code', { expected: /404/ });
    await headingIs(unknown.page, 'There is no page here');
    await unknown.page.context().close();
    const { app } = started();
    const html = { headers: { accept: 'text/html' } };
    for (const [path, init] of [
      ['/no-such-page', {}],
      ['/v1/no-such-path', html],
      ['/media/no-such-file', html],
      ['/log/tile/9/x999', html],
    ] as const) {
      const answer = await app.fetch(path, init);
      expect(answer.status, path).toBe(path.startsWith('/v1') ? 404 : answer.status);
      expect(answer.headers.get('content-type'), path).toContain('application/problem+json');
    }
  });
});
