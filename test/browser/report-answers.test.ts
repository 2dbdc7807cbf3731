import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ReportAnswer } from '../../src/modules/report/report-answer.js';
import { Result } from '../../src/pages/report/head.js';
import { settle } from '../delivery/support/scene.js';
import { openPdf } from '../report/support/open-pdf.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, expectLargeTargets, shoot } from './support/looks.js';
import { type Answered, type Reported, reportedRequest } from './support/report-scene.js';

const objective = 'Is the hall open to visitors?';
const comment = 'Closed since 14 November, according to a notice on the door';
const line = `No. ${comment}.`;
const questions = [
  {
    question_key: 'damage',
    label: 'Is anything damaged?',
    kind: 'choice',
    options: [
      { key: 'none', label: 'Nothing' },
      { key: 'windows', label: 'The windows' },
    ],
    required: false,
    flag_when: ['windows'],
  },
  { question_key: 'doors', label: 'How many doors are there?', kind: 'number', required: false },
];
const closed: Answered = {
  objective,
  questions,
  answers: [
    { question_key: 'objective', value: 'no', comment },
    { question_key: 'doors', value: 3 },
    { question_key: 'damage', value: 'windows', comment: 'Two panes are broken.' },
  ],
};

describeInBrowser('the report page of an answered request', (started) => {
  const open = async ({ id, token }: Reported, options = {}) => {
    const opened = await started().open(`/reports/${id}#${token}`, options);
    await opened.page.getByRole('region', { name: 'Result' }).waitFor();
    return opened;
  };
  const result = (page: Page) => page.getByRole('region', { name: 'Result' });

  it('shows the question, the answer and its photo on the first screen, then flagged answers', async () => {
    const reported = await reportedRequest(started().app, closed);
    const viewport = { width: 390, height: 844 };
    const { page, wrong } = await open(reported, { viewport });
    await shoot(page, 'report-answered-phone');
    await page.getByRole('heading', { level: 1, name: objective }).waitFor();
    const answer = result(page).getByText(line, { exact: true });
    const { bottom } = await answer.evaluate((node) => node.getBoundingClientRect());
    expect(bottom).toBeLessThan(viewport.height);
    const text = await result(page).innerText();
    expect(text).toContain('Place and time verified');
    expect(text).toContain('Answered on site');
    expect(text).toMatch(/Answered by\s+a verifier on site, /);
    expect(text).not.toMatch(/\bVerified\b/);
    const summary = JSON.parse((await page.locator('#report-answer').textContent()) ?? '').summary;
    expect(await page.locator('main').innerText()).not.toContain(summary);
    const photo = page.getByRole('link', { name: /^Open the photo that shows the answer: E2 / });
    await photo.click();
    const caption = page.getByRole('dialog', { name: /^E2 / }).locator('#lightbox-caption');
    expect(await caption.innerText()).toContain(`Shows the answer to “${objective}”: No`);
    await page.keyboard.press('Escape');
    expect(await photo.evaluate((node) => node === document.activeElement)).toBe(true);
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(headings.slice(0, 5)).toEqual([
      'Needs attention',
      'Answers',
      'Photos',
      'Positions',
      'Limitations',
    ]);
    const flagged = await page.getByRole('region', { name: 'Needs attention' }).innerText();
    expect(flagged).toMatch(/Is anything damaged\?\s+The windows\s+Two panes are broken\./);
    const others = page.getByRole('region', { name: 'Answers' });
    expect(await others.innerText()).toMatch(/How many doors are there\?\s+3\s/);
    await others.getByRole('link', { name: 'Photo E2' }).click();
    await expectLargeTargets(page);
    await expectAccessible(page);
    await expectFitting(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await shoot(page, 'report-answered');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('states the same answer in JSON, PDF and page, as confirmed by a reviewer', async () => {
    const { app } = started();
    const reason = 'The notice on the door is dated.';
    const review = { answers: [{ question_key: 'objective', value: 'no', reason }] };
    const reported = await reportedRequest(app, { ...closed, review });
    const { page } = await open(reported);
    const shown = await result(page).innerText();
    expect(shown).toContain('Confirmed by a reviewer');
    expect(shown).toContain(`Reason for the confirmation: ${reason}`);
    const path = `/v1/jobs/${reported.jobId}/report`;
    const json = (await app.rest('GET', path)).body as ReportAnswer;
    expect(json.headline).toMatchObject({ question: objective, answer: line });
    expect(await result(page).locator('.answer').innerText()).toBe(json.headline?.answer);
    const pdf = await app.fetch(`/v1/public/site-checks/${reported.id}/report.pdf`, {
      headers: { authorization: `Bearer ${reported.token}` },
    });
    const data = new Uint8Array(await pdf.arrayBuffer());
    const first = await (await openPdf(data)).getPage(1);
    const { items } = await first.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    expect(text.replace(/\s+/g, ' ')).toContain(line);
    await page.context().close();
  });

  it('states a correction by a reviewer', async () => {
    const corrected = { question_key: 'objective', value: 'yes', reason: 'The side door is open.' };
    const reported = await reportedRequest(started().app, {
      ...closed,
      review: { answers: [corrected] },
    });
    const { page } = await open(reported);
    const text = await result(page).innerText();
    expect(text).toMatch(/^Yes\./);
    expect(text).toContain('Corrected by a reviewer');
    expect(text).toMatch(/Before the correction: No \(a verifier on site, /);
    await page.context().close();
  });

  it('states that the question cannot be answered, with the reason', async () => {
    const reason = 'The square is closed off';
    const answers = [{ question_key: 'objective', cannot_tell: true, reason }];
    const reported = await reportedRequest(started().app, { objective, answers });
    const { page } = await open(reported);
    expect(await result(page).locator('.answer').innerText()).toBe(`Can't tell. ${reason}.`);
    await page.context().close();
  });

  it('shows a dispute with its comment, which it requires', async () => {
    const { app } = started();
    const reported = await reportedRequest(app, closed);
    const { page } = await open(reported, { expected: /422/ });
    const form = page.getByRole('form', { name: 'Feedback' });
    const send = () => form.getByRole('button', { name: 'Send feedback' }).click();
    await form.getByRole('radio', { name: 'Dispute' }).check();
    await send();
    await page.getByRole('alert').getByText('Describe what is wrong').waitFor();
    expect((await app.services.jobs.get(reported.jobId, {})).feedback).toEqual([]);
    expect(await form.getByRole('radio', { name: 'Dispute' }).isChecked()).toBe(true);
    await form.getByRole('textbox', { name: 'Comment' }).fill('The notice is of another shop.');
    await send();
    await page.getByText(/^You disputed this report (today|yesterday|\w{3} \d)/).waitFor();
    expect(await form.getByRole('radio', { name: 'Dispute' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Add a comment' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('feedback');
    await page.getByText('Your comment is added to your dispute.').waitFor();
    await form.getByRole('textbox', { name: 'Comment' }).fill('I called them.');
    await send();
    await page.getByRole('blockquote').nth(1).waitFor();
    expect(await page.getByRole('blockquote').allInnerTexts()).toEqual([
      'The notice is of another shop.',
      'I called them.',
    ]);
    await expectAccessible(page);
    await shoot(page, 'report-disputed');
    await settle(app);
    await page.goto(`${started().address}/site-checks/${reported.id}#${reported.token}`);
    await page.getByText(/^You disputed this report .+ We are reviewing it\.$/).waitFor();
    expect(await page.getByRole('blockquote').allInnerTexts()).toHaveLength(2);
    await expectAccessible(page);
    await shoot(page, 'status-disputed');
    await page.context().close();
  });

  it('shows a request for more photos with its comment, which it requires', async () => {
    const { app } = started();
    const reported = await reportedRequest(app, closed);
    const { page } = await open(reported, { expected: /422/ });
    const form = page.getByRole('form', { name: 'Feedback' });
    const send = () => form.getByRole('button', { name: 'Send feedback' }).click();
    await form.getByRole('radio', { name: 'Ask for more photos' }).check();
    await send();
    await page.getByRole('alert').getByText('Describe what is wrong').waitFor();
    await form.getByRole('textbox', { name: 'Comment' }).fill('Please show the side door.');
    await send();
    await page.getByText(/^You asked for more photos (today|yesterday|\w{3} \d)/).waitFor();
    // No verdict is possible until there is a new result.
    expect(await form.getByRole('radiogroup', { name: 'Your verdict' }).count()).toBe(0);
    await form.getByRole('textbox', { name: 'Comment' }).fill('And its hours.');
    await send();
    await page.getByRole('blockquote').nth(1).waitFor();
    await expectAccessible(page);
    await settle(app);
    await page.goto(`${started().address}/site-checks/${reported.id}#${reported.token}`);
    await page.getByText(/^You asked for more photos .+\. The photos are being/).waitFor();
    expect(await page.getByRole('blockquote').allInnerTexts()).toEqual([
      'Please show the side door.',
      'And its hours.',
    ]);
    await page.getByRole('link', { name: 'Read the report' }).waitFor();
    await page.context().close();
  });

  it('renders a report made before there were answers', async () => {
    const reported = await reportedRequest(started().app);
    const path = `/v1/jobs/${reported.jobId}/report`;
    const answer = (await started().app.rest('GET', path)).body as ReportAnswer;
    const head = { ...answer, headline: null, answers: null };
    const versions = { listed: [], changes: new Map(), current: 1, withdrawn: new Map() };
    const html = String(Result({ head, versions }));
    expect(html).toContain('Not answered');
    expect(html).toContain('Place and time verified');
    expect(html).not.toMatch(/Answered|Confirmed/);
  });
});
