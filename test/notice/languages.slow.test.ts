import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Language, languages } from '../../src/messages/language.js';
import { contentCatalogue } from '../../src/messages/report-content/catalogue.js';
import { catalogue } from '../../src/messages/translate.js';
import shipped from '../../src/modules/catalogue/catalogue.json' with { type: 'json' };
import type { Mail, MailKind } from '../../src/modules/mail/mail.js';
import { notices } from '../../src/modules/notice/notices.js';
import { register as registerCustomer, requestReset } from '../customer/support/accounts.js';
import { disputeAndAccept, readyReport } from '../delivery/support/scene.js';
import { register as registerProvider, start } from '../dispatch/support/scene.js';
import { createJob, upload } from '../evidence/support/scene.js';
import { confirmed, invite } from '../invite/support/invites.js';
import { assign, capture, paid, request, storedJob } from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import {
  headerOf,
  type MailReceiver,
  mailSettings,
  type ReceivedMail,
  sendMails,
  startMailReceiver,
} from '../support/smtp.js';
import { account, claimed } from './support/scene.js';

let app: TestApp;
let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp({ ...mailSettings(receiver), RATE_LIMITS: 'off' });
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

const sentences = Object.entries(catalogue.en).filter(
  ([key, text]) => key.startsWith('mail.') && !text.includes('{') && text.length > 12,
) as [keyof typeof catalogue.en, string][];

/** English labels of the catalogue, which some mails contain. */
const labels = [
  ...shipped.offers.map(({ label }) => label),
  ...(shipped.services[0]?.questions ?? []).map(({ label }) => label),
];
const naming: ReadonlySet<MailKind> = new Set([
  'payment_received',
  'payment_refunded',
  'dispatch_offer',
]);

async function choose(language: Language): Promise<void> {
  for (const name of ['customers', 'site_checks', 'providers']) {
    await app.db.collection(name).updateMany({}, { $set: { language } });
  }
}

/** Sends the latest mail of a kind again, and returns it as received. */
async function again(kind: MailKind): Promise<ReceivedMail> {
  const mails = app.db.collection<Mail>('mails');
  const [latest] = await mails.find({ kind }).sort({ createdAt: -1, _id: -1 }).limit(1).toArray();
  if (!latest?.to) throw new Error(`no ${kind} was queued`);
  const { _id, to } = latest;
  const before = receiver.to(to).length;
  await mails.updateOne({ _id }, { $set: { status: 'queued', attempts: 0, dueAt: app.now() } });
  await app.services.mails.sendDue();
  const [mail, ...others] = receiver.to(to).slice(before);
  expect(others, kind).toEqual([]);
  if (!mail) throw new Error(`${kind} did not arrive`);
  return mail;
}

const guest = { requester_email: 'ada@example.org' };
const waitForReview = async () => {
  const opened = await paid(app, guest);
  const token = await assign(app, opened.jobId);
  const { steps } = await storedJob(app, opened.jobId);
  for (const { stepName } of steps.filter(({ required }) => required)) {
    await upload(app, { token, fields: { step_name: stepName, latitude: '52.5244' } });
  }
};
const inviteByMail = async () => {
  const opened = await claimed(app, await confirmed(app), await account(app));
  await invite(app, opened, { invitee_name: 'Grace', invitee_email: 'grace@example.org' });
};

/** The cause of each mail, and the message at its top. */
const scenes: [MailKind, keyof typeof catalogue.en, () => Promise<unknown>][] = [
  ['confirm_email', 'mail.confirm_email.title', () => registerCustomer(app)],
  [
    'password_reset',
    'mail.set_password',
    async () => requestReset(app, (await registerCustomer(app)).email),
  ],
  [
    'password_changed',
    'mail.password_changed.title',
    async () => {
      const { id: customerId, email: to } = await account(app);
      await app.services.mails.queue({ kind: 'password_changed', to, about: { customerId } });
    },
  ],
  ['request_received', 'mail.request_received.heading', () => request(app, guest)],
  [
    'quote_expiring',
    'mail.quote_expiring.heading',
    async () => {
      await request(app, guest);
      app.advance(hours(67));
    },
  ],
  ['payment_received', 'mail.payment_received.heading', () => paid(app, guest)],
  [
    'verifier_on_way',
    'mail.verifier_on_way.heading',
    async () => assign(app, (await paid(app, guest)).jobId),
  ],
  ['photos_received', 'mail.photos_received.heading', waitForReview],
  ['report_delivered', 'mail.report_delivered.heading', () => readyReport(app, guest)],
  [
    'report_withdrawn',
    'mail.report_withdrawn.heading',
    async () => {
      const { jobId } = await readyReport(app, guest);
      await sendMails(app);
      const withdrawal = { id: jobId, number: 1, input: { reason: 'The wrong entrance.' } };
      const { code } = await restApi.call(app, 'withdrawRealityReport', withdrawal);
      expect(code).toBeUndefined();
    },
  ],
  [
    'payment_refunded',
    'mail.payment_refunded.heading',
    async () => {
      const { jobId } = await paid(app, guest);
      await restApi.call(app, 'cancelJob', { id: jobId, input: {} });
    },
  ],
  [
    'request_closed',
    'mail.request_closed.cancelled',
    async () => {
      const { jobId } = await paid(app, guest);
      await restApi.call(app, 'cancelJob', { id: jobId, input: {} });
    },
  ],
  ['capture_invite', 'mail.capture_invite.heading', inviteByMail],
  [
    'invite_expired',
    'mail.invite_expired.heading',
    async () => {
      await inviteByMail();
      app.advance(hours(25));
      await app.services.settleDue({});
    },
  ],
  [
    'dispatch_offer',
    'mail.dispatch_offer.action',
    async () => {
      await registerProvider(app, { channel: 'email', email: 'kim@verifiers.example' });
      await start(app, await createJob(app, { service_key: 'storefront_open' }), {});
    },
  ],
];

