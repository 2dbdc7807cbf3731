import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Customer } from '../../src/modules/customer/customer.js';
import { sweepErasures } from '../../src/modules/erasure/finish-erasure.js';
import type { Mail } from '../../src/modules/mail/mail.js';
import {
  handleResets,
  login,
  password,
  register,
  registration,
  storedCustomer,
} from '../customer/support/accounts.js';
import { providerBody, providersOf } from '../dispatch/support/scene.js';
import { tracesOf } from '../erasure/support/traces.js';
import { ingest } from '../inbox/support/scene.js';
import { confirmed, invitesOf } from '../invite/support/invites.js';
import { request, requestBody, stored } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import {
  headerOf,
  type MailReceiver,
  mailSettings,
  type ReceivedMail,
  sendMails,
  startMailReceiver,
} from '../support/smtp.js';

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

const customers = () => app.db.collection<Customer>('customers');
const mailsTo = (to: string) => app.db.collection<Mail>('mails').find({ to }).toArray();

/** Addresses as entered, and as the server shows the recipient: it decodes A-labels. */
const valid = [
  ['r&d@one.example', 'r&d@one.example'],
  ["o'k!#$%*/=?^_`{|}~@one.example", "o'k!#$%*/=?^_`{|}~@one.example"],
  ['kontakt@bücher.example', 'kontakt@bücher.example'],
  ['KONTAKT2@XN--BCHER-KVA.example', 'KONTAKT2@bücher.example'],
  ['é@one.example', 'é@one.example'],
  ['用户@bücher.example', '用户@bücher.example'],
] as const;

const invalid = [
  'nonsense',
  'guest@@example.com',
  'ada@localhost',
  'Ada <ada@example.com>',
  '"ada b"@example.com',
  'ada..b@example.com',
  'ada@exam ple.com',
  'ada@[192.0.2.1]',
  'ada@example.com\r\nBcc: spy@example.org',
];

/** Every operation that takes an address to send mail to. */
const fields: {
  name: string;
  operation: string;
  loc: (string | number)[];
  input: (address: string) => Record<string, unknown>;
  collection: string;
  needsId?: 'request' | 'job';
}[] = [
  {
    name: 'an account',
    operation: 'registerCustomer',
    loc: ['email'],
    input: (email) => registration({ email }),
    collection: 'customers',
  },
  {
    name: 'a password reset',
    operation: 'requestPasswordReset',
    loc: ['email'],
    input: (email) => ({ email }),
    collection: 'password_resets',
  },
  {
    name: 'a site check',
    operation: 'requestSiteCheck',
    loc: ['requester_email'],
    input: (requester_email) => requestBody({ requester_email }),
    collection: 'site_checks',
  },
  {
    name: 'an invite',
    operation: 'createSelfServiceInvite',
    loc: ['invitee_email'],
    input: (invitee_email) => ({ invitee_name: 'Grace Hopper', invitee_email }),
    collection: 'mails',
    needsId: 'request',
  },
  {
    name: 'a provider',
    operation: 'createProvider',
    loc: ['email'],
    input: (email) => providerBody({ channel: 'email', email }),
    collection: 'providers',
  },
  {
    name: 'a candidate',
    operation: 'startDispatchRun',
    loc: ['candidates', 0, 'email'],
    input: (email) => ({ candidates: [{ label: 'Kim', email }] }),
    collection: 'dispatch_runs',
    needsId: 'job',
  },
  {
    name: 'an outbound mail',
    operation: 'sendEmail',
    loc: ['to_email'],
    input: (to_email) => ({
      from_alias: 'service@verification.example',
      to_email,
      subject: 'Hello',
      body_text: 'Hello.',
    }),
    collection: 'mails',
  },
];

