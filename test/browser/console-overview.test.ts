import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { advance } from '../sandbox/support/advance.js';
import { days, jobBody } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, expectLargeTargets, shoot } from './support/looks.js';

describeInBrowser('the overview of the console', (started) => {
  const rights = ['jobs:read', 'jobs:write', 'reports:write'] as const;
  const create = async (key: string, shop: string, fields: Record<string, unknown> = {}) => {
    const metadata = { shop, region: Number(shop) % 2 ? 'east' : 'west' };
    const body = jobBody({ metadata, ...fields });
    return (await started().app.rest('POST', '/v1/jobs', { key, body })).body.job_id as string;
  };
  const open = async (key: string, hash = '#/overview') => {
    const opened = await started().open('/console', { secrets: [key], expected: /4\d\d/ });
    const { page } = opened;
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.getByRole('button', { name: 'Use key' }).press('Enter');
    await page.getByText('Key of').waitFor();
    await page.evaluate((to) => location.assign(to), hash);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    return opened;
  };
  const rows = (page: Page) => page.getByRole('table', { name: 'Jobs' }).locator('tbody tr');
  const apply = (page: Page) => page.getByRole('button', { name: 'Apply' }).press('Enter');
  const drawn = (page: Page) => page.locator('.chart canvas').nth(1).waitFor();

  it('shows the jobs of a filter, on a map, in a table and in figures', async () => {
    const { app } = started();
    const key = await app.keyFor('overview', [...rights], 'test');
    for (let shop = 0; shop < 6; shop += 1) {
      const latitude = 52.5 + shop / 100;
      const objective = shop === 1 ? 'Is the shop open? [sim:no]' : 'Is the shop open?';
      await create(key, String(shop), { latitude, objective });
    }
    await advance(app, key, days(8));
    await create(key, '6', { nonce: 'sim_none_6', address: 'Café Straße 1, Berlin' });

    const { page, wrong } = await open(key);
    await page.getByText('7 jobs', { exact: true }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(7);
    await page.getByText('Completed: 6').waitFor();
    // It is drawn when it scrolls into view.
    await page.locator('.map').scrollIntoViewIfNeeded();
    await page.locator('.map[data-drawn]').waitFor();
    await page.locator('.map .mark').first().waitFor();
    await drawn(page);
    const answers = page.getByRole('table', { name: 'Objective' });
    await expect
      .poll(() => answers.getByRole('row').allInnerTexts())
      .toEqual([
        expect.stringContaining('Answer'),
        expect.stringMatching(/^Yes\s+5\s+83 %\s+0$/),
        expect.stringMatching(/^No\s+1\s+17 %\s+0$/),
      ]);
    await shoot(page, 'console-overview');
    await expectAccessible(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectLargeTargets(page);
    }
    await expectFitting(page);

    // Only the first week has completed jobs.
    await page.getByLabel('As a table: Turnaround in hours, by time of creation').press('Enter');
    const turnarounds = page.getByRole('table', { name: /^Turnaround in hours/ }).locator('td');
    const texts = await turnarounds.allInnerTexts();
    expect(
      texts
        .slice(0, 2)
        .map(Number)
        .every((hours) => hours > 1),
    ).toBe(true);
    expect(texts.slice(-2)).toEqual(['–', '–']);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('states its filter and its columns in the URL, and saves the table as CSV', async () => {
    const key = await started().app.keyFor('filtered overview', ['jobs:read', 'jobs:write']);
    for (let shop = 0; shop < 7; shop += 1) {
      const address = shop === 6 ? 'Café Straße 1, Berlin' : 'Alexanderplatz 1, Berlin';
      const auto_open = shop < 5;
      await create(key, String(shop), { latitude: 52.5 + shop / 100, address, auto_open });
    }
    const { page, wrong } = await open(key);
    await page.getByText('7 jobs', { exact: true }).waitFor();

    // A filter by metadata and state.
    await page.getByRole('textbox', { name: 'Metadata' }).fill('region=west');
    await page.getByText('Status: any').press('Enter');
    await page.getByRole('checkbox', { name: 'Waiting for a verifier' }).check();
    await apply(page);
    await page.getByText('3 jobs', { exact: true }).waitFor();
    expect(page.url()).toContain('status=open');
    expect(page.url()).toContain('metadata=region%3Dwest');
    expect(
      await page
        .getByRole('button', { name: 'Apply' })
        .evaluate((node) => node === document.activeElement),
    ).toBe(true);

    // Columns, the size of a bucket, and a file.
    await page.getByText('Columns', { exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'metadata[shop]' }).check();
    await page.getByRole('checkbox', { name: 'Latitude' }).check();
    await page.getByRole('combobox', { name: 'Per' }).selectOption('Day');
    await expect.poll(() => page.url()).toMatch(/bucket=day.*columns=/);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
    const csv = await readFile(await (await saved).path(), 'utf8');
    const [head, ...lines] = csv.slice(1).trimEnd().split('\r\n');
    expect(head).toBe('Objective,State,Address,Created,Latitude,metadata[shop]');
    expect(lines.map((line) => line.split(',').slice(-2)).sort()).toEqual([
      ['52.5', '0'],
      ['52.52', '2'],
      ['52.54', '4'],
    ]);

    // The URL alone shows the same, also in another tab.
    const shared = page.url();
    const other = await open(key, shared.slice(shared.indexOf('#')));
    await other.page.getByText('3 jobs', { exact: true }).waitFor();
    expect(await other.page.getByRole('textbox', { name: 'Metadata' }).inputValue()).toBe(
      'region=west',
    );
    expect(await other.page.getByRole('combobox', { name: 'Per' }).inputValue()).toBe('DAY');
    await other.page.getByRole('columnheader', { name: 'metadata[shop]' }).waitFor();
    await other.page.context().close();

    // Words, and back to the filter before.
    await page.getByRole('link', { name: 'Clear' }).press('Enter');
    await page.getByText('7 jobs', { exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Metadata' }).inputValue()).toBe('');
    await page.getByRole('searchbox', { name: 'Words' }).fill('cafe');
    await apply(page);
    await page.getByText('1 job', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('7 jobs', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('3 jobs', { exact: true }).waitFor();
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('follows changes without a reload', async () => {
    const { app } = started();
    const key = await app.keyFor('live overview', [...rights], 'test');
    await create(key, '0');
    const { page } = await open(key);
    await page.getByText('Waiting for a verifier: 1').waitFor();
    await create(key, '1');
    await advance(app, key, days(1));
    await create(key, '2', { nonce: 'sim_none_2' });
    await page.getByText('Completed: 2').waitFor();
    await page.getByText('3 jobs', { exact: true }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().close();
  });

  it('reports errors of the filter', async () => {
    const key = await started().app.keyFor('wrong overview', ['jobs:read']);
    const { page } = await open(key);
    await page.getByText('No jobs match the filter.').waitFor();
    await page.getByText('No answers yet.').waitFor();
    await page.getByRole('textbox', { name: 'Metadata' }).fill('0042');
    await apply(page);
    await page.getByText('Enter keys and values such as shop=0042').waitFor();
    expect(page.url()).not.toContain('metadata');
    await page.getByRole('textbox', { name: 'Metadata' }).fill('a b=0042');
    await apply(page);
    await page
      .getByText(/Keys should be 1 to 40 characters/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.context().close();
  });
});