it('every kind of mail has a scene', () => {
  expect(scenes.map(([kind]) => kind).sort()).toEqual(notices.map(({ kind }) => kind).sort());
});

it.each(scenes)('%s arrives in every language', async (kind, key, cause) => {
  await cause();
  await sendMails(app);
  for (const language of languages) {
    await choose(language);
    const mail = await again(kind);
    const { text = '', html = '' } = mail.content;
    expect(headerOf(mail, 'content-language')).toBe(language);
    const dir = language === 'ar' ? 'rtl' : 'ltr';
    expect(html).toContain(`<html lang="${language}" dir="${dir}">`);
    expect(text).toContain(catalogue[language][key]);
    const english = sentences.filter(
      ([name, sentence]) => catalogue[language][name] !== sentence && text.includes(sentence),
    );
    expect(english, `${kind} in ${language}`).toEqual([]);
    const isNaming = naming.has(kind) && language === 'en';
    expect(
      labels.some((label) => text.includes(label)),
      `${kind} in ${language}`,
    ).toBe(isNaming);
  }
});

it('the mails about a report state its answer, status and changes in every language', async () => {
  const opened = await paid(app, guest);
  const comment = 'Closed since 14 November, see www.example.com';
  const answers = [{ question_key: 'objective', value: 'no', comment }];
  const task = await assign(app, opened.jobId);
  const answered = await app.rest('POST', `/v1/jobs/${opened.jobId}/answers`, {
    body: { answers },
  });
  expect(answered.status).toBe(200);
  await capture(app, opened.jobId, task);
  await disputeAndAccept(app, opened);
  await sendMails(app);
  const withdrawal = { id: opened.jobId, number: 2, input: { reason: 'Une erreur.' } };

  for (const language of languages) {
    await choose(language);
    const { content } = await again('report_delivered');
    const plain = content.text?.replace(/[\u2066-\u2069]/g, '') ?? '';
    const texts = contentCatalogue[language];
    expect(content.subject).toContain(texts['content.answer.no']);
    expect(content.subject).toContain('Is the shop open?');
    expect(plain).toContain('Closed since 14 November, see ');
    expect(plain).not.toContain('www.');
    expect(plain).toContain(texts['content.summary.completed']);
    expect(plain).toContain(texts['content.change.disputed']);
    const ours = plain.replaceAll('Is the shop open?', '').replace(/Closed since[^\n]*/, '');
    if (language !== 'en') expect(ours).not.toMatch(/\b(the|was|passed|evidence|changed)\b/i);
  }

  const { code } = await restApi.call(app, 'withdrawRealityReport', withdrawal);
  expect(code).toBeUndefined();
  await sendMails(app);
  for (const language of languages) {
    await choose(language);
    const { content } = await again('report_withdrawn');
    const line = content.text?.split('\n').find((text) => text.includes('Closed since')) ?? '';
    expect(line).toContain('Is the shop open?');
    expect(line).toContain(contentCatalogue[language]['content.answer.no']);
  }
});

it('an invitee reads the stated language, or the nearest one, and the answer names it', async () => {
  const owner = await account(app);
  await app.db.collection('customers').updateMany({}, { $set: { language: 'de' } });
  const choices = [
    ['pt-PT', 'pt-BR'],
    ['Klingon', 'en'],
    [null, 'de'],
  ] as const;
  for (const [preferred_language, language] of choices) {
    const opened = await claimed(app, await confirmed(app), owner);
    const invitee_email = `invitee-${language}@example.org`;
    const given = { invitee_name: 'Grace', invitee_email, preferred_language };
    const body = await invite(app, opened, given);
    expect(body).toMatchObject({ preferred_language, language });
    await sendMails(app);
    const [mail] = receiver.to(invitee_email);
    if (!mail) throw new Error('no invite arrived');
    expect(headerOf(mail, 'content-language')).toBe(language);
  }
});
