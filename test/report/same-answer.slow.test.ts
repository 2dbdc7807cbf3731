import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportAnswer } from '../../src/modules/report/report-answer.js';
import { readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { linkIn } from '../notice/support/scene.js';
import { assign, capture, paid } from '../site-check/support/flow.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';
import { pdfText } from './support/pdf-text.js';

let app: TestApp;
let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp(mailSettings(receiver));
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

let count = 0;
const question = 'What is there to see?';

/** Creates a request whose objective has this answer, and has its report mailed. */
async function reportedAnswer(objective: object, answer: object | null) {
  const to = `answer-${++count}@example.org`;
  const questions = [{ question_key: 'objective', label: question, required: false, ...objective }];
  const opened = await paid(app, { objective: question, requester_email: to, questions });
  const token = await assign(app, opened.jobId);
  if (answer) {
    const { status } = await app.rest('POST', '/v1/provider/answers', {
      key: null,
      body: {
        provider_task_token: token,
        answers: [{ question_key: 'objective', ...answer }],
      },
    });
    expect(status).toBe(200);
  }
  await capture(app, opened.jobId, token);
  await sendMails(app);
  return { ...opened, to };
}

/** Returns the visible text of a page, without its scripts and data. */
const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');

/** Returns everything that states the answer of a reported request. */
async function statementsOf({ id, jobId, token, to }: Awaited<ReturnType<typeof reportedAnswer>>) {
  const bearer = { authorization: `Bearer ${token}` };
  const json = (await app.rest('GET', `/v1/jobs/${jobId}/report`)).body as ReportAnswer;
  const { data } = await app.graphql(
    'query($jobId: ID!) { report(jobId: $jobId) { headline { answer } } }',
    {
      jobId,
    },
  );
  const response = await app.fetch(`/v1/public/site-checks/${id}/report.pdf`, { headers: bearer });
  const pdf = Buffer.from(await response.arrayBuffer());
  const [mail] = receiver.to(to).filter(({ content }) => content.text?.includes('/reports/'));
  if (!mail) throw new Error('no report arrived');
  const link = new URL(linkIn(mail));
  const page = await app.fetch(link.pathname + link.search, { headers: { accept: 'text/html' } });
  const keys = await readKeySet((await app.rest('GET', '/.well-known/jwks.json')).body);
  const files = [
    { name: 'report.json', bytes: Buffer.from(JSON.stringify(json)) },
    { name: 'report.pdf', bytes: pdf },
  ];
  return {
    json,
    graphql: data.report.headline.answer,
    pdf: await pdfText(pdf),
    page: textOf(await page.text()),
    mail: { subject: mail.content.subject, text: mail.content.text?.replace(/\s+/g, ' ') },
    verdict: await verifyReports(files, keys),
  };
}

const options = [
  { key: 'red', label: 'A red door' },
  { key: 'blue', label: 'A blue door' },
];
const comment = 'According to a notice on the door';
const at = '2026-11-14T09:30:00+01:00';

describe('the report, its mail and its page', () => {
  it.each<[kind: string, objective: object, answer: object, value: string, line: string]>([
    ['yes_no', {}, { value: 'no', comment }, 'No', `No. ${comment}.`],
    ['choice', { options }, { value: 'blue' }, 'A blue door', 'A blue door.'],
    [
      'choices',
      { options },
      { value: ['blue', 'red'] },
      'A red door and A blue door',
      'A red door and A blue door.',
    ],
    ['number', { unit: 'cars' }, { value: 3.5, comment }, '3.5 cars', `3.5 cars. ${comment}.`],
    ['text', {}, { value: 'A closed shop' }, 'A closed shop', 'A closed shop.'],
    ['date_time', {}, { value: at }, '2026-11-14 08:30:00 UTC', '2026-11-14 08:30:00 UTC.'],
    [
      'yes_no',
      {},
      { cannot_tell: true, reason: 'The street is closed' },
      "Can't tell",
      "Can't tell. The street is closed.",
    ],
  ])('state the same answer of kind %s', async (kind, objective, answer, value, line) => {
    const reported = await reportedAnswer({ kind, ...objective }, answer);
    const { json, graphql, pdf, page, mail, verdict } = await statementsOf(reported);
    expect(json.headline).toMatchObject({ question, answer: line, answered_by: 'verifier' });
    expect(graphql).toBe(line);
    expect(pdf).toContain(line);
    expect(page).toContain(line);
    expect(mail.subject).toBe(`${value}: ${question}`);
    expect(mail.text).toContain(line);
    expect(verdict.errors).toEqual([]);
    for (const file of verdict.files) {
      expect(file).toMatchObject({ errors: [], answers: [{ question, answer: line }] });
    }
  });

  it('state that there is no answer', async () => {
    const { json, pdf, page, mail, verdict } = await statementsOf(
      await reportedAnswer({ kind: 'yes_no' }, null),
    );
    expect(json.headline).toMatchObject({ question, answer: null, answered_by: null });
    expect(pdf).toContain('Not answered');
    expect(page).toContain('Not answered');
    expect(mail.subject).toContain('Your report');
    for (const { errors, answers } of verdict.files) {
      expect({ errors, answers }).toEqual({
        errors: [],
        answers: [{ question, answer: 'nobody answered' }],
      });
    }
  });
});
