import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { settle } from '../delivery/support/scene.js';
import { assign, createJob, still, stored, upload } from '../evidence/support/scene.js';
import { pilotKey } from '../support/app.js';
import { describeInBrowser, type OpenOptions } from './support/browser-app.js';
import { shopPhoto } from './support/capture.js';
import { expectAccessible, expectFitting, expectLargeTargets, shoot } from './support/looks.js';
import { reportedRequest } from './support/report-scene.js';

const steps = ['arrival_overview', 'storefront_sign', 'entrance_open'];
type Sent = { question_key: string; step?: string } & Record<string, unknown>;
const found: Sent = { question_key: 'shop_found', value: 'yes', step: 'arrival_overview' };
const openNow: Sent = { question_key: 'open_now', value: 'yes', step: 'entrance_open' };
const closed: Sent[] = [
  found,
  { ...openNow, value: 'no', comment: 'The shutter is down.' },
  { question_key: 'closed_signs', value: ['shutter_down'] },
];

describeInBrowser('the review of jobs', (started) => {
  /** Creates a job that waits for a reviewer, because its photos were taken at some distance. */
  async function submittedJob(objective: string, sent: readonly Sent[], more: object = {}) {
    const { app } = started();
    const jobId = await createJob(app, { service_key: 'storefront_open', objective, ...more });
    const token = await assign(app, jobId);
    const send = async (step_name: string, latitude: string) => {
      const fields = { step_name, latitude };
      const { status } = await upload(app, { token, fields, file: await shopPhoto() });
      expect(status).toBe(201);
    };
    // Far from the address, so that it is rejected.
    await send('arrival_overview', '52.54');
    for (const step of steps) await send(step, '52.5244');
    const { evidence, status } = await stored(app, jobId);
    expect(status).toBe('submitted');
    const answers = sent.map(({ step, ...answer }) => ({
      ...answer,
      evidence_ids: evidence
        .filter((item) => item.validationPassed && item.stepName === step)
        .map(({ evidenceId }) => evidenceId),
    }));
    const body = { provider_task_token: token, answers };
    const answered = await app.rest('POST', '/v1/provider/answers', { key: null, body });
    expect(answered.status, JSON.stringify(answered.body)).toBe(200);
    return jobId;
  }
  const answersOf = async (jobId: string) => {
    const { answers = [] } = await stored(started().app, jobId);
    return Object.fromEntries(answers.map((answer) => [answer.questionKey, answer]));
  };

  async function openPage(path = '/operations', options: OpenOptions = {}) {
    const opened = await started().open(path, { secrets: [pilotKey], ...options });
    const { page } = opened;
    await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
    await page.getByRole('button', { name: 'Use key' }).click();
    return opened;
  }
  const openReview = async (jobId: string, options: OpenOptions = {}) => {
    const opened = await openPage(`/operations#/review/${jobId}`, options);
    await opened.page.getByRole('heading', { level: 2, name: 'Answers' }).waitFor();
    return opened;
  };
  const queue = (page: Page) => page.getByRole('region', { name: 'Review queue' });
  const title = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
  const pressed = (page: Page, within: string, name: string) =>
    card(page, within).getByRole('button', { name, exact: true }).getAttribute('aria-pressed');
  const sendButton = (page: Page) => page.getByRole('button', { name: 'Send review' });

  beforeEach(async () => {
    await started().app.jobs.updateMany(
      { $or: [{ status: 'submitted' }, { attention: { $gte: 1 } }] },
      { $set: { status: 'cancelled' }, $unset: { attention: '' } },
    );
  });

  it('lists flagged jobs first, then those with "cannot tell", then the longest waiting', async () => {
    const { page, wrong } = await openPage();
    await queue(page).getByText('Nothing to review').waitFor();
    await submittedJob('Is the baker open?', [found, openNow]);
    const untold = { question_key: 'name_on_sign', cannot_tell: true, reason: 'It is covered.' };
    await submittedJob('Is the florist open?', [found, untold]);
    await submittedJob('Is the tailor open?', [
      ...closed,
      { question_key: 'objective', value: 'no' },
    ]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const rows = queue(page).getByRole('row');
    await expect.poll(() => rows.count()).toBe(4);
    const texts = await rows.allInnerTexts();
    expect(texts[1]).toMatch(
      /^Is the tailor open\?\s+No\s+Flagged: Is the shop open to customers right now\?\s+Alexanderplatz 1, .+\s0 min$/,
    );
    expect(texts[2]).toMatch(
      /^Is the florist open\?\s+Not answered\s+Can’t tell: Which name is on the sign\?/,
    );
    expect(texts[3]).toMatch(/^Is the baker open\?\s+Not answered\s+–/);
    await shoot(page, 'review-queue');
    await expectAccessible(page);
    await expectFitting(page);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('is done by keyboard alone, one job after another', async () => {
    const flagged = await submittedJob('Is the tailor open?', closed);
    const other = await submittedJob('Is the baker open?', [found, openNow]);
    const { page, wrong } = await openPage();
    await queue(page).getByRole('link', { name: 'Is the tailor open?' }).focus();
    await page.keyboard.press('Enter');
    await title(page, 'Is the tailor open?');
    await page.getByText('3 answers to review, 1 flagged.').waitFor();
    expect(await focused(page)).toBe('Is the tailor open?');
    await shoot(page, 'review');

    // The first answer is the objective, which has no answer.
    await page.keyboard.press('j');
    expect(await focused(page)).toBe('Is the tailor open?');
    await page.keyboard.press('a');
    expect(await focused(page)).toBe('Is the shop at this address?');
    await page.getByRole('figure').getByText('E2 Street view on arrival').waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('j');
    expect(await focused(page)).toBe('Is the shop open to customers right now?');
    await page.keyboard.press('k');
    expect(await focused(page)).toBe('Which name is on the sign?');
    await page.keyboard.press('j');
    await page.getByRole('figure').getByText('E4 Entrance').waitFor();

    // A correction hides the question that depended on the answer.
    expect(await card(page, 'What suggests that it is closed?').count()).toBe(1);
    await page.keyboard.press('c');
    const open = card(page, 'Is the shop open to customers right now?');
    expect(await open.getByLabel('Correct answer').inputValue()).toBe('yes');
    expect(await card(page, 'What suggests that it is closed?').count()).toBe(0);
    await page.keyboard.press('Tab');
    await page.keyboard.type('ajkcrt? Lights are on.');
    expect(await open.getByLabel('Reason').inputValue()).toBe('ajkcrt? Lights are on.');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('Is the shop open to customers right now?');
    await shoot(page, 'review-correction');
    await expectAccessible(page);
    await page.keyboard.press('j');
    expect(await focused(page)).toBe('How many customers can you see?');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await focused(page)).toBe('Decision');
    await page
      .getByText('You are about to send: 1 answer confirmed, 1 answer corrected.')
      .waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');

    await title(page, 'Is the baker open?');
    await page
      .getByText('Accepted: “Is the tailor open?” (1 answer confirmed, 1 answer corrected).')
      .waitFor();
    expect(await focused(page)).toBe('Is the baker open?');
    expect((await stored(started().app, flagged)).status).toBe('completed');
    expect(await answersOf(flagged)).toMatchObject({
      shop_found: { value: 'yes', answeredBy: 'verifier', confirmed: { reason: null } },
      open_now: {
        value: 'yes',
        answeredBy: 'reviewer',
        reason: 'ajkcrt? Lights are on.',
        revision: 2,
        flagged: false,
      },
    });

    await page.getByRole('heading', { level: 2, name: 'Decision' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await title(page, 'Operations');
    await page
      .getByText(
        'Accepted: “Is the baker open?” (2 answers confirmed). The queue has no other job.',
      )
      .waitFor();
    await queue(page).getByText('Nothing to review').waitFor();
    expect((await stored(started().app, other)).status).toBe('completed');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('corrects a delivered report, whose next version states the correction and its reason', async () => {
    const { app } = started();
    const reported = await reportedRequest(app, {
      objective: 'Is the hall open to visitors?',
      questions: [
        {
          question_key: 'objective',
          label: 'Is the hall open to visitors?',
          kind: 'yes_no',
          flag_when: ['no'],
        },
        {
          question_key: 'doors',
          label: 'How many doors are there?',
          kind: 'number',
          minimum: 1,
          decimals: 0,
        },
      ],
      answers: [
        { question_key: 'objective', value: 'no' },
        { question_key: 'doors', value: 3 },
      ],
    });
    const { page, wrong } = await openReview(reported.jobId, { expected: /422/ });
    await page.getByText('Every check passed.').waitFor();
    const doors = card(page, 'How many doors are there?');
    await doors.getByRole('button', { name: 'Correct' }).click();
    await doors.getByLabel('Correct answer').fill('0');
    // Enter in a field sends nothing.
    await doors.getByLabel('Correct answer').press('Enter');
    const hall = card(page, 'Is the hall open to visitors?');
    await hall.getByRole('button', { name: 'Correct' }).click();
    await sendButton(page).click();
    const problem = page.getByRole('alert').filter({ hasText: 'There is a problem' });
    await problem
      .getByRole('link', {
        name: 'Correct answer (How many doors are there?): Must be at least 1.',
      })
      .waitFor();
    await hall.getByText('This field is required.').waitFor();
    await doors.getByText('This field is required.').waitFor();
    expect(await doors.getByLabel('Correct answer').getAttribute('aria-invalid')).toBe('true');
    expect((await stored(app, reported.jobId)).earlierAnswers).toBeUndefined();
    await shoot(page, 'review-problem');
    await expectAccessible(page);

    await doors.getByLabel('Correct answer').fill('4');
    await doors.getByLabel('Reason').fill('The photo shows four doors.');
    await hall.getByLabel('Reason').fill('No');
    expect(await page.getByText('This field is required.').count()).toBe(0);
    await sendButton(page).click();
    await problem
      .getByRole('link', {
        name: 'Reason (Is the hall open to visitors?): Enter at least 3 characters.',
      })
      .waitFor();
    expect((await stored(app, reported.jobId)).earlierAnswers).toBeUndefined();
    await hall.getByLabel('Reason').fill('The side door is open.');
    await sendButton(page).click();
    await title(page, 'Operations');
    await page.getByText(/^Accepted: .+ \(2 answers corrected\)/).waitFor();
    expect(await answersOf(reported.jobId)).toMatchObject({
      objective: { value: 'yes', answeredBy: 'reviewer', reason: 'The side door is open.' },
      doors: { value: 4, answeredBy: 'reviewer', reason: 'The photo shows four doors.' },
    });
    await settle(app);
    await app.services.followers.catchUp();
    const { body } = await app.rest('GET', `/v1/jobs/${reported.jobId}/report`);
    expect(body).toMatchObject({
      version_number: 2,
      headline: { answer: 'Yes.', answered_by: 'reviewer' },
      change_summary: { reason: 'correction' },
    });
    await page.goto(`${started().address}/reports/${reported.id}#${reported.token}`);
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('Corrected by a reviewer').waitFor();
    expect(await result.innerText()).toMatch(/Reason for the correction\s+The side door is open\./);
    expect(await page.getByRole('region', { name: 'Answers' }).innerText()).toMatch(
      /How many doors are there\?\s+4\s+Reason for the correction: The photo shows four doors\.\s+Before the correction: 3 /,
    );
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('offers a field for every kind of answer', async () => {
    const options = ['red', 'blue', 'green'].map((key) => ({ key, label: `It is ${key}` }));
    const kinds: [kind: string, value: unknown, more?: object][] = [
      ['choice', 'red', { options }],
      ['choices', ['red', 'blue'], { options }],
      ['text', 'Nothing.'],
      ['date_time', '2026-11-20T10:00:00Z'],
    ];
    const questions = kinds.map(([kind, , more]) => ({
      question_key: `of_${kind}`,
      label: `The ${kind}`,
      kind,
      required: false,
      ...more,
    }));
    const sent = kinds.map(([kind, value]) => ({ question_key: `of_${kind}`, value }));
    const jobId = await submittedJob('Is the tailor open?', sent, { questions });
    const { page, wrong } = await openReview(jobId);
    const correct = async (kind: string) => {
      const one = card(page, `The ${kind}`);
      await one.getByRole('button', { name: 'Correct' }).click();
      await one.getByRole('textbox', { name: 'Reason' }).fill(`The ${kind} was wrong.`);
      return one;
    };
    const choice = await correct('choice');
    await choice.getByRole('combobox', { name: 'Correct answer' }).selectOption('It is green');
    const choices = (await correct('choices')).getByRole('group', { name: 'Correct answer' });
    await choices.getByRole('checkbox', { name: 'It is red' }).uncheck();
    await choices.getByRole('checkbox', { name: 'It is green' }).check();
    const text = await correct('text');
    await text.getByRole('textbox', { name: 'Correct answer' }).fill('');
    await (await correct('date_time')).getByLabel('Correct answer').fill('2026-11-20T14:00');
    await sendButton(page).click();
    await page
      .getByRole('link', { name: 'Correct answer (The text): This field is required.' })
      .click();
    await text.getByRole('textbox', { name: 'Correct answer' }).fill('A tailor.');
    await expectAccessible(page);
    await sendButton(page).click();
    await title(page, 'Operations');
    expect(await answersOf(jobId)).toMatchObject({
      of_choice: { value: 'green' },
      of_choices: { value: ['blue', 'green'] },
      of_text: { value: 'A tailor.', reason: 'The text was wrong.' },
      of_date_time: { value: '2026-11-20T13:00:00.000Z' },
    });
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('asks for more, with a comment and the steps to show again', async () => {
    const { app } = started();
    const jobId = await submittedJob('Is the tailor open?', closed);
    const { page, wrong } = await openReview(jobId);
    await page.keyboard.press('r');
    await sendButton(page).click();
    await page.getByRole('link', { name: 'What is missing?: This field is required.' }).click();
    expect((await stored(app, jobId)).status).toBe('submitted');
    await page.getByRole('textbox', { name: 'What is missing?' }).fill('The sign is cut off.');
    await page.getByRole('checkbox', { name: 'Name above the shop' }).check();
    await page.getByText('You are about to send: no answers confirmed.').waitFor();
    const open = card(page, 'Is the shop open to customers right now?');
    await open.getByRole('button', { name: 'Can’t tell' }).click();
    await open.getByRole('textbox', { name: 'Reason' }).fill('The photo is too dark.');
    await shoot(page, 'review-more');
    await expectAccessible(page);
    await expectLargeTargets(page);
    await expectFitting(page);
    await sendButton(page).click();
    await title(page, 'Operations');
    await page.getByText('Asked for more: “Is the tailor open?” (1 answer corrected).').waitFor();
    const job = await stored(app, jobId);
    expect(job).toMatchObject({ status: 'in_progress', statusReason: 'The sign is cut off.' });
    expect(job.steps.filter(({ status }) => status === 'pending')).toMatchObject([
      { stepName: 'storefront_sign' },
      { stepName: 'opening_hours' },
    ]);
    const answers = await answersOf(jobId);
    expect(answers['open_now']).toMatchObject({
      cannotTell: true,
      reason: 'The photo is too dark.',
    });
    expect(answers['shop_found']?.confirmed).toBeUndefined();
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('reports that another reviewer has reviewed the job, and shows its current state', async () => {
    const { app } = started();
    const jobId = await submittedJob('Is the tailor open?', closed);
    const { page, wrong } = await openReview(jobId, { expected: /409/ });
    const found = card(page, 'Is the shop at this address?');
    await found.getByRole('button', { name: 'Can’t tell' }).click();
    await found.getByRole('textbox', { name: 'Reason' }).fill('It is not in the photo.');
    const review = {
      decision: 'accept',
      answers: [{ question_key: 'open_now', value: 'yes', reason: 'The light is on.' }],
    };
    await app.rest('POST', `/v1/jobs/${jobId}/review`, { body: review });
    const before = still(await stored(app, jobId));
    await sendButton(page).click();
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'Another reviewer has reviewed this job' });
    await alert.waitFor();
    expect(await alert.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(still(await stored(app, jobId))).toEqual(before);
    await page.getByText('Completed', { exact: true }).waitFor();
    const open = card(page, 'Is the shop open to customers right now?');
    expect(await open.innerText()).toMatch(/Yes\s+Reason: The light is on\./);
    await open.getByText('Confirmed by a reviewer').waitFor();
    await open.getByText('Earlier answers').click();
    await open.getByText('The shutter is down.').waitFor();
    // The draft of an answer that has not changed is kept.
    expect(await found.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe(
      'It is not in the photo.',
    );
    await shoot(page, 'review-conflict');
    await sendButton(page).click();
    await title(page, 'Operations');
    expect((await answersOf(jobId))['shop_found']).toMatchObject({ cannotTell: true });
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('reports another change of the job, and a lost connection', async () => {
    const { app } = started();
    const jobId = await submittedJob('Is the tailor open?', closed);
    const { page } = await openReview(jobId, { expected: /409|ERR_FAILED/ });
    await app.rest('POST', `/v1/jobs/${jobId}/requester-feedback`, { body: { rating: 3 } });
    await sendButton(page).click();
    await page
      .getByRole('alert')
      .getByText(/^This job has changed in the meantime/)
      .waitFor();
    expect((await stored(app, jobId)).status).toBe('submitted');
    await page.route('**/review', (route) => route.abort());
    await sendButton(page).click();
    await page.getByRole('alert').getByText('No connection. What you typed is kept.').waitFor();
    await page.unroute('**/review');
    await sendButton(page).click();
    await title(page, 'Operations');
    expect((await stored(app, jobId)).status).toBe('completed');
    await page.context().close();
  });

  it('shows the comments of a dispute, and skips to the next job', async () => {
    const { app } = started();
    const disputed = await submittedJob('Is the tailor open?', [found, openNow]);
    await app.rest('POST', `/v1/jobs/${disputed}/review`, { body: { decision: 'accept' } });
    const dispute = { verdict: 'disputed', comment: 'It was closed when I came.' };
    await app.rest('POST', `/v1/jobs/${disputed}/requester-feedback`, { body: dispute });
    await submittedJob('Is the baker open?', [found, openNow]);
    const { page } = await openPage();
    await queue(page).getByText('Disputed').waitFor();
    await queue(page).getByRole('link', { name: 'Is the tailor open?' }).click();
    await page.getByText('It was closed when I came.').waitFor();
    const decisions = page.getByRole('group', { name: 'Decision' }).getByRole('button');
    expect(await decisions.evaluateAll((all) => all.map((one) => one.textContent))).toEqual([
      expect.stringMatching(/^Accept/),
      expect.stringMatching(/^Ask for more/),
    ]);
    await page.getByRole('button', { name: 'Skip to next job' }).click();
    await title(page, 'Is the baker open?');
    await page.getByRole('button', { name: 'Skip to next job' }).click();
    await title(page, 'Operations');
    await page.getByText('The queue has no other job.').waitFor();
    expect((await stored(app, disputed)).status).toBe('disputed');
    await page.context().close();
  });

  it('turns single-key shortcuts off for good', async () => {
    const jobId = await submittedJob('Is the tailor open?', closed);
    const { page } = await openReview(jobId);
    const found = card(page, 'Is the shop at this address?');
    const shortcut = () =>
      found.getByRole('button', { name: 'Correct' }).getAttribute('aria-keyshortcuts');
    expect(await shortcut()).toBe('C');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Next answer, previous answer').waitFor();
    await shoot(page, 'review-shortcuts');
    await expectAccessible(page);
    await dialog.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const presses = async () => {
      await found.getByRole('heading').focus();
      for (const key of ['c', 't', 'r', 'j', '?']) await page.keyboard.press(key);
      expect(await focused(page)).toBe('Is the shop at this address?');
      expect(await pressed(page, 'Is the shop at this address?', 'Accept')).toBe('true');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await shortcut()).toBeNull();
    };
    await presses();
    await page.reload();
    await found.waitFor();
    await presses();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await dialog.getByRole('checkbox').check();
    await page.keyboard.press('Escape');
    expect(await shortcut()).toBe('C');
    await page.context().close();
  });
});
