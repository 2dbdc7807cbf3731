import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Mail } from '../../src/modules/mail/mail.js';
import {
  by,
  providersOf,
  register,
  runsOf,
  start,
  states,
  storedRun,
  tokens,
  unknownId,
} from '../dispatch/support/scene.js';
import { tracesOf } from '../erasure/support/traces.js';
import { createJob, stored } from '../evidence/support/scene.js';
import { apis, restApi } from '../support/apis.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';

let receiver: MailReceiver;
let app: TestApp;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp(mailSettings(receiver));
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});
afterEach(() => providersOf(app).deleteMany({}));

const call = (name: string, options: object = {}) => restApi.call(app, name, options);
let people = 0;
const mailed = (fields: object = {}) =>
  register(app, { channel: 'email', email: `kim-${++people}@verifiers.example`, ...fields });
const mailsOf = (providerId: string) =>
  app.db.collection<Mail>('mails').find({ 'about.providerId': providerId }).toArray();

describe('the mail of an offer', () => {
  it('links to the offer, and contains neither address nor notes', async () => {
    const { provider_id, email } = await mailed();
    const jobId = await createJob(app);
    const { body: run } = await start(app, jobId, {});
    await sendMails(app);
    const [mail] = receiver.to(email);
    const text = `${mail?.content.text} ${mail?.content.html} ${mail?.content.subject}`;
    const job = await stored(app, jobId);
    expect(text).toContain(job.objective);
    expect(text).toContain('Berlin');
    for (const secret of [job.address, job.notes]) expect(text).not.toContain(secret);
    const token = /\/offer#([\w.-]+)/.exec(mail?.content.text ?? '')?.[1] ?? '';
    expect(await tokens(app, run.id)).toEqual([token]);
    expect((await call('providerOffer', by(token))).body.state).toBe('offered');
    expect(await mailsOf(provider_id)).toMatchObject([
      { kind: 'dispatch_offer', status: 'sent', about: { jobId, runId: run.id } },
    ]);
    expect(await tracesOf(app, [token])).toEqual([]);
  });

  it('states the work, the pay and the deadline at the place', async () => {
    const { email } = await mailed();
    const questions = [{ question_key: 'floors', label: 'How many floors?', kind: 'number' }];
    const jobId = await createJob(app, { questions });
    await start(app, jobId, { pay_text: '€25 within 7 days' });
    await sendMails(app);
    const { text, html } = receiver.to(email)[0]?.content ?? {};
    for (const part of [text, html]) {
      expect(part).toContain('3 photos, 2 questions, about 15 minutes');
      expect(part).toContain('How many floors?');
      expect(part).toContain('€25 within 7 days');
      expect(part).toMatch(/\d+ \w{3} \d{4}, \d\d:\d\d local time \(.*\d\d:\d\d UTC\)/);
    }
  });

  it('ends each question as its language does', async () => {
    const { email } = await mailed({ language: 'ja' });
    const questions = [
      { question_key: 'color', label: '看板の色', kind: 'text' },
      { question_key: 'doors', label: '入口の数', kind: 'number' },
    ];
    await start(app, await createJob(app, { questions }), {});
    await sendMails(app);
    expect(receiver.to(email)[0]?.content.text).toContain('看板の色。入口の数。');
  });

  it('is not sent for a closed offer or for the channel link', async () => {
    receiver.rejectRecipients(() => ({ code: 451, text: 'later' }));
    const { provider_id, email } = await mailed();
    const link = await register(app, { label: 'By link' });
    const { body: run } = await start(app, await createJob(app), {});
    await sendMails(app);
    expect(await mailsOf(link.provider_id)).toEqual([]);
    await call('cancelDispatchRun', { id: run.id, input: {} });
    receiver.rejectRecipients(() => null);
    app.advance(hours(1));
    await sendMails(app);
    expect(receiver.to(email)).toEqual([]);
    expect(await mailsOf(provider_id)).toMatchObject([
      { status: 'failed', lastError: 'nothing to send' },
    ]);
  });
});