describe.each(apis)('an email address over $name', (api) => {
  it.each(fields)('is required to be valid for $name', async (field) => {
    const { operation, input, collection, needsId } = field;
    const opened = needsId ? await confirmed(app) : undefined;
    const id = needsId === 'job' ? opened?.jobId : opened?.id;
    const count = () => app.db.collection(collection).countDocuments();
    const before = await count();
    for (const address of invalid) {
      const call = { ...(id !== undefined && { id }), input: input(address) };
      const { code } = await api.call(app, operation, call);
      expect([address, code]).toEqual([address, 'invalid_input']);
    }
    expect(await count()).toBe(before);
  });

  it.each(valid)('%j gets its mail', async (given, arrives) => {
    // A different local part for each transport, because an address has one account.
    const prefix = api.name.toLowerCase();
    const email = `${prefix}.${given}`;
    const mailbox = `${prefix}.${arrives}`;
    const account = await register(app, { email }, api);
    const site = await api.call(app, 'requestSiteCheck', {
      input: requestBody({ requester_email: email }),
    });
    expect(await stored(app, site.body.request_id)).toMatchObject({ requesterEmail: email });
    const sent = await api.call(app, 'sendEmail', {
      input: {
        from_alias: 'service@verification.example',
        to_email: email,
        subject: 'Hello',
        body_text: 'Hello.',
      },
    });
    expect(sent.body).toMatchObject({ accepted: true, to_email: email });
    await sendMails(app);
    expect(await storedCustomer(app, account.id)).toMatchObject({ email });
    const done = (await mailsTo(email)).filter(({ status }) => status === 'sent');
    expect(done.map(({ kind }) => kind).sort()).toEqual([
      'confirm_email',
      'outbound',
      'request_received',
    ]);
    expect(receiver.to(mailbox).map(({ content }) => content.subject)).toHaveLength(3);
  });
});

describe('the domain of an email address', () => {
  const unicode = () => `u${randomUUID()}@bücher.example`;
  const ascii = (address: string) => address.replace('bücher', 'xn--bcher-kva');

  it.each(apis)('names one account in both spellings over $name', async (api) => {
    const email = unicode();
    const account = await register(app, { email }, api);
    const again = await api.call(app, 'registerCustomer', {
      input: registration({ email: ascii(email).toUpperCase() }),
    });
    expect(again.code).toBe('email_taken');
    expect(await customers().countDocuments({ emailKey: ascii(email) })).toBe(1);
    await login(app, ascii(email));
    await login(app, email.toUpperCase());
    const { body } = await restApi.call(app, 'customers', { input: { email: ascii(email) } });
    expect(body).toMatchObject([{ account_id: account.id }]);
  });

  it.each(['unicode', 'ascii'])(
    'names the account that an earlier version stored in its %s spelling',
    async (spelling) => {
      const email = unicode();
      const account = await register(app, { email });
      const emailKey = spelling === 'ascii' ? ascii(email) : email;
      await customers().updateOne({ _id: account.id }, { $set: { emailKey } });
      await login(app, email);
      await login(app, ascii(email));
      for (const given of [email, ascii(email)]) {
        const input = registration({ email: given });
        expect((await restApi.call(app, 'registerCustomer', { input })).code).toBe('email_taken');
      }
      await restApi.call(app, 'requestPasswordReset', { input: { email: ascii(email) } });
      await handleResets(app);
      await sendMails(app);
      const kinds = (await mailsTo(email)).map(({ kind }) => kind);
      expect(kinds).toContain('password_reset');
    },
  );
});

describe('two accounts that an earlier version stored for the spellings of one domain', () => {
  it.each(apis)('are each found by the spelling typed over $name', async (api) => {
    const unicode = `two${randomUUID()}@bücher.example`;
    const ascii = unicode.replace('bücher', 'xn--bcher-kva');
    const first = await register(app);
    const second = await register(app);
    await customers().updateOne({ _id: first.id }, { $set: { email: unicode, emailKey: unicode } });
    await customers().updateOne({ _id: second.id }, { $set: { email: ascii, emailKey: ascii } });
    for (const [email, id] of [
      [unicode, first.id],
      [unicode.toUpperCase(), first.id],
      [ascii, second.id],
      [ascii.toUpperCase(), second.id],
    ]) {
      const input = { email, password };
      const signedIn = await api.call(app, 'loginCustomer', { input });
      expect([email, signedIn.body.account.account_id]).toEqual([email, id]);
      const { body } = await restApi.call(app, 'customers', { input: { email } });
      expect(body).toMatchObject([{ account_id: id }]);
    }
    for (const email of [unicode, ascii]) {
      await restApi.call(app, 'requestPasswordReset', { input: { email } });
      await handleResets(app);
      const resets = (await mailsTo(email)).filter(({ kind }) => kind === 'password_reset');
      expect(resets).toHaveLength(1);
    }
  });
});

