import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, expectLargeTargets, shoot } from './support/looks.js';
import { type Reported, reportedRequest } from './support/report-scene.js';

const question = 'Is the exhibition hall open to visitors, and can its name be read?';

describeInBrowser('sharing a report', (started) => {
  let reported: Reported;
  beforeAll(async () => {
    reported = await reportedRequest(started().app);
  }, 300_000);

  const shares = (page: Page) => page.getByRole('list', { name: 'Share links' });
  const headingIs = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name }).waitFor();

  it('creates, counts, previews and revokes a link on the status page', async () => {
    const { page, wrong } = await started().open(`/site-checks/${reported.id}#${reported.token}`, {
      secrets: [reported.token],
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const section = page.getByRole('region', { name: 'Share the report' });
    await section.getByLabel('Link works for').selectOption({ label: '7 days' });
    await section.getByRole('button', { name: 'Create a link' }).press('Enter');
    await shares(page).getByText('Not opened yet').waitFor();
    const url = await shares(page).locator('code').innerText();
    expect(url).toMatch(/\/shared\/[\w-]{43}$/);
    await shares(page).getByRole('button', { name: 'Copy link 1' }).click();
    await shares(page).getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await expectLargeTargets(page);
    await shoot(page, 'share-owner');
    await expectAccessible(page);
    await expectFitting(page);

    const stranger = await started().open(url);
    await headingIs(stranger.page, question);
    expect(await stranger.page.getByRole('form').count()).toBe(0);
    expect(await stranger.page.getByRole('region', { name: 'Feedback' }).count()).toBe(0);
    const photo = stranger.page.getByRole('region', { name: 'Photos' }).getByRole('img').first();
    await photo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => photo.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(300);
    const saving = stranger.page.waitForEvent('download');
    await stranger.page.getByRole('link', { name: 'Download PDF' }).click();
    expect((await saving).suggestedFilename()).toMatch(/^report-.*-v1\.pdf$/);
    await shoot(stranger.page, 'shared');
    await expectAccessible(stranger.page);
    await expectFitting(stranger.page);
    expect(stranger.wrong).toEqual([]);

    await page.getByRole('button', { name: 'Preview link 1' }).click();
    await headingIs(page, question);
    await page.goto(`${started().address}/site-checks/${reported.id}#${reported.token}`);
    await shares(page).getByText('Opened once').waitFor();

    await page.getByRole('button', { name: 'Revoke link 1' }).click();
    await page.getByText('Links that have ended (1)').click();
    await page.getByText(/^Link 1 · Revoked .* · Opened once$/).waitFor();
    expect(await shares(page).count()).toBe(0);
    await stranger.page.reload();
    await headingIs(stranger.page, 'This link no longer works');
    await shoot(stranger.page, 'shared-ended');
    await expectAccessible(stranger.page);
    expect(wrong).toEqual([]);
    await stranger.page.context().close();
    await page.context().close();
  });

  it('works without script, and is linked from the report', async () => {
    const { page } = await started().open(`/site-checks/${reported.id}`, {
      javaScriptEnabled: false,
    });
    await page.getByLabel('Access code').fill(reported.token);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Create a link' }).click();
    const url = await shares(page).locator('code').first().innerText();
    await page.goto(url);
    await headingIs(page, question);
    await page.context().close();

    const report = await started().open(`/reports/${reported.id}#${reported.token}`);
    await report.page.getByRole('link', { name: 'Share the report' }).click();
    await report.page.getByRole('region', { name: 'Share the report' }).waitFor();
    await report.page.context().close();
  });
});