describe.each(apis)('eraseProvider over $name', (api) => {
  it('removes contact data from runs, assignments and mails', async () => {
    const phone = `+49 30 ${4_000_000 + people}`;
    const label = `Kim Verifier ${people}`;
    const { provider_id: id, email } = await mailed({ label, phone });
    const done = await createJob(app);
    const { body: first } = await start(app, done, { provider_ids: [id] });
    await call('acceptProviderOffer', by((await tokens(app, first.id))[0] ?? ''));
    expect((await api.call(app, 'eraseProvider', { id })).code).toBe('provider_busy');
    expect((await providersOf(app).findOne({ _id: id }))?.label).toBe(label);
    await call('cancelJob', { id: done, input: {} });
    const open = await createJob(app);
    const both = { provider_ids: [id], candidates: [{ label: 'Bob' }], offers_at_once: 1 };
    const { body: second } = await start(app, open, both);
    const [token = ''] = await tokens(app, second.id);
    await sendMails(app);

    const { body: erased } = await api.call(app, 'eraseProvider', { id });
    expect(erased).toMatchObject({ status: 'retired', label: 'Erased', email: null, phone: null });
    await sendMails(app);
    expect(await tracesOf(app, [email, label, phone])).toEqual([]);
    expect(await states(app, second.id)).toBe('withdrawn offered');
    expect((await call('acceptProviderOffer', by(token))).code).toBe('offer_gone');
    expect((await storedRun(app, first.id)).threads[0]).toMatchObject({
      label: 'Erased',
      email: null,
      state: 'accepted',
    });
    expect((await stored(app, done)).assignment?.assigneeName).toBe('Erased');
    expect((await api.call(app, 'eraseProvider', { id })).body).toEqual(erased);
    const update = { id, input: { label: 'Kim again' } };
    expect((await api.call(app, 'updateProvider', update)).code).toBe('erased');
  });

  it('removes the address of a provider with the same name as an erased one', async () => {
    const { provider_id: id, email } = await mailed({ label: 'Erased' });
    const { body: run } = await start(app, await createJob(app), { provider_ids: [id] });
    await api.call(app, 'eraseProvider', { id });
    expect(await states(app, run.id)).toBe('withdrawn');
    await sendMails(app);
    expect(await tracesOf(app, [email])).toEqual([]);
  });

  it('removes the reason for releasing a job, even if its run did not follow', async () => {
    const { provider_id: id } = await mailed();
    const jobId = await createJob(app);
    const { body: run } = await start(app, jobId, { provider_ids: [id] });
    const { body } = await call('acceptProviderOffer', by((await tokens(app, run.id))[0] ?? ''));
    const accepted = await storedRun(app, run.id);
    const reason = `Reach Kim on 0170 ${7_000_000 + people}.`;
    await call('releaseTask', { ...by(body.task_token), input: { reason } });
    // Otherwise the follower could update the run after the release.
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    await runsOf(app).updateOne({ _id: run.id }, { $set: accepted });
    await api.call(app, 'eraseProvider', { id });
    expect(await tracesOf(app, [reason])).toEqual([]);
    expect((await stored(app, jobId)).tokens).toMatchObject([{ releaseReason: '[erased]' }]);
    expect(await states(app, run.id)).toBe('declined');
  });

  it('rejects values outside the bounds, and an email channel without an address', async () => {
    const { provider_id: id } = await mailed();
    const before = await providersOf(app).findOne({ _id: id });
    const inputs: [object, string][] = [
      [{ label: 'x' }, 'invalid_input'],
      [{ label: 'x'.repeat(201) }, 'invalid_input'],
      [{ email: 'a@b' }, 'invalid_input'],
      [{ phone: '123456' }, 'invalid_input'],
      [{ market_city_keys: Array(21).fill('berlin') }, 'invalid_input'],
      [{ market_city_keys: ['atlantis'] }, 'market_city_unknown'],
      [{ service_keys: Array(51).fill('storefront_open') }, 'invalid_input'],
      [{ max_active_jobs: 0 }, 'invalid_input'],
      [{ max_active_jobs: 51 }, 'invalid_input'],
      [{ status: 'away' }, 'invalid_input'],
      [{ channel: 'fax' }, 'invalid_input'],
      [{ channel: 'email', email: null }, 'invalid_input'],
      [{ email: null }, 'invalid_transition'],
    ];
    for (const [input, code] of inputs) {
      const answer = await api.call(app, 'updateProvider', { id, input: { ...input } });
      expect([input, answer.code]).toEqual([input, code]);
    }
    expect(await providersOf(app).findOne({ _id: id })).toEqual(before);
    expect((await api.call(app, 'eraseProvider', { id: unknownId })).code).toBe(
      'provider_not_found',
    );
  });
});

it('is completed by the next sweep if the process was killed', async () => {
  const { provider_id: id, email } = await mailed();
  const { body: run } = await start(app, await createJob(app), { provider_ids: [id] });
  await sendMails(app);
  const { mails } = app.services;
  const { blank } = mails;
  mails.blank = () => Promise.reject(new Error('killed'));
  await call('eraseProvider', { id });
  mails.blank = blank;
  expect((await mailsOf(id))[0]?.to).toBe(email);
  const { sweepErasedProviders } = await import('../../src/modules/dispatch/erase-provider.js');
  await sweepErasedProviders(app.services);
  expect(await tracesOf(app, [email])).toEqual([]);
  expect((await storedRun(app, run.id)).status).toBe('exhausted');
});

