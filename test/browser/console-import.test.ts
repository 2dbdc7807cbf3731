import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { csvOf } from '../../src/lib/csv.js';
import { parseCsv } from '../../src/pages/client/console/import/csv-file.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, expectLargeTargets, shoot } from './support/looks.js';

const columns = [
  ...['Shop', 'Question', 'Street', 'City', 'Lat', 'Lon', 'Notes', 'Kind', 'Manager'],
  'metadata[region]',
];
const count = 300;
/** Hundreds of jobs take a while on a busy machine. */
const slowly = { timeout: 60_000 };

/** Rows of shops in Berlin and New York; the given cells replace those of a row. */
function shops(changes: Record<number, Partial<Record<string, string>>> = {}): string[][] {
  return Array.from({ length: count }, (_, i) => {
    const isWest = i % 2 === 1;
    const cells: Record<string, string> = {
      Shop: String(i).padStart(4, '0'),
      Question: 'Is the shop open?',
      Street: `${i + 1} Main Street`,
      City: isWest ? 'New York' : 'Berlin',
      Lat: ((isWest ? 40.7 : 52.5) + i / 10_000).toFixed(4),
      Lon: ((isWest ? -73.9 : 13.4) + i / 10_000).toFixed(4),
      Notes: 'The entrance is on the square.',
      Kind: 'yes_no',
      Manager: `Manager ${i}`,
      'metadata[region]': isWest ? 'east coast' : 'brandenburg',
      ...changes[i],
    };
    return columns.map((column) => cells[column] ?? '');
  });
}

const wrong = {
  3: { Lat: 'north' },
  8: { Lat: '95', Street: '' },
  11: { Question: 'x' },
  // Only the service knows that this is no kind.
  20: { Kind: 'perhaps' },
  // Spreadsheets run texts that begin so.
  30: { Notes: '=HYPERLINK("http://x.example")' },
  31: { Manager: '@SUM(A1:A9)' },
};

const fileOf = (name: string, rows: readonly string[][]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(csvOf([columns, ...rows])),
});

async function resultOf(download: Download) {
  const text = await readFile(await download.path(), 'utf8');
  const file = parseCsv(download.suggestedFilename(), text);
  if (typeof file !== 'object' || !('columns' in file)) throw new Error('no result');
  const at = (name: string) => file.columns.indexOf(name);
  return {
    text,
    name: file.name,
    columns: file.columns,
    rows: file.rows.map(({ cells }) => ({
      shop: cells[at('Shop')] ?? '',
      status: cells[at('status')] ?? '',
      jobId: cells[at('job_id')] ?? '',
      error: cells[at('error')] ?? '',
    })),
  };
}

