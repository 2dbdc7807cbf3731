import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { JobSchedule } from '../../src/modules/job-schedule/job-schedule.js';
import { advance } from '../sandbox/support/advance.js';
import { days } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, expectLargeTargets, shoot } from './support/looks.js';

describeInBrowser('the schedules of the console', (started) => {
  const open = async (key: string) => {
    const opened = await started().open('/console', { secrets: [key], expected: /4\d\d/ });
    const { page } = opened;
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.getByRole('button', { name: 'Use key' }).press('Enter');
    await page.getByText('Key of').waitFor();
    await page.getByRole('link', { name: 'Schedules' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
    return opened;
  };
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const press = (page: Page, name: string) => page.getByRole('button', { name }).press('Enter');
  const fill = async (page: Page, objective: string) => {
    await field(page, 'Objective').fill(objective);
    await field(page, 'Address').fill('Alexanderplatz 1, 10178 Berlin');
    await field(page, 'Latitude').fill('52.5219');
    await field(page, 'Longitude').fill('13.4132');
    await field(page, 'Notes').fill('The entrance is on the square.');
    await field(page, 'Metadata').fill('shop=0042');
    const tomorrow = new Date(started().app.now().getTime() + days(1)).toISOString();
    await page.getByLabel('Starts at').fill(`${tomorrow.slice(0, 10)}T09:00`);
  };
  const rows = (page: Page) => page.getByRole('table', { name: 'Schedules' }).locator('tbody tr');
  const stored = (objective: string) =>
    started()
      .app.sandboxDb.collection<JobSchedule>('job_schedules')
      .findOne({ 'template.objective': objective });

  it('creates a schedule by its controls, and shows its dates and its jobs', async () => {
    const { app } = started();
    const key = await app.keyFor('schedules', ['jobs:read', 'jobs:write'], 'test');
    const { page, wrong } = await open(key);
    await page.getByText('No schedules yet.').waitFor();
    const rule = field(page, 'Rule');
    expect(await rule.inputValue()).toBe('FREQ=MONTHLY;BYDAY=1MO');
    await page.getByRole('combobox', { name: 'In the month, on' }).selectOption('the last');
    await page.getByRole('combobox', { name: 'Weekday' }).selectOption('Friday');
    expect(await rule.inputValue()).toBe('FREQ=MONTHLY;BYDAY=-1FR');
    await page.getByRole('combobox', { name: 'Unit' }).selectOption('weeks');
    await page.getByRole('checkbox', { name: 'Monday' }).press('Space');
    await page.getByRole('checkbox', { name: 'Thursday' }).press('Space');
    await field(page, 'Every').fill('2');
    await field(page, 'Ends after').fill('20');
    expect(await rule.inputValue()).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=20');

    // The service rejects a form without the other fields; each error is on its field.
    await press(page, 'Create schedule');
    const alert = page.getByRole('alert').filter({ hasText: 'Objective' });
    await alert.getByRole('link', { name: /^Starts at/ }).waitFor();
    await alert.getByRole('link', { name: /^Latitude/ }).press('Enter');
    expect(await field(page, 'Latitude').getAttribute('aria-invalid')).toBe('true');
    expect(await stored('Is the shop open?')).toBeNull();
    await expectAccessible(page);

    await fill(page, 'Is the shop open?');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin');
    await press(page, 'Create schedule');
    await page.getByRole('status').filter({ hasText: 'First date:' }).waitFor();
    expect(await stored('Is the shop open?')).toMatchObject({
      status: 'active',
      rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=20',
      timeZone: 'Europe/Berlin',
      template: { autoOpen: true, metadata: [{ key: 'shop', value: '0042' }] },
    });
    expect(await field(page, 'Objective').inputValue()).toBe('');
    await rows(page).getByText('4 more').press('Enter');
    expect(await rows(page).getByRole('listitem').count()).toBe(4);
    await shoot(page, 'console-schedules');
    await expectAccessible(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectLargeTargets(page);
    }
    await expectFitting(page);

    // Dates create jobs, which the overview shows.
    await advance(app, key, days(15));
    await press(page, 'Refresh');
    await rows(page)
      .getByRole('link', { name: /\d\d:\d\d/ })
      .waitFor();
    await rows(page).getByRole('link', { name: 'Jobs of Is the shop open?' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const { _id } = (await stored('Is the shop open?')) as JobSchedule;
    expect(await page.getByRole('textbox', { name: 'Schedule' }).inputValue()).toBe(_id);
    const made = await app.sandboxDb.collection('jobs').countDocuments({ scheduleId: _id });
    expect(made).toBeGreaterThan(0);
    const shown = page.getByRole('table', { name: 'Jobs' }).locator('tbody tr');
    await expect.poll(() => shown.count()).toBe(made);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('pauses, resumes and cancels a schedule by keyboard', async () => {
    const key = await started().app.keyFor('acting', ['jobs:read', 'jobs:write'], 'test');
    const { page, wrong } = await open(key);
    await fill(page, 'Is it there?');
    await field(page, 'Rule').fill('FREQ=YEARLY;BYWEEKNO=20');
    await press(page, 'Create schedule');
    const states: [button: string, status: string][] = [
      ['Pause Is it there?', 'paused'],
      ['Resume Is it there?', 'active'],
    ];
    for (const [button, status] of states) {
      await press(page, button);
      await page
        .getByRole('status')
        .filter({ hasText: `: ${status === 'paused' ? 'Paused' : 'Active'}.` })
        .waitFor();
      expect((await stored('Is it there?'))?.status).toBe(status);
    }
    // The button that changed its name keeps the focus.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Pause Is it there?',
    );
    await rows(page).getByText('Cancel', { exact: true }).press('Enter');
    await press(page, 'Cancel Is it there?');
    await page.getByRole('status').filter({ hasText: 'Is it there?: Cancelled.' }).waitFor();
    expect(await stored('Is it there?')).toMatchObject({
      status: 'cancelled',
      rrule: 'FREQ=YEARLY;BYWEEKNO=20',
      timeZone: 'Europe/Berlin',
    });
    expect(await rows(page).getByRole('button').count()).toBe(0);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('shows why a rule is rejected, and that a key cannot create schedules', async () => {
    const { app } = started();
    const key = await app.keyFor('wrong rules', ['jobs:read', 'jobs:write'], 'test');
    const { page } = await open(key);
    await fill(page, 'Is it wrong?');
    await field(page, 'Rule').fill('FREQ=HOURLY');
    await press(page, 'Create schedule');
    await page.getByRole('link', { name: /^Rule: FREQ should be DAILY/ }).waitFor();
    await field(page, 'Metadata').fill('0042');
    await press(page, 'Create schedule');
    await page.getByText('Enter keys and values such as shop=0042').waitFor();
    expect(await stored('Is it wrong?')).toBeNull();
    await page.context().close();

    const reading = await app.keyFor('readers', ['jobs:read'], 'test');
    const { page: other } = await open(reading);
    await other.getByText('This needs the scope jobs:write').waitFor();
    await other.context().close();
  });
});