it('includes contact data stored late by a process that was killed', async () => {
  const { sweepErasedProviders } = await import('../../src/modules/dispatch/erase-provider.js');
  const { provider_id: id, email } = await mailed();
  const { body: run } = await start(app, await createJob(app), { provider_ids: [id] });
  await sendMails(app);
  await call('eraseProvider', { id });
  expect(await tracesOf(app, [email])).toEqual([]);
  // The killed process read the provider before the erasure.
  await runsOf(app).updateOne({ _id: run.id }, { $set: { 'threads.0.email': email } });
  expect(await tracesOf(app, [email])).not.toEqual([]);
  await sweepErasedProviders(app.services);
  expect(await tracesOf(app, [email])).toEqual([]);

  app.advance(600_000);
  await sweepErasedProviders(app.services);
  expect(await providersOf(app).findOne({ _id: id })).not.toHaveProperty('erasePending');
});

it('includes the name that an acceptance stored late and whose process was killed', async () => {
  const { sweepErasedProviders } = await import('../../src/modules/dispatch/erase-provider.js');
  const { provider_id: id } = await mailed();
  const label = `Late ${crypto.randomUUID()}`;
  await providersOf(app).updateOne({ _id: id }, { $set: { label } });
  const jobId = await createJob(app);
  const { body: run } = await start(app, jobId, { provider_ids: [id] });
  const [token = ''] = await tokens(app, run.id);
  // The erasure ends between the reads of the acceptance and its write; then the process is killed.
  const { jobs, providers } = app.services;
  const { change } = jobs;
  const { get } = providers;
  jobs.change = async (...args) => {
    jobs.change = change;
    const before = await runsOf(app).findOne({ _id: run.id });
    expect((await call('eraseProvider', { id })).code).toBeUndefined();
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    if (before) await runsOf(app).replaceOne({ _id: run.id }, before);
    providers.get = () => Promise.reject(new Error('killed'));
    return change(...args);
  };
  const { code } = await call('acceptProviderOffer', by(token));
  providers.get = get;
  expect(code).toBe('internal_error');
  expect((await stored(app, jobId)).assignment?.assigneeName).toBe(label);
  await sweepErasedProviders(app.services);
  expect((await stored(app, jobId)).assignment?.assigneeName).toBe('Erased');
  expect(await tracesOf(app, [label])).toEqual([]);
});

it('reaches a provider behind more unfinished erasures than a sweep takes up', async () => {
  const { sweepErasedProviders } = await import('../../src/modules/dispatch/erase-provider.js');
  const { provider_id } = await mailed();
  const original = await providersOf(app).findOne({ _id: provider_id });
  if (!original) throw new Error('no provider');
  const pending = { erasedAt: app.now(), erasePending: true, status: 'retired' } as const;
  const ids = Array.from({ length: 101 }, () => crypto.randomUUID()).toSorted();
  const last = ids.pop() ?? '';
  const copies = ids.map((_id) => ({ ...original, ...pending, _id, eraseTriedAt: app.now() }));
  await providersOf(app).insertMany([...copies, { ...original, ...pending, _id: last }]);
  const triedAt = async (_id: string) =>
    (await providersOf(app).findOne({ _id }))?.eraseTriedAt?.getTime() ?? 0;
  await sweepErasedProviders(app.services);
  expect(await triedAt(last)).toBeGreaterThan(0);
  // The one tried longest ago is tried next, whatever its place.
  app.advance(1_000);
  const [first = ''] = ids;
  await providersOf(app).updateOne({ _id: first }, { $set: { eraseTriedAt: new Date(0) } });
  await sweepErasedProviders(app.services);
  expect(await triedAt(first)).toBeGreaterThan(0);
});

describe('AUTO_DISPATCH', () => {
  let auto: TestApp;
  beforeAll(async () => {
    auto = await startTestApp({ AUTO_DISPATCH: 'on' });
  });
  afterAll(() => auto.stop());
  const follow = async () => {
    await auto.services.relay.drain();
    await auto.services.followers.catchUp();
  };
  const count = (jobId: string) => runsOf(auto).countDocuments({ jobId });

  it('starts one run for each job that opens, and none without candidates', async () => {
    const far = await createJob(auto);
    await follow();
    expect(await count(far)).toBe(0);
    await register(auto);
    await register(auto, { label: 'Bob' });
    const waits = await createJob(auto, { auto_open: false });
    const open = await createJob(auto);
    await follow();
    expect([await count(waits), await count(open)]).toEqual([0, 1]);
    const run = (await runsOf(auto).findOne({ jobId: open }))?._id ?? '';
    const [token = '', other = ''] = await tokens(auto, run);
    await restApi.call(auto, 'declineProviderOffer', by(other));
    const accepted = await restApi.call(auto, 'acceptProviderOffer', by(token));
    await restApi.call(auto, 'releaseTask', by(accepted.body.task_token));
    await follow();
    // The job is in the same opening, for which every candidate was asked.
    expect(await count(open)).toBe(1);
    expect((await storedRun(auto, run)).status).toBe('exhausted');
    await auto.rest('POST', `/v1/jobs/${waits}/open`);
    await follow();
    expect(await count(waits)).toBe(1);
  });
});
