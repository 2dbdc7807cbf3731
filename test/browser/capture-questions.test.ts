import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { assign, createJob, upload } from '../evidence/support/scene.js';
import { describeInBrowser } from './support/browser-app.js';
import {
  button,
  captureLink,
  heading,
  openStep,
  phone,
  readyOffline,
  shopPhoto,
  status,
  stored,
  take,
} from './support/capture.js';
import { expectAccessible, expectFitting, expectLargeTargets, shoot } from './support/looks.js';

const question = (page: Page, label: string) =>
  page.getByRole('heading', { level: 2, name: label }).waitFor();

async function use(page: Page): Promise<void> {
  await take(page, await shopPhoto());
  await button(page, 'Use photo').click();
}

async function choose(page: Page, label: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).check();
  await button(page, 'Next').click();
}

describeInBrowser('questions on the capture page', (started) => {
  const current = async (jobId: string) =>
    (await stored(started().app, jobId)).answers?.map(({ questionKey, value, cannotTell }) => [
      questionKey,
      cannotTell ? 'cannot_tell' : value,
    ]);

  it('are asked with the photo of their step, reviewed, corrected and sent', async () => {
    const { app } = started();
    const jobId = await createJob(app, {
      objective: 'Is the bakery Sonnenfeld open today?',
      service_key: 'storefront_open',
      questions_required: true,
    });
    const token = await assign(app, jobId);
    const { page, wrong } = await started().open(captureLink(token), {
      ...phone(),
      secrets: [token],
    });
    await page.getByRole('region', { name: 'Step 1 of 4' }).waitFor();
    await use(page);
    await question(page, 'Is the shop at this address?');
    await expectAccessible(page);
    await expectFitting(page);
    await expectLargeTargets(page);
    await shoot(page, 'capture-question');
    await button(page, 'Next').click();
    await page.getByRole('alert').getByText('Choose an answer.').waitFor();
    await choose(page, 'Yes');
    await page.getByRole('region', { name: 'Result' }).getByText('Accepted.').waitFor();
    await expect.poll(() => current(jobId)).toEqual([['shop_found', 'yes']]);

    await button(page, 'Next: Name above the shop').click();
    await use(page);
    await question(page, 'Which name is on the sign?');
    await button(page, 'Skip').click();
    await button(page, 'Next: Opening hours').click();
    await button(page, 'Skip').click();

    await page.getByRole('region', { name: 'Step 4 of 4: Entrance' }).waitFor();
    await use(page);
    await question(page, 'Is the shop open to customers right now?');
    await choose(page, 'No');
    await question(page, 'What suggests that it is closed?');
    await page.getByLabel('Notice on the door').check();
    await choose(page, 'Lights off');
    await question(page, 'What does the notice say?');
    await expectAccessible(page);
    await page
      .getByRole('textbox', { name: 'What does the notice say?' })
      .fill('Closed since 14 November.');
    await button(page, 'Next').click();
    // Questions of the skipped step are not asked; questions without a step are.
    for (;;) {
      const label = await page.locator('.question h2').innerText();
      if (label.startsWith('Is the bakery Sonnenfeld open today?')) break;
      await button(page, 'Skip').click();
    }
    await page.getByLabel('Comment (optional)').fill('A notice on the door says so.');
    await page.getByLabel('Photo that shows it').selectOption('Entrance');
    await choose(page, 'No');

    await question(page, 'Check before you send');
    await expectAccessible(page);
    await expectFitting(page);
    await expectLargeTargets(page);
    await shoot(page, 'capture-review');
    await button(page, 'Change the answer to: What does the notice say?').click();
    await page
      .getByRole('textbox', { name: 'What does the notice say?' })
      .fill('Closed since 15 November.');
    await button(page, 'Next').click();
    await page.getByText('Closed since 15 November.').waitFor();
    // Nothing of the last step was sent before the last look.
    expect(await current(jobId)).toEqual([['shop_found', 'yes']]);
    expect((await stored(app, jobId)).status).toBe('in_progress');
    await button(page, 'Send').click();

    await heading(page, 'All photos are in').waitFor();
    expect(Object.fromEntries((await current(jobId)) ?? [])).toEqual({
      shop_found: 'yes',
      open_now: 'no',
      closed_signs: ['lights_off', 'notice'],
      notice_text: 'Closed since 15 November.',
      objective: 'no',
    });
    const job = await stored(app, jobId);
    expect(job.status).toBe('completed');
    const answer = job.answers?.find(({ questionKey }) => questionKey === 'objective');
    const entrance = job.evidence.find(({ stepName }) => stepName === 'entrance_open');
    expect(answer).toMatchObject({
      comment: 'A notice on the door says so.',
      evidenceIds: [entrance?.evidenceId],
      answeredBy: 'verifier',
    });
    expect(wrong).toEqual([]);
  });

  it('are kept without a connection and over a reload, and sent once it is back', async () => {
    const { app } = started();
    const jobId = await createJob(app, {
      service_key: 'storefront_open',
      objective: 'Is it open?',
    });
    const token = await assign(app, jobId);
    const { page } = await started().open(captureLink(token), {
      ...phone(),
      expected: /ERR_INTERNET_DISCONNECTED|Failed to load/,
    });
    await page.getByRole('region', { name: 'Step 1 of 4' }).waitFor();
    await readyOffline(page);
    await page.context().setOffline(true);
    await use(page);
    await choose(page, 'Can’t tell').catch(() => {});
    await page.getByRole('alert').getByText('Say in a few words why you can’t tell.').waitFor();
    await page.getByLabel('Why can’t you tell?').fill('The fog is too thick.');
    await button(page, 'Next').click();
    await status(page, 'Sending').getByText('1 photo is waiting for a connection.').waitFor();
    await page.reload();
    await page.getByRole('region', { name: /^Step/ }).waitFor();
    expect((await stored(app, jobId)).answers ?? []).toEqual([]);
    await page.context().setOffline(false);
    await expect
      .poll(() => current(jobId), { timeout: 20_000 })
      .toEqual([['shop_found', 'cannot_tell']]);
    expect((await stored(app, jobId)).answers?.[0]?.reason).toBe('The fog is too thick.');
  });

  it('of every kind are answered by keyboard', async () => {
    const { app } = started();
    const jobId = await createJob(app, {
      service_key: null,
      objective: 'What does it cost?',
      questions: [
        { question_key: 'price', label: 'Price', kind: 'number', unit: 'EUR', maximum: 9 },
        { question_key: 'since', label: 'Since when?', kind: 'date_time' },
        {
          question_key: 'colour',
          label: 'Which colour?',
          kind: 'choice',
          options: [
            { key: 'red', label: 'Red' },
            { key: 'blue', label: 'Blue' },
          ],
          comment_when: ['blue'],
        },
      ],
    });
    const token = await assign(app, jobId);
    // The photos are in already: only the questions are left.
    for (const step_name of ['arrival_overview', 'objective_closeup', 'context']) {
      const sent = await upload(app, { token, fields: { step_name } });
      expect(sent.body.validation_passed).toBe(true);
    }
    const { page, wrong } = await started().open(captureLink(token), phone());
    await question(page, 'Price');
    const field = page.getByRole('textbox', { name: 'Price EUR' });
    await field.focus();
    await page.keyboard.type('12');
    await button(page, 'Next').press('Enter');
    await page.getByRole('alert').getByText('Enter a number of at most 9.').waitFor();
    await field.press('Control+a');
    await page.keyboard.type('4,5');
    await button(page, 'Next').press('Enter');
    await question(page, 'Since when?');
    await page.locator('#answer').fill('2026-01-02T10:30');
    await button(page, 'Next').press('Enter');
    await question(page, 'Which colour?');
    expect(await page.getByRole('group', { name: 'Which colour?' }).ariaSnapshot()).toBe(
      [
        '- group "Which colour?":',
        '  - radio "Red"',
        '  - text: Red',
        '  - radio "Blue"',
        '  - text: Blue',
        '  - radio "Can’t tell"',
        '  - text: Can’t tell',
      ].join('\n'),
    );
    await page.getByRole('radio', { name: 'Red' }).focus();
    await page.keyboard.press('ArrowDown');
    await button(page, 'Next').press('Enter');
    await page.getByRole('alert').getByText('Add a comment to this answer.').waitFor();
    await page.getByLabel('Comment (required)').fill('Dark blue.');
    await button(page, 'Next').press('Enter');
    await question(page, 'What does it cost?');
    await page.getByRole('textbox', { name: 'What does it cost?' }).fill('4.50 euros.');
    await button(page, 'Next').press('Enter');
    await question(page, 'Check before you send');
    await button(page, 'Send').press('Enter');
    await heading(page, 'All photos are in').waitFor();
    expect(await current(jobId)).toEqual([
      ['price', 4.5],
      ['since', '2026-01-02T09:30:00.000Z'],
      ['colour', 'blue'],
      ['objective', '4.50 euros.'],
    ]);
    expect(wrong).toEqual([]);
  });

  it('are not lost when a photo has to be taken again', async () => {
    const { app } = started();
    const jobId = await createJob(app, {
      service_key: 'storefront_open',
      objective: 'Is it open?',
    });
    const token = await assign(app, jobId);
    const { page } = await started().open(captureLink(token), phone(5_000));
    await page.getByRole('region', { name: 'Step 1 of 4' }).waitFor();
    await openStep(page, 'Entrance');
    await use(page);
    await question(page, 'Is the shop open to customers right now?');
    await choose(page, 'Yes');
    await button(page, 'Skip').click();
    await page.getByRole('region', { name: 'Result' }).getByText('Not accepted').waitFor();
    // It needs a photo that passed, and waits for it.
    expect((await stored(app, jobId)).answers ?? []).toEqual([]);
    await page.context().setGeolocation({ latitude: 52.5219, longitude: 13.4132, accuracy: 10 });
    await button(page, 'Try again').click();
    await use(page);
    await expect.poll(() => current(jobId)).toEqual([['open_now', 'yes']]);
  });
});
