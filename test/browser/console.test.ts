import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createJob, stored } from '../evidence/support/scene.js';
import { jobBody, pilotKey } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import {
  expectAccessible,
  expectFitting,
  expectLargeTargets,
  layoutShift,
  shoot,
  weigh,
} from './support/looks.js';
import { bestPaint } from './support/paint.js';
import { sendPhotographs } from './support/report-scene.js';

describeInBrowser('the console', (started) => {
  const open = async (key = pilotKey) => {
    const opened = await started().open('/console', { secrets: [key], expected: /4\d\d/ });
    const { page } = opened;
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.getByRole('button', { name: 'Use key' }).click();
    return opened;
  };
  /** Opens a new job. */
  const openJob = async () => {
    const jobId = await createJob(started().app);
    const { page } = await open();
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    await page.goto(`${started().address}/console#/jobs/${jobId}`);
    await page.getByRole('form', { name: 'Assign' }).waitFor();
    return page;
  };

  /** Types a complete job into the form. */
  const typeJob = async (page: Page, objective = 'Is the shop open?') => {
    const form = page.getByRole('form', { name: 'New job' });
    await form.getByLabel('Objective').fill(objective);
    await form.getByLabel('Address').fill('Alexanderplatz 1, 10178 Berlin');
    await form.getByLabel('Latitude').fill('52.5219');
    await form.getByLabel('Longitude').fill('13.4132');
    await form.getByLabel('Notes').fill('The entrance is on the square.');
    return form;
  };
  const jsonOf = (objective: unknown) =>
    JSON.stringify({ ...jobBody(), objective, auto_open: false });

  const last = (page: Page) => page.getByRole('region', { name: 'Last request' });
  const sameShape = (page: Page, status: string) =>
    last(page).getByText(status, { exact: true }).waitFor();

  it('reports an invalid key, and does not keep it', async () => {
    const { page } = await started().open('/console', { expected: /401/ });
    await shoot(page, 'console-key');
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'API key' }).fill('vk_wrong');
    await page.getByRole('button', { name: 'Use key' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('This key is not valid.').waitFor();
    expect(await alert.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
    await page.context().close();
  });

  it.each(['/console', '/operations'])(
    'moves the focus with the heading when a key opens or closes the content of %s',
    async (path) => {
      const { page } = await started().open(path, { secrets: [pilotKey] });
      const focused = () => page.evaluate(() => document.activeElement?.tagName);
      const key = page.getByRole('textbox', { name: 'API key' });
      await key.fill(pilotKey);
      await key.press('Enter');
      await page.getByText('Key of').waitFor();
      expect(await focused()).toBe('H1');
      await page.getByRole('button', { name: 'Forget key' }).press('Enter');
      await key.waitFor();
      expect(await focused()).toBe('H1');
      await page.context().close();
    },
  );

  it('shows the actors of the key', async () => {
    const { page } = await open();
    await page.getByText('Actors: founder_console').waitFor();
    await page.context().close();
  });

  it('reports a key as invalid only if the service said so', async () => {
    const { page } = await started().open('/console', { expected: /ERR_FAILED|429|503/ });
    await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
    const alert = page.getByRole('alert');
    const use = page.getByRole('button', { name: 'Use key' });
    await page.route('**/graphql', (route) => route.abort());
    await use.click();
    await alert.getByText('No connection. What you typed is kept.').waitFor();
    await page.unroute('**/graphql');
    await page.route('**/graphql', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '7' }, json: {} }),
    );
    await use.click();
    await alert.getByText('Too many requests. Try again in 7 seconds.').waitFor();
    expect(await page.getByText('This key is not valid.').count()).toBe(0);
    await page.unroute('**/graphql');
    await use.click();
    await page.getByText('Key of').waitFor();
    await page.context().close();
  });

  it("shows the status of a proxy's response", async () => {
    const { page } = await open();
    await page.getByRole('table', { name: 'Jobs' }).or(page.getByText('No jobs yet.')).waitFor();
    await page.route('**/v1/jobs?*', (route) =>
      route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>Too large</h1>' }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    await sameShape(page, '413');
    await last(page).getByText('The service rejected the request.').waitFor();
    expect(await page.getByText('No connection.').count()).toBe(0);
    await page.context().close();
  });

  it('shows a missing job for a damaged URL', async () => {
    const { page } = await open();
    await page.getByText('Key of').waitFor();
    await page.evaluate(() => {
      location.hash = '#/jobs/%E0%A4';
    });
    await sameShape(page, '404');
    await page.context().close();
  });

  it('counts the characters of a field of JSON', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'New job' }).click();
    await page.getByRole('tab', { name: 'JSON' }).click();
    const body = page.getByRole('textbox', { name: 'JSON body' });
    await body.fill(jsonOf('x'.repeat(2001)));
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.getByRole('alert').getByText('characters; you have 2001.').waitFor();
    await page.context().close();
  });

  it('keeps the text typed in the form or as JSON while the other tab is shown', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'New job' }).click();
    await page.getByLabel('Objective').fill('Is the kiosk open?');
    await page.getByRole('tab', { name: 'JSON' }).click();
    const body = page.getByRole('textbox', { name: 'JSON body' });
    await body.fill('{}');
    await page.getByRole('tab', { name: 'Form' }).click();
    expect(await page.getByLabel('Objective').inputValue()).toBe('Is the kiosk open?');
    await page.getByRole('tab', { name: 'JSON' }).click();
    expect(await body.inputValue()).toBe('{}');
    await page.context().close();
  });

  it('marks no field of the form for errors in JSON', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'New job' }).click();
    await typeJob(page, '');
    await page.getByRole('tab', { name: 'JSON' }).click();
    const body = page.getByRole('textbox', { name: 'JSON body' });
    await body.fill(jsonOf(12));
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.getByRole('alert').getByText('objective: Input should be a valid string.').waitFor();
    await page.getByRole('tab', { name: 'Form' }).click();
    expect(await page.getByLabel('Objective').getAttribute('aria-invalid')).toBeNull();
    await page.context().close();
  });

  it('keeps the key through a reload without a response', async () => {
    const { page } = await open();
    await page.getByText('Key of').waitFor();
    await page.route('**/graphql', (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    await page.getByRole('alert').getByText('Something went wrong on our side.').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.getByText('Key of').waitFor();
    await page.context().close();
  });

  it('shows the jobs of the selected state, whichever response arrives last', async () => {
    await createJob(started().app, { objective: 'Is the shop shut?' });
    const { page } = await open();
    const link = page.getByRole('link', { name: 'Is the shop shut?' });
    await link.waitFor();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/jobs?*status=open*', async (route) => {
      await released;
      await route.continue();
    });
    const state = page.getByRole('combobox', { name: 'State' });
    await state.selectOption('open');
    await state.selectOption('disputed');
    await page.getByText('No jobs yet.').waitFor();
    release();
    await last(page)
      .getByText(/status=open/)
      .waitFor();
    expect(await link.count()).toBe(0);
    await page.context().close();
  });

  it('does not retry a rejected list', async () => {
    const { page } = await started().open('/console', { expected: /403/ });
    await page.route('**/v1/jobs?*', (route) => route.fulfill({ status: 403, json: {} }));
    await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.getByText('Not shown: see the last request for the reason').waitFor();
    expect(await page.getByText('Loading …').count()).toBe(0);
    await page.context().close();
  });

  it('does not read a story again for a rejected stream', async () => {
    const { page } = await open();
    await page.getByText('Key of').waitFor();
    let stories = 0;
    let streams = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('distanceM')) stories += 1;
      if (request.postData()?.includes('jobUpdated')) streams += 1;
    });
    await page.evaluate(() => location.assign('#/jobs/nonsense'));
    await expect.poll(() => streams, { timeout: 10_000 }).toBe(3);
    expect(stories).toBe(1);
    await page.context().close();
  });

  it.each(['#/jobs/nonsense', '#/webhooks/nonsense'])(
    'does not retry after a rejection: %s',
    async (place) => {
      const { page } = await open();
      await page.getByText('Key of').waitFor();
      await page.evaluate((hash) => location.assign(hash), place);
      await page.getByRole('heading', { level: 1, name: 'Not shown' }).waitFor();
      await page.context().close();
    },
  );

  it("covers an integrator's workflow: create a job, assign it, follow it, report, review, feedback", async () => {
    const { page, wrong } = await open();
    await page.getByText('Key of').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    await page.getByRole('button', { name: 'New job' }).click();
    const form = await typeJob(page, 'Is the hall open?');
    await form.getByRole('textbox', { name: 'Notes' }).fill('');
    await form.getByRole('button', { name: 'Create job' }).click();
    await sameShape(page, '422');
    await last(page)
      .getByRole('alert')
      .getByText(/^body\.notes: /)
      .waitFor();
    const problem = form.getByRole('alert');
    await problem.getByRole('heading', { name: 'There is a problem' }).waitFor();
    await problem.getByRole('link', { name: 'Notes: This field is required.' }).waitFor();
    expect(await problem.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await page.title()).toBe('Error: New job – Verification service');
    await shoot(page, 'console-refused');
    await problem.getByRole('link', { name: /^Notes: / }).click();
    const notes = form.getByRole('textbox', { name: 'Notes' });
    expect(await notes.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await notes.getAttribute('aria-invalid')).toBe('true');
    await form.getByRole('textbox', { name: 'Notes' }).fill('The entrance is on the square.');
    await form.getByRole('button', { name: 'Create job' }).click();
    await page.getByRole('heading', { level: 1, name: 'Is the hall open?' }).waitFor();
    const jobId = page.url().split('/').at(-1) ?? '';

    await last(page).getByRole('tab', { name: 'curl' }).click();
    const curl = await last(page).getByRole('tabpanel').innerText();
    expect(curl).toContain('X-API-Key: $KEY');
    expect(curl).not.toContain(pilotKey);
    await last(page).getByRole('tab', { name: 'curl' }).press('ArrowRight');
    await last(page).getByRole('tabpanel', { name: 'GraphQL' }).waitFor();

    const assign = page.getByRole('form', { name: 'Assign' });
    await assign.getByRole('textbox', { name: 'Name' }).fill('Kim Verifier');
    await assign.getByRole('button', { name: 'Assign' }).click();
    const link = page.getByRole('link', { name: 'Open capture page' });
    const token = (await link.getAttribute('href'))?.split('#')[1] ?? '';
    expect(token.length).toBeGreaterThan(50);
    await page.getByRole('button', { name: 'Copy capture link' }).waitFor();
    await page.getByText('With Kim Verifier', { exact: true }).waitFor();

    // Photos sent in the meantime appear automatically.
    await sendPhotographs(started().app, jobId, token);
    const story = page.getByRole('region', { name: 'Story' });
    await story.getByRole('status').getByText('Live', { exact: true }).waitFor();
    await expect.poll(() => story.getByText(/^Evidence for/).count(), { timeout: 15_000 }).toBe(4);

    // Every photo passed, so the job is completed without a review; more photos can be requested.
    const review = page.getByRole('form', { name: 'Review' }).getByRole('button');
    await expect.poll(() => review.allInnerTexts()).toEqual(['More']);
    await page.getByRole('button', { name: 'Make report' }).click();
    await page.getByRole('link', { name: 'Read the report' }).waitFor();
    const feedback = page.getByRole('form', { name: 'Feedback' });
    await feedback.getByRole('combobox', { name: 'Verdict' }).selectOption('accepted');
    await feedback.getByRole('combobox', { name: 'Rating' }).selectOption('5');
    await feedback.getByRole('button', { name: 'Send feedback' }).click();
    await last(page).getByText('requester-feedback').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel job' }).count()).toBe(0);
    expect(await page.getByRole('form', { name: 'Assign' }).count()).toBe(0);
    await expectLargeTargets(page);
    await shoot(page, 'console-job');
    await expectAccessible(page);
    await expectFitting(page);

    await page.getByRole('link', { name: 'Read the report' }).click();
    await page.getByRole('heading', { level: 1, name: /Reality report|hall/ }).waitFor();
    await page.getByRole('button', { name: 'Verify this report' }).click();
    await page.getByText(/^Unchanged since/).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download JSON' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.json$/);
    expect(wrong).toEqual([]);

    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Download JSON' }).click();
    await page.getByRole('alert').getByText('No connection.').waitFor();
    await page.context().setOffline(false);
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Try again' }).click(),
    ]);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  it('lists jobs by state, page after page, and a job from JSON', async () => {
    for (let index = 0; index < 21; index++) {
      await started().app.rest('POST', '/v1/jobs', {
        body: {
          objective: `Is shop ${index} open?`,
          address: 'Alexanderplatz 1, 10178 Berlin',
          latitude: 52.5219,
          longitude: 13.4132,
          notes: 'None.',
          nonce: `console-list-${index}`,
          auto_open: false,
        },
      });
    }
    const { page, wrong } = await open();
    const table = page.getByRole('table', { name: 'Jobs' });
    await table.waitFor();
    // Measured before a state is selected: changes caused by a selection are not layout shifts.
    const shift = await layoutShift(page);
    const state = page.getByRole('combobox', { name: 'State' });
    await state.selectOption({ label: 'Not open yet' });
    await expect.poll(() => table.getByRole('row').count()).toBe(21);
    // The bars of other pages at the bottom edge are excluded.
    expect(
      await page
        .locator('.bar')
        .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).position)),
    ).toEqual(['static', 'static', 'static']);
    await expectLargeTargets(page);
    await shoot(page, 'console-jobs');
    await expectAccessible(page);
    await expectFitting(page);
    expect(shift).toBeLessThan(0.02);
    await page.getByRole('button', { name: 'More' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(22);
    await page.getByRole('button', { name: 'New job' }).click();
    await expectLargeTargets(page);
    await shoot(page, 'console-new');
    await page.getByRole('tab', { name: 'JSON' }).click();
    const body = page.getByRole('textbox', { name: 'JSON body' });
    await body.fill(jsonOf('Is the kiosk open?'));
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.getByRole('heading', { level: 1, name: 'Is the kiosk open?' }).waitFor();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('breaks a long word in the table of jobs, so that no other column is cut off', async () => {
    const address = `https://example.com/${'x'.repeat(80)}`;
    await createJob(started().app, { objective: address, address });
    const { page } = await open();
    const row = page.getByRole('row').filter({ hasText: address });
    await row.waitFor();
    for (const width of [320, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const table = page.locator('.wide');
      const cut = await table.evaluate((node) => node.scrollWidth - node.clientWidth);
      expect(cut, `at ${width} px`).toBeLessThanOrEqual(0);
      // Other columns keep the width of their words.
      const state = await row.getByText('Waiting for a verifier').boundingBox();
      expect(state?.width, `at ${width} px`).toBeGreaterThan(80);
    }
    await page.context().close();
  });

  it('names the job in the title', async () => {
    const page = await openJob();
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    await expect.poll(() => page.title()).toBe(`${heading} – Verification service`);
    await page.context().close();
  });

  it('marks a rejected name', async () => {
    const page = await openJob();
    const form = page.getByRole('form', { name: 'Assign' });
    await form.getByRole('button', { name: 'Assign' }).click();
    await form.getByRole('link', { name: 'Name: This field is required.', exact: true }).click();
    const name = form.getByRole('textbox', { name: 'Name' });
    expect(await name.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await page.context().close();
  });

  it('explains an action that another tab made impossible', async () => {
    const page = await openJob();
    const jobId = page.url().split('/').at(-1) ?? '';
    // This tab does not notice the change.
    await page.route('**/graphql', (route) => route.abort());
    await started().app.rest('POST', `/v1/jobs/${jobId}/cancel`, { body: {} });
    await page.getByRole('button', { name: 'Cancel job' }).click();
    await sameShape(page, '409');
    await last(page)
      .getByRole('link', { name: /invalid_transition/ })
      .waitFor();
    await page.context().close();
  });

  it('trims the name of an assignee and shows the requirements of a name', async () => {
    const page = await openJob();
    const form = page.getByRole('form', { name: 'Assign' });
    const name = form.getByRole('textbox', { name: 'Name' });
    const hint = await name.getAttribute('aria-describedby');
    await form.locator(`[id="${hint}"]`, { hasText: 'At least 2 characters.' }).waitFor();
    for (const [typed, error] of [
      ['  ', 'Name: This field is required.'],
      [' 李 ', 'Name: Enter at least 2 characters.'],
    ] as const) {
      await name.fill(typed);
      await form.getByRole('button', { name: 'Assign' }).click();
      await form.getByRole('link', { name: error, exact: true }).waitFor();
    }
    const jobId = page.url().split('/').at(-1) ?? '';
    expect(await stored(started().app, jobId)).toMatchObject({ assignment: null });
    await name.fill('  李 雷 ');
    await form.getByRole('button', { name: 'Assign' }).click();
    await page.getByText('With 李 雷', { exact: true }).waitFor();
    expect(await stored(started().app, jobId)).toMatchObject({
      assignment: { assigneeName: '李 雷' },
    });
    await page.context().close();
  });

  it('moves the focus to an error that belongs to no field', async () => {
    const page = await openJob();
    const rejection = last(page).getByRole('alert');
    const isFocused = () => rejection.evaluate((node) => node === document.activeElement);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await rejection.getByText('at least one of rating').waitFor();
    await expect.poll(isFocused).toBe(true);
    await page.goto(`${started().address}/console#/new`);
    await page.getByRole('tab', { name: 'JSON', exact: true }).click();
    const json = page.getByRole('textbox', { name: 'JSON body' });
    await json.fill('{');
    await page.getByRole('button', { name: 'Create job' }).click();
    await rejection.getByText('JSON decode error').waitFor();
    await expect.poll(isFocused).toBe(true);
    // An error without a field has no link.
    await json.fill('{}');
    await page.getByRole('button', { name: 'Create job' }).click();
    const problem = page.getByRole('form', { name: 'New job' }).getByRole('alert');
    await problem.getByText('objective: This field is required.').waitFor();
    expect(await problem.getByRole('link').count()).toBe(0);
    await page.context().close();
  });

  it('shows "Copied." only for the copied text', async () => {
    const page = await openJob();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const form = page.getByRole('form', { name: 'Assign' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Kim Berg');
    await form.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('button', { name: 'Copy capture link' }).click();
    await last(page).getByRole('button', { name: 'Copy' }).click();
    const copied = page.getByText('Copied.');
    await expect.poll(() => copied.count()).toBe(2);
    const link = page.getByRole('link', { name: 'Open capture page' });
    const before = await link.getAttribute('href');
    await form.getByRole('button', { name: 'Assign' }).click();
    await expect.poll(() => link.getAttribute('href')).not.toBe(before);
    expect(await copied.count()).toBe(0);
    await page.context().close();
  });

  it('adds a page of the list once if the button is pressed twice', async () => {
    for (let made = 0; made < 41; made += 1) await createJob(started().app);
    const { page } = await open();
    await page.getByRole('button', { name: 'More' }).dblclick();
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(40);
    const links = page.getByRole('rowheader').getByRole('link');
    const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(new Set(shown).size).toBe(shown.length);
    await page.context().close();
  });

  it('names a scope that the key lacks', async () => {
    const key = await started().app.keyFor('reader of jobs', ['jobs:read']);
    const { page } = await open(key);
    await page.getByText('Key of reader of jobs').waitFor();
    await page.getByRole('button', { name: 'New job' }).click();
    await page
      .getByText('This needs the scope jobs:write, which your key does not have.')
      .waitFor();
    await typeJob(page);
    await page.getByRole('button', { name: 'Create job' }).click();
    await sameShape(page, '403');
    const alert = last(page).getByRole('alert');
    expect(await alert.evaluate((node) => node === document.activeElement)).toBe(true);
    await last(page)
      .getByRole('link', { name: /scope_missing/ })
      .waitFor();
    await alert.getByText(/^Hint: /).waitFor();
    await page.context().close();
  });

  it('names the scopes required by actions on a job, and reports a lost live connection', async () => {
    const key = await started().app.keyFor('maker of jobs', ['jobs:read', 'jobs:write']);
    const { page } = await open(key);
    let lost = 0;
    await page.route('**/graphql', (route) => {
      const follows = /event-stream/.test(route.request().headers()['accept'] ?? '');
      if (!follows || lost > 0) return route.continue();
      lost += 1;
      return route.abort();
    });
    await page.getByRole('button', { name: 'New job' }).click();
    await typeJob(page);
    await page.getByRole('button', { name: 'Create job' }).click();
    const message = page.getByRole('region', { name: 'Story' }).getByRole('status');
    await message.getByText('Connecting again …').waitFor();
    await message.getByText('Live', { exact: true }).waitFor();
    const needs = (scope: string) =>
      page.getByText(`This needs the scope ${scope}, which your key does not have.`).count();
    expect(await needs('operator')).toBe(1); // assign
    expect(await needs('jobs:write')).toBe(0);
    const { app } = started();
    const jobId = page.url().split('/').at(-1) ?? '';
    const assigned = await app.rest('POST', `/v1/jobs/${jobId}/assign`, {
      body: { assignee_name: 'Kim Verifier' },
    });
    await sendPhotographs(app, jobId, assigned.body.task_token);
    await expect.poll(() => needs('reports:write')).toBe(1);
    expect(await needs('operator')).toBe(1); // review
    await page.context().close();
  });

  it('reports that the key of a story is no longer valid, and requests no stream with it', async () => {
    const { app } = started();
    const key = await app.keyFor('revoked', ['jobs:read', 'jobs:write']);
    const { page } = await open(key);
    await page.getByRole('button', { name: 'New job' }).click();
    await typeJob(page);
    await page.getByRole('button', { name: 'Create job' }).click();
    const message = page.getByRole('region', { name: 'Story' }).getByRole('status');
    await message.getByText('Live', { exact: true }).waitFor();
    const keys = await app.graphql('{ viewer { apiKey { id } } }', {}, { key });
    let streams = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('jobUpdated')) streams += 1;
    });
    await app.graphql('mutation($id: ID!) { revokeApiKey(id: $id) { id } }', {
      id: keys.data.viewer.apiKey.id,
    });
    // A stream validates its key at each change.
    const id = page.url().split('/').at(-1);
    await app.graphql('mutation($id: ID!) { cancelJob(id: $id) { status } }', { id });
    await message.getByText('This key is not valid.').waitFor();
    await page.waitForTimeout(4000);
    expect(streams).toBe(0);
    await page.context().close();
  });

  it('shows a story with more events than one page', async () => {
    const { app } = started();
    const jobId = await createJob(app);
    await app.services.relay.drain();
    const [first] = await app.services.events.list({ jobId, limit: 1 });
    const more = Array.from({ length: 450 }, (_, index) => ({
      ...first,
      _id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      seq: 1_000_000 + index,
      data: { ...first?.data, version_number: index },
    }));
    await app.services.events.append(more as never);
    const { page } = await open();
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    await page.goto(`${started().address}/console#/jobs/${jobId}`);
    const story = page.getByRole('region', { name: 'Story' });
    await story.getByText('Report version 449').waitFor();
    await expect.poll(() => story.getByText('Report version').count()).toBe(450);
    await page.context().close();
  });

  it('states without script that it needs it', async () => {
    const { page } = await started().open('/console', { javaScriptEnabled: false });
    const message = page.locator('noscript p');
    expect(await message.isVisible()).toBe(true);
    expect(await message.textContent()).toBe('The console needs JavaScript.');
    await page.context().close();
  });

  it('is at most 60 kB, 30 kB of them script, in at most 14 requests', async () => {
    const { page } = await started().open('/healthz');
    const weight = await weigh(page, `${started().address}/console`);
    expect(weight.all).toBeLessThan(60_000);
    expect(weight.script).toBeLessThan(30_000);
    expect(weight.requests).toBeLessThanOrEqual(14);
    const shown = () => page.getByRole('textbox', { name: 'API key' }).waitFor();
    expect(await bestPaint(page, `${started().address}/console`, shown)).toBeLessThanOrEqual(1800);
    await page.context().close();
  });
});
