import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { assign, createJob, upload } from '../evidence/support/scene.js';
import { jobBody, pilotKey } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, expectLargeTargets, shoot } from './support/looks.js';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

describeInBrowser('controls of the console', (started) => {
  const open = async (key: string, place = '') => {
    const opened = await started().open('/console', { secrets: [key], expected: /4\d\d/ });
    const { page } = opened;
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.getByRole('button', { name: 'Use key' }).press('Enter');
    await page.getByText('Key of').waitFor();
    if (place) await page.evaluate((hash) => location.assign(hash), place);
    return opened;
  };
  const looksRight = async (page: Page, name: string) => {
    await shoot(page, name);
    await expectAccessible(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectLargeTargets(page);
    }
    await expectFitting(page);
  };
  const countJobs = () => started().app.db.collection('jobs').countDocuments();
  const testKey = () =>
    started().app.keyFor('badge', ['jobs:read', 'jobs:write', 'reports:write'], 'test');
  const inRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

  it.each(sizes)('creates no job from an untouched form, at $width px', async (viewport) => {
    const { page } = await open(pilotKey, '#/new');
    await page.setViewportSize(viewport);
    const before = await countJobs();
    const form = page.getByRole('form', { name: 'New job' });
    const objective = form.getByRole('textbox', { name: 'Objective' });
    expect(await objective.inputValue()).toBe('');
    expect(await objective.getAttribute('placeholder')).toBe('Is the shop open?');
    await form.getByRole('button', { name: 'Create job' }).press('Enter');
    for (const name of ['Objective', 'Address', 'Latitude', 'Longitude', 'Notes']) {
      await form
        .getByRole('alert')
        .getByRole('link', { name: new RegExp(`^${name}: `) })
        .waitFor();
    }
    await page.getByRole('tab', { name: 'JSON' }).press('Enter');
    const body = page.getByRole('textbox', { name: 'JSON body' });
    expect(await body.inputValue()).toBe('');
    expect(JSON.parse((await body.getAttribute('placeholder')) ?? '')).toMatchObject({
      objective: 'Is the shop open?',
      latitude: 52.5219,
    });
    await page.getByRole('button', { name: 'Create job' }).press('Enter');
    await page.getByRole('region', { name: 'Last request' }).getByText('422').waitFor();
    expect(await countJobs()).toBe(before);
    await page.context().close();
  });

  it('marks a live key and a test key', async () => {
    const live = await open(pilotKey);
    await live.page.getByText('Live', { exact: true }).waitFor();
    expect(await live.page.getByText('Test', { exact: true }).count()).toBe(0);
    await live.page.context().close();
    const test = await open(await testKey());
    await test.page.getByText('Test', { exact: true }).waitFor();
    expect(await test.page.getByText('Live', { exact: true }).count()).toBe(0);
    await test.page.context().close();
  });

  it('offers only the actions that the state of a job allows', async () => {
    const { app, address } = started();
    const jobId = await createJob(app, { auto_open: false });
    const { page, wrong } = await open(pilotKey, `#/jobs/${jobId}`);
    const actions = page.getByRole('region', { name: 'Actions' });
    const offered = async () =>
      (await actions.getByRole('heading', { level: 3 }).allInnerTexts()).join();
    const openJob = page.getByRole('button', { name: 'Open job' });
    await openJob.waitFor();
    expect(await offered()).toBe('Feedback,Cancel');
    await openJob.press('Enter');
    await expect.poll(offered).toBe('Assign,Feedback,Cancel');
    expect(await openJob.count()).toBe(0);
    // A verdict is about a result, which the job does not have yet.
    expect(await actions.getByRole('combobox', { name: 'Verdict' }).count()).toBe(0);
    await app.rest('POST', `/v1/jobs/${jobId}/assign`, { body: { assignee_name: 'Kim Berg' } });
    await expect.poll(offered).toBe('Assign,Review,Feedback,Cancel');
    const review = page.getByRole('form', { name: 'Review' }).getByRole('button');
    expect(await review.allInnerTexts()).toEqual(['Fail']);
    await review.press('Enter');
    // A failed job can be opened again.
    await openJob.waitFor();
    expect(await offered()).toBe('Feedback');
    await openJob.press('Enter');
    await expect.poll(offered).toBe('Assign,Feedback,Cancel');
    await page.getByRole('button', { name: 'Cancel job' }).press('Enter');
    await expect.poll(offered).toBe('Feedback');
    expect(await openJob.count()).toBe(0);
    await looksRight(page, 'console-cancelled');
    expect(wrong).toEqual([]);
    expect(page.url()).toContain(address);
    await page.context().close();
  });

  it('offers a review of submitted photos, then a verdict on the result', async () => {
    const { app } = started();
    const jobId = await createJob(app);
    const token = await assign(app, jobId);
    // Far enough away that an operator reviews them.
    for (const step_name of ['arrival_overview', 'objective_closeup', 'context']) {
      await upload(app, { token, fields: { step_name, latitude: '52.5244' } });
    }
    const { page } = await open(pilotKey, `#/jobs/${jobId}`);
    const review = page.getByRole('form', { name: 'Review' }).getByRole('button');
    await review.first().waitFor();
    expect(await review.allInnerTexts()).toEqual(['Accept', 'More', 'Fail']);
    expect(await page.getByRole('form', { name: 'Assign' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Make report' }).waitFor();
    await review.first().press('Enter');
    await page.getByText('Completed', { exact: true }).waitFor();
    await expect.poll(() => review.allInnerTexts()).toEqual(['More']);
    const verdict = page.getByRole('combobox', { name: 'Verdict' });
    expect(await verdict.locator('option').allInnerTexts()).toEqual([
      'none',
      'accepted',
      'needs_more',
      'disputed',
    ]);
    await page.context().close();
  });

  it('offers no action of an operator on a test job', async () => {
    const key = await testKey();
    const made = await started().app.rest('POST', '/v1/jobs', { key, body: jobBody() });
    const { page } = await open(key, `#/jobs/${made.body.job_id}`);
    const actions = page.getByRole('region', { name: 'Actions' });
    await actions.getByRole('button', { name: 'Cancel job' }).waitFor();
    expect(await actions.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Feedback',
      'Cancel',
    ]);
    expect(await page.getByText('This needs the scope').count()).toBe(0);
    await page.context().close();
  });

  it.each(sizes)('searches, sorts and saves jobs as CSV, at $width px', async (viewport) => {
    const { app } = started();
    const width = `at ${viewport.width}`;
    for (const objective of ['=1+1 Zoo', 'Bakery, open', 'Café "Amsel"']) {
      await createJob(app, { objective: `${objective} ${width}` });
    }
    for (let index = 0; index < 20; index += 1) await createJob(app, { objective: 'Is it new?' });
    const { page, wrong } = await open(pilotKey);
    await page.setViewportSize(viewport);
    const table = page.getByRole('table', { name: 'Jobs' });
    await table.waitFor();
    // The search states that the service has more jobs than were searched.
    await page.getByRole('searchbox', { name: 'Search' }).fill(width);
    await page.getByText('0 of 20 loaded. There are more.').waitFor();
    await page.getByRole('button', { name: 'Load all' }).press('Enter');
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(3);
    expect(await page.getByRole('button', { name: 'Load all' }).count()).toBe(0);

    const sort = table.getByRole('button', { name: 'Objective' });
    const shown = async () =>
      (await table.getByRole('rowheader').allInnerTexts()).map((text) => text.split(' ')[0]);
    await sort.press('Enter');
    expect(await shown()).toEqual(['=1+1', 'Bakery,', 'Café']);
    const header = table.getByRole('columnheader', { name: 'Objective' });
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await sort.press(' ');
    expect(await shown()).toEqual(['Café', 'Bakery,', '=1+1']);
    expect(await header.getAttribute('aria-sort')).toBe('descending');

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).press('Enter'),
    ]);
    expect(file.suggestedFilename()).toBe('jobs.csv');
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe('\ufeffObjective,State,Place,Created');
    expect(lines[1]).toMatch(
      new RegExp(`^"Café ""Amsel"" ${width}",Waiting for a verifier,"Alexanderplatz .*",20\\d\\d-`),
    );
    expect(lines[2]).toMatch(new RegExp(`^"Bakery, open ${width}",`));
    // A spreadsheet runs no formula of an objective.
    expect(lines[3]).toMatch(new RegExp(`^'=1\\+1 Zoo ${width},`));
    expect(lines).toHaveLength(5);
    await looksRight(page, `console-search-${viewport.width}`);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('creates a test key and a live key, shows each once, and revokes one', async () => {
    const { app } = started();
    const { page, wrong } = await open(pilotKey);
    await page.getByRole('link', { name: 'API keys' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page
      .getByRole('table', { name: 'Keys of pilot' })
      .getByText('Used in this tab.')
      .waitFor();
    const form = page.getByRole('form', { name: 'New key' });
    const notice = page.getByText('The key is shown once.').locator('..');
    const create = async (label: string, scopes: string[]) => {
      await form.getByRole('textbox', { name: 'Integrator' }).fill('Acme');
      await form.getByRole('textbox', { name: 'Label' }).fill(label);
      for (const scope of scopes) {
        await form.getByRole('checkbox', { name: scope }).press(' ');
      }
      await form.getByRole('button', { name: 'Create key' }).press('Enter');
      await inRow(page, label).waitFor();
      return notice.locator('code').innerText();
    };
    // A test key cannot have the scopes of live keys.
    expect(await form.getByRole('checkbox').count()).toBe(4);
    const test = await create('ci', ['jobs:read', 'jobs:write']);
    expect(test).toMatch(/^vk_test_/);
    expect((await app.rest('GET', '/v1/jobs', { key: test })).status).toBe(200);
    await form.getByRole('combobox', { name: 'Mode' }).selectOption('live');
    await form.getByRole('checkbox', { name: 'operator' }).waitFor();
    await form.getByRole('checkbox', { name: 'jobs:write' }).uncheck();
    const live = await create('shop', []);
    expect(live).toMatch(/^vk_live_/);
    expect((await app.rest('GET', '/v1/jobs', { key: live })).status).toBe(200);
    expect((await app.rest('POST', '/v1/jobs', { key: live, body: jobBody() })).status).toBe(403);
    await inRow(page, 'ci').getByText('Test', { exact: true }).waitFor();
    await inRow(page, 'shop').getByText('Live', { exact: true }).waitFor();
    expect(await page.getByText(test).count()).toBe(0);
    await looksRight(page, 'console-keys');

    const row = inRow(page, 'shop');
    await row.getByText('Revoke', { exact: true }).press('Enter');
    await row.getByText('Requests with this key fail at once.').waitFor();
    await row.getByRole('button', { name: 'Revoke the key shop' }).press('Enter');
    await row.getByText('Revoked', { exact: true }).waitFor();
    expect((await app.rest('GET', '/v1/jobs', { key: live })).status).toBe(401);
    expect((await app.rest('GET', '/v1/jobs', { key: test })).status).toBe(200);
    expect(await inRow(page, 'shop').getByText('Revoke', { exact: true }).count()).toBe(0);

    // A rejection is shown, and creates nothing.
    await form.getByRole('textbox', { name: 'Label' }).fill('');
    await form.getByRole('button', { name: 'Create key' }).press('Enter');
    const alert = page.getByRole('region', { name: 'Last request' }).getByRole('alert');
    await alert.getByRole('link', { name: /bad_user_input/ }).waitFor();
    const acme = await app.db.collection('integrators').findOne({ name: 'Acme' });
    expect(acme?.['keys']).toHaveLength(1);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('names the scope that a key needs to manage keys', async () => {
    const key = await started().app.keyFor('plain', ['jobs:read']);
    const { page } = await open(key, '#/keys');
    await page.getByText('This needs the scope operator, which your key does not have.').waitFor();
    await page.getByText('Not shown: see the last request for the reason').waitFor();
    await page.getByRole('link', { name: /scope_missing/ }).waitFor();
    await page.context().close();
  });
});
