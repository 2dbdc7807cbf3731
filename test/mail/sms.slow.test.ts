import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkOfOfferCode } from '../../src/modules/dispatch/offer-code.js';
import { linkOfPhotoCode } from '../../src/modules/job/photo-code.js';
import type { Mail } from '../../src/modules/mail/mail.js';
import { type SmsOptOut, smsOptOutPolicies } from '../../src/modules/mail/sms-opt-outs.js';
import { smsStatusUrl } from '../../src/modules/mail/sms-provider.js';
import { by, providerBody, register, start } from '../dispatch/support/scene.js';
import { tracesOf } from '../erasure/support/traces.js';
import { createJob } from '../evidence/support/scene.js';
import { claimed, confirmEmail, confirmed, invite, task } from '../invite/support/invites.js';
import { eventsOf } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { hours, type Json, startTestApp, type TestApp } from '../support/app.js';
import {
  reply,
  report,
  type SmsStandIn,
  sendHook,
  signatureOf,
  smsError,
  startSmsProvider,
} from '../support/sms.js';
import { sendMails } from '../support/smtp.js';

let provider: SmsStandIn;
let app: TestApp;
beforeAll(async () => {
  provider = await startSmsProvider();
  app = await startTestApp({ ...provider.settings, OPERATOR_NAME: 'Example Verification' });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});
beforeEach(() => provider.answerWith(() => null));

let count = 0;
/** Returns a number as typed in Berlin, and in E.164. */
const phone = () => {
  const end = String(12_300_000 + ++count);
  return { typed: `0151 ${end}`, number: `+49151${end}` };
};

const alan = (invitee_phone: string) => ({ invitee_name: 'Alan Turing', invitee_phone });
const readInvite = async (id: string): Promise<Json> =>
  (await restApi.call(app, 'selfServiceInvite', { id })).body;
const mailOf = async (inviteId: string): Promise<Mail> => {
  const found = await app.db
    .collection<Mail>('mails')
    .find({ 'about.inviteId': inviteId })
    .sort({ createdAt: -1, _id: -1 })
    .toArray();
  return found[0] as Mail;
};
const optOuts = () => app.db.collection<SmsOptOut>('sms_opt_outs').find().toArray();

/** Creates an invite by text message, and sends it. */
async function invited(to: string, send = true): Promise<Json> {
  const made = await invite(app, await confirmed(app), alan(to));
  if (send) await sendMails(app);
  return made;
}