describe('an account that an earlier version stored with an ideographic full stop', () => {
  const name = () => `dot${randomUUID()}`;

  it.each([
    // As it was typed, as it was stored (in NFKC), and other spellings that reach it.
    ['例え。テスト', '例え。テスト', ['例え．テスト', '例え.テスト', 'xn--r8jz45g.xn--zckzah']],
    ['例え｡テスト', '例え。テスト', ['例え。テスト', '例え.テスト']],
    ['例え．テスト', '例え.テスト', ['例え｡テスト', 'xn--r8jz45g.xn--zckzah']],
    ['example。com', 'example。com', ['example.com', 'EXAMPLE｡COM']],
    ['mail。例え.テスト', 'mail。例え.テスト', []],
  ])('in %s can sign in', async (typed, storedDomain, others) => {
    const local = name();
    const account = await register(app);
    const set = { email: `${local}@${typed}`, emailKey: `${local}@${storedDomain}` };
    await customers().updateOne({ _id: account.id }, { $set: set });
    for (const domain of [typed, ...others]) {
      const email = `${local}@${domain}`;
      expect([email, await login(app, email)]).toEqual([email, expect.stringMatching(/./)]);
      const input = registration({ email });
      expect((await restApi.call(app, 'registerCustomer', { input })).code).toBe('email_taken');
    }
    const input = { email: set.email };
    const { body } = await restApi.call(app, 'customers', { input });
    expect(body).toMatchObject([{ account_id: account.id }]);
    await restApi.call(app, 'requestPasswordReset', { input });
    await handleResets(app);
    const kinds = (await mailsTo(set.email)).map(({ kind }) => kind);
    expect(kinds).toContain('password_reset');
  });
});

describe('the erasure of an account', () => {
  it.each(['unicode', 'ascii'])(
    'includes the mails and messages of both spellings when the key is in the %s spelling',
    async (spelling) => {
      const name = `erased-${spelling}-${randomUUID()}`;
      const unicode = `${name}@bücher.example`;
      const ascii = `${name}@xn--bcher-kva.example`;
      const account = await register(app, { email: unicode });
      const emailKey = spelling === 'ascii' ? ascii : unicode;
      const set = { emailKey, emailConfirmedAt: app.now() };
      await customers().updateOne({ _id: account.id }, { $set: set });
      for (const address of [unicode, ascii]) {
        const letter = {
          from_alias: 'service@verification.example',
          to_email: address,
          subject: `To ${name}`,
          body_text: 'Hello.',
        };
        const sent = await restApi.call(app, 'sendEmail', { input: letter });
        expect(sent.body).toMatchObject({ accepted: true });
        await ingest(app, { from_email: address, subject: `From ${name}` });
      }
      const { code } = await restApi.call(app, 'eraseCustomer', {
        session: account.session,
        input: { password },
      });
      expect(code).toBeUndefined();
      await sendMails(app);
      await sweepErasures(app.services);
      expect(await tracesOf(app, [name])).toEqual([]);
    },
  );
});

describe('an account that an earlier version stored without a valid address', () => {
  it('can still sign in', async () => {
    const account = await register(app);
    const email = 'ada at example';
    await customers().updateOne({ _id: account.id }, { $set: { email, emailKey: email } });
    expect(await login(app, 'Ada at Example')).not.toBe('');
  });
});

describe('REST', () => {
  it.each(fields)('reports the field of $name like FastAPI', async (field) => {
    const { operation, loc, input, needsId } = field;
    const opened = needsId ? await confirmed(app) : undefined;
    const path = {
      registerCustomer: '/v1/customer/auth/register',
      requestPasswordReset: '/v1/customer/auth/password-reset',
      requestSiteCheck: '/v1/public/site-checks',
      createSelfServiceInvite: `/v1/customer/requests/${opened?.id}/self-service-invites`,
      createProvider: '/v1/operator/providers',
      startDispatchRun: `/v1/operator/jobs/${opened?.jobId}/dispatch-runs`,
      sendEmail: '/v1/operator/email/outbound',
    }[operation] as string;
    const { status, body } = await app.rest('POST', path, { body: input('nonsense') });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      {
        type: 'value_error',
        loc: ['body', ...loc],
        msg: 'Value error, Enter an email address such as name@example.com',
        input: 'nonsense',
        ctx: { error: {} },
      },
    ]);
  });
});

