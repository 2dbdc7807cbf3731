import { expect, it } from 'vitest';
import { days, hours, type Json, jobBody, pilotKey, type TestApp } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';
import { assign, sendAnswers, sendPhotographs } from './support/report-scene.js';

const objective = 'Is the exhibition hall open to visitors?';
const doors = { question_key: 'doors', value: 3 };
const answersOf = [
  [
    { question_key: 'objective', value: 'yes' },
    { question_key: 'sign', value: 'yes' },
  ],
  [
    { question_key: 'objective', value: 'no', comment: 'Closed for repairs until spring.' },
    { question_key: 'sign', value: 'no' },
  ],
];

/** Creates a schedule and carries out the jobs of its first two dates. @returns their ids */
async function visit(app: TestApp): Promise<string[]> {
  const { nonce: _, ...job } = jobBody({
    service_key: 'storefront_open',
    objective,
    objective_kind: 'yes_no',
    latitude: 52.5219,
    longitude: 13.4132,
    questions: [
      {
        question_key: 'doors',
        label: 'How many doors are there?',
        kind: 'number',
        required: false,
      },
      { question_key: 'sign', label: 'Is the sign lit?', kind: 'yes_no', required: false },
    ],
  }) as Json;
  const starts_at = new Date(app.now().getTime() + hours(4)).toISOString().slice(0, 16);
  const { status, body: schedule } = await app.rest('POST', '/v1/job-schedules', {
    body: { job, starts_at, rrule: 'FREQ=DAILY;COUNT=2' },
  });
  expect(status).toBe(201);
  const ids: string[] = [];
  for (const answers of answersOf) {
    app.advance(days(1));
    await app.services.jobSchedules.runDue();
    const { body } = await app.rest('GET', `/v1/job-schedules/${schedule.schedule_id}`);
    const jobId = body.last_job_id;
    const token = await assign(app, jobId);
    await sendPhotographs(app, jobId, token, () =>
      sendAnswers(app, { jobId, token }, [doors, ...answers]),
    );
    expect((await app.rest('POST', `/v1/jobs/${jobId}/reality-report`)).status).toBe(200);
    ids.push(jobId);
  }
  return ids;
}

describeInBrowser('the report page of a repeated job', (started) => {
  it('shows what changed since the previous visit: answers, and photos side by side', async () => {
    const { app, address } = started();
    const [previous, current] = await visit(app);
    const { page, wrong } = await started().open('/console', { secrets: [pilotKey] });
    await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    await page.goto(`${address}/reports/${current}`);
    const changes = page.getByRole('region', { name: 'Changes since the previous visit' });
    await changes.waitFor();
    const text = await changes.innerText();
    expect(text).toMatch(/Is the exhibition hall open to visitors\?\s+Before: Yes\s+Now: No/);
    expect(text).toMatch(/Is the sign lit\?\s+Before: Yes\s+Now: No/);
    expect(text).toContain('1 answer is the same as before.');
    const images = changes.getByRole('img');
    expect(await images.count()).toBeGreaterThanOrEqual(4);
    for (const image of await images.all()) await image.scrollIntoViewIfNeeded();
    const first = changes.getByRole('link', { name: /^Open the photo: .+, before$/ }).first();
    const response = await page.request.get(
      new URL((await first.getAttribute('href')) ?? '', address).href,
    );
    expect(response.headers()['content-type']).toBe('image/jpeg');
    await page.getByRole('button', { name: 'Verify this report' }).click();
    await page.getByText(/^Unchanged since .+ Signed with key/).waitFor();
    await shoot(page, 'report-previous-visit');
    await expectAccessible(page);
    await expectFitting(page);
    await changes.getByRole('link', { name: 'the previous report' }).click();
    await page.waitForURL(`${address}/reports/${previous}`);
    await page.getByRole('region', { name: 'Result' }).waitFor();
    expect(await page.getByRole('region', { name: /^Changes/ }).count()).toBe(0);
    expect(wrong).toEqual([]);
    await page.context().close();
  }, 120_000);
});