describe('an invite by text message', () => {
  it.each(apis)('sends the link in at most two segments, over $name', async (api) => {
    const { typed, number } = phone();
    const opened = await confirmed(app);
    const input = { ...alan(typed), invitee_email: 'alan@example.org', preferred_channel: 'sms' };
    const made = await invite(app, opened, input, api);
    expect(made).toMatchObject({ channel: 'sms', delivery_error: null, invitee_phone: typed });
    await sendMails(app);

    const [message, ...others] = provider.to(number);
    expect(others).toEqual([]);
    const text = message?.text ?? '';
    expect(message?.from).toBe(provider.settings.SMS_FROM);
    expect(text).toMatch(
      /^Ada Lovelace asks you to take photos of a place: http:\S+ The link works/,
    );
    expect(text).toMatch(/ Reply STOP to get no more messages\.$/);
    expect(text.length).toBeLessThanOrEqual(2 * 153);

    const code = /\/p#([\w-]+)/.exec(text)?.[1] ?? '';
    const link = await linkOfPhotoCode(app.services, code);
    expect((await task(app, link?.split('#')[1] ?? '')).status).toBe(200);

    expect(await readInvite(made.invite_id)).toMatchObject({
      delivery_status: 'sent',
      delivery_error: null,
      sent_at: expect.any(String),
    });
    expect(await mailOf(made.invite_id)).toMatchObject({
      kind: 'capture_invite',
      channel: 'sms',
      status: 'sent',
      to: number,
      subject: null,
      text: null,
      attempts: 1,
      lastError: null,
      providerMessageId: message?.sid,
    });
    expect(await tracesOf(app, [code])).toEqual([]);
    expect(await eventsOf(app, opened.id)).toContain('sms.sent');
    const { body } = await restApi.call(app, 'mails', { input: { request_id: opened.id } });
    const listed = Array.isArray(body) ? body : body.nodes;
    expect(listed[0]).toMatchObject({ channel: 'sms', provider_message_id: message?.sid });
  });

  it('is retried after the provider limits the rate, and sent once', async () => {
    const { typed, number } = phone();
    provider.answerWith(() => smsError(20429, 429));
    const { invite_id } = await invited(typed);
    expect(await mailOf(invite_id)).toMatchObject({
      status: 'queued',
      lastError: '20429 Error 20429',
    });
    expect((await readInvite(invite_id)).delivery_status).toBe('queued');
    provider.answerWith(() => null);
    await sendMails(app);
    expect(provider.to(number)).toEqual([]);
    app.advance(60_000);
    await sendMails(app);
    app.advance(hours(24));
    await sendMails(app);
    expect(provider.to(number)).toHaveLength(1);
    expect(await mailOf(invite_id)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it.each([
    [21211, 'number_not_valid'],
    [21614, 'number_not_valid'],
    [21408, 'region_not_supported'],
    [21610, 'recipient_opted_out'],
    [21617, '21617 Error 21617'],
  ])('has failed after the provider answered %i, as %s', async (code, error) => {
    provider.answerWith(() => smsError(code));
    const { invite_id, capture_url } = await invited(phone().typed);
    const failed = { delivery_status: 'failed', delivery_error: error, sent_at: null, capture_url };
    expect(await readInvite(invite_id)).toMatchObject(failed);
    const before = provider.attempts();
    app.advance(hours(24));
    await sendMails(app);
    expect(provider.attempts()).toBe(before);
  });

  it.each([
    ['401', () => smsError(20003, 401)],
    ['503', () => ({ status: 503, body: {} })],
    ['a wrong sender', () => smsError(21606)],
  ])('is retried after %s', async (_name, answer) => {
    provider.answerWith(answer);
    const { invite_id } = await invited(phone().typed);
    expect(await mailOf(invite_id)).toMatchObject({ status: 'queued', attempts: 1 });
    provider.answerWith(() => null);
    app.advance(60_000);
    await sendMails(app);
    expect(await mailOf(invite_id)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it.each(['call me now', '+1 212 555', '+49 151 12345678 ext. 9'])(
    'is not sent to %s, which is no number, and says so',
    async (typed) => {
      const before = provider.attempts();
      const made = await invited(typed);
      const skipped = { delivery_status: 'skipped', delivery_error: 'number_not_valid' };
      expect(made).toMatchObject({ ...skipped, invitee_phone: typed });
      expect(await mailOf(made.invite_id)).toMatchObject({ status: 'skipped', to: typed });
      expect(provider.attempts()).toBe(before);
    },
  );

  it('waits for the confirmed email of its customer', async () => {
    const { opened, account } = await claimed(app);
    const { session } = account;
    const first = await invite(app, opened, alan(phone().typed), restApi, { session });
    expect(first).toMatchObject({
      delivery_status: 'skipped',
      delivery_error: 'address_not_confirmed',
    });
    await confirmEmail(app, account);
    const { body } = await restApi.call(app, 'resendSelfServiceInvite', {
      id: first.invite_id,
      session,
    });
    expect(body).toMatchObject({ delivery_error: null });
    expect(body.delivery_status).toMatch(/^(queued|sent)$/);
  });

  it('omits a name that would make the message longer, or that has a link', async () => {
    const names = ['Łukasz', 'Pay at https://evil.example/x'];
    const found: string[] = [];
    for (const requester_name of names) {
      const { typed, number } = phone();
      await invite(app, await confirmed(app, { requester_name }), alan(typed));
      await sendMails(app);
      found.push(provider.to(number)[0]?.text ?? '');
    }
    expect(found[0]).toMatch(/^A customer of Example Verification asks/);
    expect(found[1]).toMatch(/^Pay at https evil example x asks/);
  });
});

describe('a report of the provider', () => {
  it.each([
    ['30003', 'number_not_reachable'],
    ['30006', 'number_not_valid'],
    ['30007', 'message_blocked'],
    ['30008', 'not_delivered'],
  ])('with the error %s shows on the invite, once', async (ErrorCode, error) => {
    const { typed, number } = phone();
    const opened = await confirmed(app);
    const { invite_id } = await invite(app, opened, alan(typed));
    await sendMails(app);
    const message = provider.to(number)[0]!;
    const fields = { MessageStatus: 'undelivered', ErrorCode };
    await report(app, { ...message, sid: 'SM-of-another' }, fields);
    expect((await readInvite(invite_id)).delivery_status).toBe('sent');
    for (const _ of [1, 2]) expect((await report(app, message, fields)).status).toBe(200);
    await report(app, message, { MessageStatus: 'delivered' });
    expect(await readInvite(invite_id)).toMatchObject({
      delivery_status: 'failed',
      delivery_error: error,
    });
    expect(await mailOf(invite_id)).toMatchObject({ status: 'bounced', lastError: error });
    const events = await eventsOf(app, opened.id);
    expect(events.filter((type) => type === 'sms.undelivered')).toHaveLength(1);
  });

  it('marks a message as sent whose response was lost, so that it is not sent again', async () => {
    const { typed, number } = phone();
    provider.answerWith(() => ({ status: 500, body: {} }));
    const { invite_id } = await invited(typed);
    const { _id } = await mailOf(invite_id);
    const statusUrl = smsStatusUrl('http://service.test', _id);
    const lost = { sid: 'SMlost', to: number, from: '', text: '', statusUrl };
    expect((await report(app, lost, { MessageStatus: 'sent' })).status).toBe(200);
    provider.answerWith(() => null);
    app.advance(hours(1));
    await sendMails(app);
    expect(provider.to(number)).toEqual([]);
    expect(await mailOf(invite_id)).toMatchObject({ status: 'sent', providerMessageId: 'SMlost' });
  });

  it('on an unknown message is accepted without an effect', async () => {
    const unknown = smsStatusUrl('', '019c1000-0000-7000-8000-00000000ffff');
    const fields = { MessageStatus: 'undelivered', MessageSid: 'SMx' };
    expect((await sendHook(app, unknown, fields)).status).toBe(200);
    expect((await sendHook(app, '/hooks/sms', fields)).status).toBe(200);
  });
});

describe('a reply', () => {
  it.each([
    ['STOP', {}],
    ['ARRET', { OptOutType: 'STOP' }],
  ])('%j %j stops messages to its sender; START resumes them', async (word, fields) => {
    const { typed, number } = phone();
    const answer = await reply(app, number, word, fields);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/xml/);
    expect(answer.body).toContain('<Response/>');
    const stopped = await invited(typed);
    expect(stopped).toMatchObject({
      delivery_status: 'skipped',
      delivery_error: 'recipient_opted_out',
    });
    expect(provider.to(number)).toEqual([]);

    await reply(app, number, 'Start');
    await invited(typed);
    expect(provider.to(number)).toHaveLength(1);
    // Neither the number nor the text is stored with the opt-out.
    const stored = await optOuts();
    expect(JSON.stringify(stored)).not.toContain(number.slice(1));
    for (const one of stored) expect(Object.keys(one)).toEqual(Object.keys(smsOptOutPolicies));
  });

  it('with another text changes nothing', async () => {
    const { typed, number } = phone();
    const before = await optOuts();
    expect((await reply(app, number, 'Please stop the car')).status).toBe(200);
    expect(await optOuts()).toEqual(before);
    await invited(typed);
    expect(provider.to(number)).toHaveLength(1);
  });

  it('stops a message that is already queued', async () => {
    const { typed, number } = phone();
    provider.answerWith(() => smsError(20429, 429));
    const { invite_id } = await invited(typed);
    await reply(app, number, 'STOP');
    provider.answerWith(() => null);
    app.advance(hours(1));
    await sendMails(app);
    expect(provider.to(number)).toEqual([]);
    expect(await readInvite(invite_id)).toMatchObject({
      delivery_status: 'failed',
      delivery_error: 'recipient_opted_out',
    });
  });

  it('has no effect when it is replayed', async () => {
    const { typed, number } = phone();
    const stop = { MessageSid: `SM-stop-${number}` };
    await reply(app, number, 'STOP', stop);
    await reply(app, number, 'START');
    const before = await optOuts();
    expect((await reply(app, number, 'STOP', stop)).status).toBe(200);
    expect(await optOuts()).toEqual(before);
    await invited(typed);
    expect(provider.to(number)).toHaveLength(1);
  });

  it('keeps every one of several at the same time', async () => {
    const { number } = phone();
    const before = (await optOuts()).length;
    await Promise.all(Array.from({ length: 8 }, () => reply(app, number, 'STOP')));
    const after = await optOuts();
    expect(after).toHaveLength(before + 1);
    expect(after.map(({ replyIds }) => replyIds.length)).toContain(8);
  });
});

describe('the signature of a webhook', () => {
  const { number } = phone();
  const stop = { MessageSid: 'SM1', From: number, Body: 'STOP' };

  it.each([
    ['missing', { signature: '' }],
    ['malformed', { signature: 'not base64 of a hash' }],
    ['of another URL', { signedUrl: 'http://other.test/hooks/sms' }],
    ['of another query', { signedUrl: 'http://service.test/hooks/sms?message=x' }],
  ])('is rejected if %s, and nothing changes', async (_name, hook) => {
    const before = await optOuts();
    expect((await sendHook(app, '/hooks/sms', stop, hook)).status).toBe(400);
    expect(await optOuts()).toEqual(before);
  });

  it('covers every field', async () => {
    const signature = signatureOf('http://service.test/hooks/sms', stop);
    const changed = { ...stop, From: '+4915199999999' };
    const before = await optOuts();
    expect((await sendHook(app, '/hooks/sms', changed, { signature })).status).toBe(400);
    expect(await optOuts()).toEqual(before);
  });

  it('can be of the URL with its default port', async () => {
    const hook = { signedUrl: 'http://service.test:80/hooks/sms' };
    expect((await sendHook(app, '/hooks/sms', stop, hook)).status).toBe(200);
  });

  it('is not computed for a body that is too large', async () => {
    const answer = await sendHook(app, '/hooks/sms', { ...stop, Body: 'x'.repeat(40_000) });
    expect(answer.status).toBe(413);
  });
});

describe('an offer to a verifier', () => {
  it('is sent by text message, with neither address nor notes', async () => {
    const { typed, number } = phone();
    const made = await register(app, { channel: 'sms', phone: typed });
    const jobId = await createJob(app);
    const { body: run } = await start(app, jobId, { provider_ids: [made.provider_id] });
    await sendMails(app);
    const [message, ...others] = provider.to(number);
    expect(others).toEqual([]);
    const text = message?.text ?? '';
    expect(text).toMatch(/^Example Verification offers you a job near Berlin: http:\S+ Accept by /);
    expect(text.length).toBeLessThanOrEqual(2 * 153);
    const code = /\/o#([\w-]+)/.exec(text)?.[1] ?? '';
    const link = await linkOfOfferCode(app.services, code);
    const token = link?.split('/offer#')[1] ?? '';
    expect((await restApi.call(app, 'providerOffer', by(token))).body.state).toBe('offered');
    const stored = await app.db.collection('dispatch_runs').findOne({ _id: run.id });
    expect(stored?.['threads']).toMatchObject([{ channel: 'sms', phone: typed, email: null }]);

    await restApi.call(app, 'declineProviderOffer', { ...by(token), input: {} });
    expect(await linkOfOfferCode(app.services, code)).toBeNull();
    expect(await linkOfOfferCode(app.services, `${code.slice(0, -1)}!`)).toBeNull();
  });

  it.each(apis)('needs a phone, over $name', async (api) => {
    const input = providerBody({ channel: 'sms' });
    const before = await app.db.collection('providers').countDocuments();
    const { code } = await api.call(app, 'createProvider', { input });
    expect(code).toMatch(/invalid|bad_user/);
    expect(await app.db.collection('providers').countDocuments()).toBe(before);
    const made = await register(app, { channel: 'sms', phone: phone().typed });
    const removed = await api.call(app, 'updateProvider', {
      id: made.provider_id,
      input: { phone: null },
    });
    expect(removed.code).toBe('invalid_transition');
  });
});

const threadsOf = async (on: TestApp, id: string): Promise<Json[]> => {
  const query =
    'query($id: ID!) { dispatchRun(id: $id) { threads { label channel email phone deliveryError } } }';
  return (await on.graphql(query, { id })).data.dispatchRun.threads;
};

describe.each(apis)('a candidate with a phone over $name', (api) => {
  const email = 'ann@example.org';

  it('gets the offer by text message if it is the preferred channel, or the only one', async () => {
    const [ann, ben] = [phone(), phone()];
    const jobId = await createJob(app);
    const candidates = [
      { label: 'Ann', email, phone: ann.typed, preferred_channel: 'sms' },
      { label: 'Ben', phone: ben.typed },
      { label: 'Cyd', email, phone: phone().typed, preferred_channel: 'email' },
    ];
    const { body: run } = await api.call(app, 'startDispatchRun', {
      id: jobId,
      input: { candidates, offers_at_once: 2 },
    });
    await sendMails(app);
    for (const { number } of [ann, ben]) {
      const [message, ...others] = provider.to(number);
      expect(others).toEqual([]);
      expect(message?.text).toMatch(/ offers you a job near Berlin: http:\S+\/o#\S+ Accept by /);
    }
    const sms = { channel: 'SMS', email: null, deliveryError: null };
    expect(await threadsOf(app, run.id)).toEqual([
      { ...sms, label: 'Ann', phone: ann.typed },
      { ...sms, label: 'Ben', phone: ben.typed },
      // Known before the offer: this app sends no mail.
      { label: 'Cyd', channel: 'EMAIL', email, phone: null, deliveryError: 'mail_not_configured' },
    ]);
  });

  it.each([
    ['number_not_valid', 'call me now', null],
    ['number_not_valid', '+1 212 555', null],
    ['recipient_opted_out', null, 'STOP'],
  ])('is reported as %s, before and after the offer', async (deliveryError, typed, replied) => {
    const to = phone();
    if (replied) await reply(app, to.number, replied);
    const jobId = await createJob(app);
    const unreachable = { label: 'Ann', phone: typed ?? to.typed };
    const { body: run } = await api.call(app, 'startDispatchRun', {
      id: jobId,
      input: { candidates: [unreachable, unreachable], offers_at_once: 1 },
    });
    await sendMails(app);
    expect(await threadsOf(app, run.id)).toMatchObject([{ deliveryError }, { deliveryError }]);
    expect(provider.to(to.number)).toEqual([]);
  });
});

describe('without an SMS provider', () => {
  let unset: TestApp;
  beforeAll(async () => {
    unset = await startTestApp();
  });
  afterAll(() => unset.stop());

  it.each(apis)('an invite says that nothing is sent, over $name', async (api) => {
    const before = provider.attempts();
    const { opened, account } = await claimed(unset);
    const { session } = account;
    const made = await invite(unset, opened, alan('call me'), api, { session });
    expect(made).toMatchObject({
      channel: 'sms',
      delivery_status: 'skipped',
      delivery_error: 'sms_not_configured',
    });
    const stored = await unset.db.collection('mails').findOne({ 'about.inviteId': made.invite_id });
    expect(stored).toMatchObject({ status: 'skipped', lastError: 'sms_not_configured' });
    expect((await task(unset, made.capture_url.split('#')[1])).status).toBe(200);
    expect(provider.attempts()).toBe(before);
  });

  it('an offer to a candidate says so in the response that names the channel', async () => {
    const jobId = await createJob(unset);
    const { data } = await unset.graphql(
      `mutation($jobId: ID!, $input: StartDispatchRunInput!) {
        startDispatchRun(jobId: $jobId, input: $input) {
          threads { channel deliveryError offerUrl }
        }
      }`,
      { jobId, input: { candidates: [{ label: 'Ann', phone: phone().typed }] } },
    );
    expect(data.startDispatchRun.threads).toEqual([
      {
        channel: 'SMS',
        deliveryError: 'sms_not_configured',
        offerUrl: expect.stringMatching(/\/offer#/),
      },
    ]);
    await sendMails(unset);
    const stored = await unset.db.collection('mails').findOne({ 'about.jobId': jobId });
    expect(stored).toMatchObject({ status: 'skipped', lastError: 'sms_not_configured' });
  });

  it('the webhook does not exist', async () => {
    const { status } = await sendHook(unset, '/hooks/sms', { MessageSid: 'SM1' });
    expect(status).toBe(404);
  });
});
