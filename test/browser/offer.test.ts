import { expect, it } from 'vitest';
import { by, start, states, tokens } from '../dispatch/support/scene.js';
import { createJob, stored } from '../evidence/support/scene.js';
import { restApi } from '../support/apis.js';
import { hours } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';

describeInBrowser('the offer page', (started) => {
  async function offered() {
    const { app } = started();
    const questions = [
      { question_key: 'floors', label: 'How many floors are there?', kind: 'number' },
      { question_key: 'name', label: 'Which name is at the door?', kind: 'text' },
    ];
    const jobId = await createJob(app, { questions });
    const candidates = [{ label: 'Ann' }, { label: 'Bob' }];
    const pay_text = '€25 by bank transfer within 7 days';
    const { body: run } = await start(app, jobId, { candidates, pay_text });
    const [ann = '', bob = ''] = await tokens(app, run.id);
    return { app, jobId, runId: run.id as string, ann, bob };
  }

  it('shows an offer without the address, and links to the job once it is accepted', async () => {
    const { app, jobId, runId, ann, bob } = await offered();
    const { page, wrong } = await started().open(`/offer#${ann}`, { secrets: [ann, bob] });
    await page.getByRole('heading', { level: 1, name: 'A job for you' }).waitFor();
    expect(await page.title()).toBe('A job for you – Verification service');
    const text = await page.locator('main').innerText();
    const { objective, address } = await stored(app, jobId);
    expect(text).toContain(objective);
    expect(text).not.toContain(address);
    for (const part of [
      '3 photos, 3 questions, about 15 minutes',
      'How many floors are there?',
      '€25 by bank transfer within 7 days',
    ]) {
      expect(text).toContain(part);
    }
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'offer');
    await page.getByRole('button', { name: 'Accept the job' }).click();
    await page.getByRole('heading', { level: 1, name: 'The job is yours' }).waitFor();
    const link = await page.getByRole('link', { name: 'Go to the job' }).getAttribute('href');
    const task = link?.split('/capture#')[1] ?? '';
    expect((await restApi.call(app, 'captureTask', by(task))).body.address).toBe(address);
    await expectAccessible(page);
    await shoot(page, 'offer-accepted');
    expect(await states(app, runId)).toBe('accepted withdrawn');
    // Opened again, it returns the same link.
    await page.reload();
    await page.getByRole('button', { name: 'Show the link to the job' }).click();
    const again = page.getByRole('link', { name: 'Go to the job' });
    expect(await again.getAttribute('href')).toBe(link);
    expect(wrong).toEqual([]);
    await page.context().close();

    // The link of another offer is pasted into the same window.
    const other = await started().open(`/offer#${ann}`);
    await other.page.getByRole('button', { name: 'Show the link to the job' }).waitFor();
    await other.page.evaluate((fragment) => location.assign(`#${fragment}`), bob);
    await other.page.getByText('This job is no longer available.').waitFor();
    expect(await other.page.getByRole('button', { name: 'Accept the job' }).count()).toBe(0);
    await other.page.context().close();
  });

  it('accepts a decline with its reason, and keeps a reason that is too long', async () => {
    const { app, runId, ann } = await offered();
    const { page } = await started().open(`/offer#${ann}`, { expected: /422/ });
    const reason = page.getByRole('textbox', { name: 'Reason (optional)' });
    await page.getByText('Decline', { exact: true }).waitFor();
    expect(await reason.isVisible()).toBe(false);
    await page.getByText('Decline', { exact: true }).click();
    await reason.fill('x'.repeat(501));
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('alert').getByText('Use at most 500 characters').waitFor();
    expect(await page.title()).toMatch(/^Error: /);
    expect(await reason.inputValue()).toHaveLength(501);
    expect(await states(app, runId)).toBe('offered offered');
    await reason.fill('I am away.');
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('You declined this job.').waitFor();
    expect(await states(app, runId)).toBe('declined offered');
    app.advance(hours(2));
    await page.reload();
    await page.getByText('You declined this job.').waitFor();
    await page.context().close();
  });

  it('reports once that an offer was answered in another tab', async () => {
    const { ann, bob } = await offered();
    const open = (token: string) => started().open(`/offer#${token}`, { expected: /409/ });
    const [first, second, other] = await Promise.all([ann, ann, bob].map(open));
    if (!first || !second || !other) throw new Error('three pages');
    await Promise.all(
      [second, other].map(({ page }) => page.getByText('Decline', { exact: true }).click()),
    );
    await first.page.getByRole('button', { name: 'Accept the job' }).click();
    await first.page.getByRole('heading', { level: 1, name: 'The job is yours' }).waitFor();
    await second.page.getByRole('button', { name: 'Decline' }).click();
    await second.page.getByRole('alert').getByText('You have accepted this job.').waitFor();
    expect(await second.page.getByText('This job is no longer available.').count()).toBe(0);
    await other.page.getByRole('button', { name: 'Accept the job' }).click();
    await other.page.getByRole('alert').getByText('This job is no longer available.').waitFor();
    expect(await other.page.getByText('This job is no longer available.').count()).toBe(1);
    for (const { page } of [first, second, other]) await page.context().close();
  });

  it('works without script, with the access code', async () => {
    const { app, runId, ann } = await offered();
    const { page } = await started().open('/offer', { javaScriptEnabled: false });
    await page.getByRole('textbox', { name: 'Access code' }).fill(ann);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Accept the job' }).click();
    await page.getByRole('heading', { level: 1, name: 'The job is yours' }).waitFor();
    expect(await states(app, runId)).toBe('accepted withdrawn');
    await page.context().close();
  });

  it('reports that a job assigned to another verifier is no longer available', async () => {
    const { app, jobId, runId, ann } = await offered();
    await restApi.call(app, 'acceptProviderOffer', by(ann));
    const input = { assignee_name: 'Cleo' };
    await restApi.call(app, 'assignJob', { id: jobId, input });
    await expect.poll(() => states(app, runId)).toBe('expired withdrawn');
    const { page } = await started().open(`/offer#${ann}`);
    await page.getByText('This job is no longer available.').waitFor();
    await page.context().close();
  });

  it('reports an expired offer and an invalid link', async () => {
    const { app, ann } = await offered();
    app.advance(hours(1));
    for (const [token, expectedText] of [
      [ann, 'This offer has expired.'],
      ['x.y.z', 'Check that it is complete, or enter the access code.'],
    ]) {
      const { page } = await started().open(`/offer#${token}`, { expected: /401|410/ });
      await page
        .getByRole('alert')
        .getByText(expectedText ?? '')
        .waitFor();
      await page.context().close();
    }
  });
});
