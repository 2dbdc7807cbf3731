import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { csvOf } from '../../src/lib/csv.js';
import { advance } from '../sandbox/support/advance.js';
import { days } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import { shoot } from './support/looks.js';

const count = 300;
/** 300 jobs are about 1,200 steps of the sandbox, each with its photo. */
const slowly = { timeout: 300_000 };

/** A file of shops in Berlin and New York, every third of which is closed. */
function shops(): string {
  const columns = ['Shop', 'Question', 'Street', 'City', 'Lat', 'Lon', 'Notes', 'metadata[region]'];
  const rows = Array.from({ length: count }, (_, i) => {
    const isWest = i % 2 === 1;
    return [
      String(i).padStart(4, '0'),
      i % 3 === 0 ? 'Is the shop open? [sim:no]' : 'Is the shop open?',
      `${i + 1} Main Street`,
      isWest ? 'New York' : 'Berlin',
      ((isWest ? 40.7 : 52.5) + i / 10_000).toFixed(4),
      ((isWest ? -73.9 : 13.4) + i / 10_000).toFixed(4),
      'The entrance is on the square.',
      isWest ? 'east coast' : 'brandenburg',
    ];
  });
  return csvOf([columns, ...rows]);
}

interface ListedJob {
  job_id: string;
  metadata: Record<string, string>;
}

describeInBrowser('a fleet of shops in the console', (started) => {
  const listed = async (key: string, filter: string) => {
    const jobs: ListedJob[] = [];
    for (let path: string | undefined = `/v1/jobs?limit=200&${filter}`; path; ) {
      const { body, headers } = await started().app.rest('GET', path, { key });
      jobs.push(...body);
      const [, next] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
      path = next?.replace(started().address, '');
    }
    return jobs;
  };
  const apply = (page: Page) => page.getByRole('button', { name: 'Apply' }).press('Enter');

  it('imports 300 rows, follows them until they are completed, filters, charts and exports', async () => {
    const { app } = started();
    const key = await app.keyFor('fleet', ['jobs:read', 'jobs:write', 'reports:write'], 'test');
    const { page, wrong } = await started().open('/console', { secrets: [key], expected: /4\d\d/ });
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.getByRole('button', { name: 'Use key' }).press('Enter');
    await page.getByText('Key of').waitFor();
    // Lost by a reload.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));

    await page.getByRole('button', { name: 'Import CSV' }).press('Enter');
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(shops()) });
    await page
      .getByText(`${count} rows: ${count} ready, 0 with errors.`)
      .waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: `Create ${count} jobs` }).press('Enter');
    await page
      .getByText(`Import finished. Created: ${count}. Created before: 0. Rejected: 0.`)
      .waitFor(slowly);

    await page.evaluate(() => location.assign('#/overview'));
    await page.getByText(`${count} jobs`, { exact: true }).waitFor();
    await page.getByText(`Waiting for a verifier: ${count}`).waitFor();
    await Promise.all([
      advance(app, key, days(3)),
      // Some are completed while others are not.
      page.getByText(/^Completed: (?!300$)\d+$/).waitFor(slowly),
    ]);
    await page.getByText(`Completed: ${count}`, { exact: true }).waitFor(slowly);
    await page.getByText('Live', { exact: true }).waitFor();

    await page.locator('.chart canvas').nth(1).waitFor();
    await page.getByLabel('As a table: Turnaround in hours, by time of creation').press('Enter');
    const turnaround = page.getByRole('table', { name: /^Turnaround in hours/ }).locator('td');
    await expect.poll(async () => Number((await turnaround.allInnerTexts())[0])).toBeGreaterThan(0);
    const answers = page.getByRole('table', { name: 'Objective' });
    await expect
      .poll(() => answers.getByRole('row').allInnerTexts())
      .toEqual([
        expect.stringContaining('Answer'),
        expect.stringMatching(/^Yes\s+200\s+67 %/),
        expect.stringMatching(/^No\s+100\s+33 %/),
      ]);
    await shoot(page, 'fleet');

    await page.getByRole('textbox', { name: 'Metadata' }).fill('region=east coast');
    await page.getByText('Status: any').press('Enter');
    await page.getByRole('checkbox', { name: 'Waiting for a verifier' }).check();
    await apply(page);
    await page.getByText('No jobs match the filter.').waitFor();
    await page.getByRole('checkbox', { name: 'Waiting for a verifier' }).uncheck();
    await page.getByRole('checkbox', { name: 'Completed', exact: true }).check();
    await apply(page);
    await page.getByText('150 jobs', { exact: true }).waitFor();

    await page.getByText('Columns', { exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'metadata[Shop]' }).check();
    await page.getByRole('checkbox', { name: 'Job id' }).check();
    const save = async () => {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
      const csv = await readFile(await (await saved).path(), 'utf8');
      const [, ...lines] = csv.slice(1).trimEnd().split('\r\n');
      // The last columns are the id and the shop.
      return lines.map((line) => line.split(',').slice(-2).join(' ')).sort();
    };
    const expected = async (filter: string) =>
      (await listed(key, filter)).map((job) => `${job.job_id} ${job.metadata['Shop']}`).sort();
    const filtered = await expected('status=completed&metadata[region]=east%20coast');
    expect(filtered.length).toBe(count / 2);
    expect(await save()).toEqual(filtered);

    // All jobs are more than one page.
    await page.getByRole('textbox', { name: 'Metadata' }).fill('');
    await apply(page);
    await page.getByText(`${count} jobs`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Load all' }).press('Enter');
    const rows = page.getByRole('table', { name: 'Jobs' }).locator('tbody tr');
    await page.getByRole('button', { name: 'Load all' }).waitFor({ state: 'detached' });
    await expect.poll(() => rows.count()).toBeGreaterThan(0);
    const all = await expected('status=completed');
    expect(all.length).toBe(count);
    expect(await save()).toEqual(all);

    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(wrong).toEqual([]);
    await page.context().close();
  }, 600_000);
});