describeInBrowser('the import of a CSV file', (started) => {
  const openImport = async (key: string) => {
    const opened = await started().open('/console', { secrets: [key], expected: /4\d\d/ });
    const { page } = opened;
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.getByRole('button', { name: 'Use key' }).press('Enter');
    await page.getByText('Key of').waitFor();
    await page.getByRole('button', { name: 'Import CSV' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Import jobs' }).waitFor();
    return opened;
  };
  const choose = (page: Page, rows: readonly string[][], name = 'shops.csv') =>
    page.getByLabel('CSV file').setInputFiles(fileOf(name, rows));
  const counts = (ready: number, wrong: number) =>
    `${count} rows: ${ready} ready, ${wrong} with errors.`;
  const create = async (page: Page, jobs: number) => {
    await page.getByRole('button', { name: `Create ${jobs} job` }).press('Enter');
    const result = page.getByRole('status').filter({ hasText: 'Import finished.' });
    await result.waitFor(slowly);
    return result.textContent();
  };
  const download = async (page: Page) => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the result file' }).press('Enter');
    return resultOf(await saved);
  };
  const statuses = (rows: readonly { status: string }[]) =>
    rows.reduce<Record<string, number>>((all, { status }) => {
      all[status] = (all[status] ?? 0) + 1;
      return all;
    }, {});

  it('shows errors per row, creates the corrected rows, and creates nothing twice', async () => {
    const { app } = started();
    const key = await app.keyFor('imports', ['jobs:read', 'jobs:write']);
    const { page, wrong: faults } = await openImport(key);
    await choose(page, shops(wrong));
    await page.getByText(counts(297, 3)).waitFor();

    const use = page.getByRole('combobox', { name: 'Use of the column Manager' });
    expect(await use.inputValue()).toBe('');
    expect(await page.getByRole('combobox', { name: 'Use of the column Shop' }).inputValue()).toBe(
      'metadata',
    );
    await page
      .getByRole('combobox', { name: 'Use of the column Kind' })
      .selectOption('Kind of answer');

    // Of the rows with errors, two are corrected and one is skipped.
    const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
    const rows = page.getByRole('table', { name: 'Preview' }).getByRole('row');
    expect(await rows.count()).toBe(4);
    await expect.poll(() => rows.nth(1).innerText()).toContain('Enter a number such as 52.5219.');
    const latitude = cell('Lat, row 5');
    expect(await latitude.getAttribute('aria-invalid')).toBe('true');
    await latitude.fill('40.7003');
    await page.getByText(counts(298, 2)).waitFor();
    await cell('Question, row 13').fill('Is the door painted?');
    await page.getByText(counts(299, 1)).waitFor();
    expect(await latitude.inputValue()).toBe('40.7003');
    await page.getByText('Rows with errors are skipped: 1.').waitFor();

    expect(await create(page, 299)).toBe(
      'Import finished. Created: 298. Created before: 0. Rejected: 1.',
    );
    const stored = await app.jobs.find({ 'metadata.key': 'region' }).toArray();
    expect(stored.length).toBe(298);
    expect(
      stored.find(({ metadata }) => metadata?.some(({ value }) => value === '0003')),
    ).toMatchObject({
      objective: 'Is the shop open?',
      address: '4 Main Street, New York',
      latitude: 40.7003,
      longitude: -73.8997,
      status: 'open',
      metadata: [
        { key: 'region', value: 'east coast' },
        { key: 'Shop', value: '0003' },
      ].sort((a, b) => (a.key < b.key ? -1 : 1)),
    });

    // The service rejected a kind, which is corrected and sent alone.
    await cell('Kind, row 22').fill('text');
    expect(await create(page, 1)).toBe(
      'Import finished. Created: 1. Created before: 0. Rejected: 0.',
    );
    await shoot(page, 'console-import-done');
    await expectAccessible(page);

    const result = await download(page);
    expect(result.name).toBe('shops-result.csv');
    expect(result.columns).toEqual([...columns, 'status', 'job_id', 'error']);
    expect(statuses(result.rows)).toEqual({ created: 299, skipped: 1 });
    expect(result.rows[8]).toMatchObject({
      jobId: '',
      error: expect.stringContaining('Latitude: '),
    });
    const created = await app.jobs.find({ 'metadata.key': 'region' }).toArray();
    const ids = new Set(created.map(({ _id }) => _id));
    expect(result.rows.filter(({ jobId }) => ids.has(jobId)).length).toBe(299);
    // No formula, but numbers stay numbers.
    expect(result.text).toContain(`"'=HYPERLINK(""http://x.example"")"`);
    expect(result.text).toContain(`'@SUM(A1:A9)`);
    expect(result.text).toContain(',-73.8999,');

    // The same file again, and its result file.
    await choose(page, shops(wrong));
    await page.getByText(counts(297, 3)).waitFor();
    await page
      .getByRole('combobox', { name: 'Use of the column Kind' })
      .selectOption('Kind of answer');
    expect(await create(page, 297)).toBe(
      'Import finished. Created: 0. Created before: 296. Rejected: 1.',
    );
    expect(statuses((await download(page)).rows)).toEqual({
      replayed: 296,
      rejected: 1,
      skipped: 3,
    });
    const buffer = Buffer.from(result.text);
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'shops-result.csv', mimeType: 'text/csv', buffer });
    await page.getByText(counts(299, 1)).waitFor();
    await page
      .getByRole('combobox', { name: 'Use of the column Kind' })
      .selectOption('Kind of answer');
    expect(await create(page, 299)).toBe(
      'Import finished. Created: 0. Created before: 299. Rejected: 0.',
    );
    expect(await app.jobs.countDocuments({ 'metadata.key': 'region' })).toBe(299);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('fits every screen, in both schemes', async () => {
    const key = await started().app.keyFor('import looks', ['jobs:read', 'jobs:write']);
    const { page } = await openImport(key);
    await choose(page, shops(wrong));
    await page.getByText(counts(297, 3)).waitFor();
    await shoot(page, 'console-import');
    await expectAccessible(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectLargeTargets(page);
    }
    await expectFitting(page);
    await page.context().close();
  });

  it('rejects a file that is too long, and creates nothing without the scope', async () => {
    const { app } = started();
    const key = await app.keyFor('import readers', ['jobs:read']);
    const { page } = await openImport(key);
    await page.getByText('This needs the scope jobs:write').waitFor();
    await choose(page, shops());
    await page.getByText(counts(300, 0)).waitFor();
    expect(await page.getByRole('button', { name: 'Create 300 jobs' }).isDisabled()).toBe(true);
    await choose(page, Array.from({ length: 17 }, () => shops()).flat());
    await page
      .getByRole('alert')
      .filter({ hasText: 'This file has 5,100 rows. Import at most 5,000 at a time' })
      .waitFor();
    expect(await page.getByRole('button', { name: /^Create/ }).count()).toBe(0);
    await page.context().close();
  });

  it('continues after the rate limit and after a failed request', async () => {
    const { app } = started();
    const key = await app.keyFor('interrupted imports', ['jobs:read', 'jobs:write']);
    const { page } = await openImport(key);
    const named = shops().map((row, i) => row.with(0, `${i}`).with(-1, 'interrupted'));
    await choose(page, named);
    await page.getByText(counts(300, 0)).waitFor();
    // The first request reaches the rate limit. The second batch arrives, but its response does not.
    let requests = 0;
    await page.route('**/graphql', async (route) => {
      requests += 1;
      if (requests === 1) {
        const headers = { 'content-type': 'application/json', 'retry-after': '2' };
        return route.fulfill({
          status: 429,
          headers,
          body: '{"errors":[{"message":"Slow down."}]}',
        });
      }
      if (requests !== 3) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'Create 300 jobs' }).press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: 'The import continues in 2 seconds.' })
      .waitFor();
    await page.getByText('The import stopped: No connection.').waitFor(slowly);
    expect(await create(page, 200)).toBe(
      'Import finished. Created: 100. Created before: 100. Rejected: 0.',
    );
    expect(statuses((await download(page)).rows)).toEqual({ created: 200, replayed: 100 });
    expect(await app.jobs.countDocuments({ 'metadata.value': 'interrupted' })).toBe(300);
    await page.context().close();
  });
});