describe('the order form', () => {
  const order = (requester_email: string) =>
    app.fetch('/site-checks', {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        objective: 'Is it open?',
        address: 'Main Street 1',
        latitude: '52.5',
        longitude: '13.4',
        intake_submission_id: `web-${randomUUID()}`,
        requester_email,
      }).toString(),
    });

  it.each(['nonsense', 'guest@@example.com'])('reports %j at its field', async (email) => {
    const before = await app.siteChecks.countDocuments();
    const answer = await order(email);
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain('Enter an email address such as name@example.com.');
    expect(page).toContain(`value="${email}"`);
    expect(await app.siteChecks.countDocuments()).toBe(before);
  });

  it('accepts r&d@ and an internationalized domain', async () => {
    for (const email of ['r&d@example.com', 'kontakt@bücher.example']) {
      expect((await order(email)).status).toBe(200);
      expect(await app.siteChecks.countDocuments({ requesterEmail: email })).toBe(1);
    }
  });
});

describe('a mail server without SMTPUTF8', () => {
  let plain: MailReceiver;
  let other: TestApp;
  beforeAll(async () => {
    plain = await startMailReceiver({ smtpUtf8: false });
    other = await startTestApp(mailSettings(plain));
  });
  afterAll(async () => {
    await other.stop();
    await plain.stop();
  });

  it('gets no mail for a non-ASCII local part, and the delivery has failed with the reason', async () => {
    const account = await register(other, { email: 'é@example.com' });
    await sendMails(other);
    const [mail] = await other.services.mails.listOf({ customerId: account.id });
    expect(mail).toMatchObject({
      status: 'failed',
      attempts: 1,
      lastError: 'The mail server does not offer SMTPUTF8, which the address requires.',
    });
    expect(plain.mails).toEqual([]);
    const { body } = await restApi.call(other, 'mail', { id: mail?._id ?? '' });
    expect(body).toMatchObject({ status: 'failed', last_error: mail?.lastError });
  });

  it('gets the mail for an internationalized domain', async () => {
    await register(other, { email: 'kontakt@bücher.example' });
    await sendMails(other);
    const [received] = plain.to('kontakt@bücher.example') as [ReceivedMail];
    expect(headerOf(received, 'to')).toBe('kontakt@xn--bcher-kva.example');
  });

  it('fails an outbound mail to a non-ASCII local part', async () => {
    const opened = await request(other, { requester_email: 'ü@example.com' });
    expect(await stored(other, opened.id)).toMatchObject({ requesterEmail: 'ü@example.com' });
    const sent = await restApi.call(other, 'sendEmail', {
      input: {
        from_alias: 'service@verification.example',
        to_email: 'ü@example.com',
        subject: 'Hello',
        body_text: 'Hello.',
      },
    });
    expect(sent.body).toMatchObject({ accepted: false });
    const [mail] = await other.db.collection<Mail>('mails').find({ to: 'ü@example.com' }).toArray();
    expect(mail).toMatchObject({ status: 'failed' });
  });
});

describe('addresses stored with the documents', () => {
  it('are kept as they were entered', async () => {
    const email = 'Kim@BÜCHER.example';
    const { body } = await restApi.call(app, 'createProvider', {
      input: providerBody({ email, channel: 'email' }),
    });
    expect(await providersOf(app).findOne({ _id: body.provider_id })).toMatchObject({
      email,
      emailKey: 'kim@xn--bcher-kva.example',
    });
    const opened = await confirmed(app);
    const input = { invitee_name: 'Grace Hopper', invitee_email: 'grace@bücher.example' };
    const invited = await restApi.call(app, 'createSelfServiceInvite', { id: opened.id, input });
    expect(invited.code).toBeUndefined();
    expect(await invitesOf(app, opened)).toMatchObject([{ inviteeEmail: 'grace@bücher.example' }]);
  });
});
