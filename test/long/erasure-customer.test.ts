import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import { CustomerChange } from '../../src/modules/customer/customer-change.js';
import { finishAccount } from '../../src/modules/erasure/erase-account.js';
import { sweepErasures } from '../../src/modules/erasure/finish-erasure.js';
import { sweepAccounts } from '../../src/modules/erasure/follow-erasure.js';
import { claim } from '../../src/modules/site-check/claim-site-check.js';
import {
  type Account,
  errorCodeOf,
  password,
  register,
  storedCustomer,
} from '../customer/support/accounts.js';
import { type Made, made } from '../customer-request/support/requests.js';
import {
  indexesThatDisagree,
  markedPhoto,
  type Needle,
  tracesOf,
} from '../erasure/support/traces.js';
import { upload } from '../evidence/support/scene.js';
import { ingest, storedMessage } from '../inbox/support/scene.js';
import * as flow from '../site-check/support/flow.js';
import { assign, both, stored } from '../site-check/support/flow.js';
import { type ApiAnswer, apis, restApi } from '../support/apis.js';
import { hours, pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let people = 0;
/** Registers a person with a unique name and a confirmed address. */
async function person(): Promise<Account & { name: string }> {
  const name = `Noether${++people}x`;
  const email = `${name}@example.com`;
  const account = await register(app, { full_name: name, email, phone: `+49 30 ${name}` });
  await app.services.customers.change(account.id, (found) =>
    new CustomerChange(found, app.now()).confirmEmail(),
  );
  return { ...account, name };
}

/** Stores a message from an address and a mail to it. */
async function correspondence(email: string, subject: string) {
  const message = await ingest(app, { from_email: email, subject, body_text: subject });
  const mail = await app.services.mails.queue({
    kind: 'outbound',
    to: email,
    subject,
    text: subject,
    about: {},
  });
  return {
    message: async () => (await storedMessage(app, message))?.fromEmail,
    mail: async () => (await app.services.mails.get(mail._id)).to,
  };
}

async function pay({ id, session, token }: Made): Promise<void> {
  const input = { offer_key: 'standard_72h' };
  await restApi.call(app, 'selectCustomerRequestOffer', { id, session, input });
  await flow.end(app, await flow.checkout(app, { id, token, jobId: '' }), 'paid');
}

/** Creates a request for which the first photo was received. */
async function atWork(of: Account): Promise<Made> {
  const request = await made(app, of);
  await pay(request);
  await upload(app, { token: await assign(app, request.jobId) });
  await restApi.call(app, 'customerRequest', { id: request.id, session: of.session });
  return request;
}

/** Creates a request whose report was read, with the marks of its photos. */
async function finished(of: Account & { name: string }): Promise<Made & { marks: Buffer[] }> {
  const { name } = of;
  const request = await made(app, of, {
    objective: `Is ${name} at home?`,
    address: `Haus ${name}, Berlin`,
    notes: `Ring at ${name}.`,
  });
  await pay(request);
  const token = await assign(app, request.jobId);
  const marks: Buffer[] = [];
  for (const { stepName } of (await flow.storedJob(app, request.jobId)).steps) {
    const { file, mark } = await markedPhoto();
    marks.push(mark);
    await upload(app, { token, file, name: `${name}.jpg`, fields: { step_name: stepName } });
  }
  const { id, session } = request;
  const { body } = await restApi.call(app, 'customerRequestReport', { id, session });
  expect(body.status).toBe('completed');
  return { ...request, marks };
}

/** Runs all followers. */
async function settle(): Promise<void> {
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  await sweepErasures(app.services);
}

const loginCode = async (email: string) =>
  (await restApi.call(app, 'loginCustomer', { input: { email, password } })).code;

describe.each(apis)('erasing an account over $name', (api) => {
  const erase = (session: string | undefined, given = password): Promise<ApiAnswer> =>
    api.call(app, 'eraseCustomer', {
      ...(session !== undefined && { session }),
      input: { password: given },
    });

  it('leaves no personal data, and keeps the hashes of the reports', async () => {
    const ada = await person();
    const done = await finished(ada);
    const quoted = await made(app, ada, { notes: `Second floor, ${ada.name}.` });
    const paid = await made(app, ada);
    await pay(paid);
    await restApi.call(app, 'ingestEmailMessage', {
      input: {
        external_message_id: `message-of-${ada.id}`,
        folder: 'INBOX',
        from_email: ada.email,
        internet_message_id: `<${ada.name}.1@example.com>`,
        subject: `${ada.name} asks`,
        body_text: `Greetings, ${ada.name}`,
        received_at: app.now().toISOString(),
      },
    });
    await settle();
    const needles: Needle[] = [ada.name, ada.name.toLowerCase(), ada.email, ...done.marks];
    const before = await tracesOf(app, needles);
    for (const at of [
      'customers',
      'inbox_messages',
      'mails',
      'site_checks',
      'jobs',
      'report_bodies',
    ]) {
      expect(before).toContain(`${at}: ${ada.name}`);
    }
    const { reports } = await flow.storedJob(app, done.jobId);

    const answer = await erase(ada.session);
    expect(answer.body).toEqual({ account_id: ada.id, status: 'erasing', erased_at: null });
    expect(answer.cookies[0]).toMatch(/^session=; .*Max-Age=0/);
    // Immediately, before the followers run.
    expect(await errorCodeOf(app, ada.session)).toBe('session_invalid');
    expect(await loginCode(ada.email)).toBe('login_failed');

    await settle();
    expect(await tracesOf(app, needles)).toEqual([]);
    expect(await indexesThatDisagree(app)).toEqual([]);
    const account = await storedCustomer(app, ada.id);
    expect(account).toMatchObject({ status: 'erased', fullName: 'Erased' });
    expect(account.erasedAt).toBeInstanceOf(Date);
    expect(account).toMatchObject({ emailConfirmedAt: null, lastLoginAt: null });
    for (const gone of ['email', 'emailKey', 'erasingKey', 'phone', 'passwordHash', 'sessions']) {
      expect(account).not.toHaveProperty(gone);
    }
    const kept = (await flow.storedJob(app, done.jobId)).reports;
    expect(kept.map((version) => [version.contentSha256, version.pdf])).toEqual(
      reports.map((version) => [version.contentSha256, version.pdf]),
    );
    expect(await stored(app, paid.id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
    });
    expect((await restApi.call(app, 'siteCheck', quoted)).code).toBe('site_check_not_found');
    const shown = (await restApi.call(app, 'customer', { id: ada.id })).body;
    expect(shown).toMatchObject({
      email: '',
      full_name: 'Erased',
      phone: null,
      last_login_at: null,
    });
    // The address can be registered again.
    await register(app, { email: ada.email });
  });

  it('changes nothing while work is in progress, and names it', async () => {
    const ada = await person();
    const request = await atWork(ada);
    const idle = await made(app, ada);
    const state = async () => [
      await storedCustomer(app, ada.id),
      await both(app, request),
      await both(app, idle),
    ];
    const before = await state();
    expect((await erase(ada.session)).code).toBe('account_busy');
    expect(await state()).toEqual(before);
    const { body } = await app.rest('POST', '/v1/customer/account/erase', {
      key: null,
      headers: { cookie: `session=${ada.session}` },
      body: { password },
    });
    expect(body.request_ids).toEqual([request.id]);
  });

  it('is rejected with a wrong password, a short one, and without a session', async () => {
    const ada = await person();
    const before = await storedCustomer(app, ada.id);
    expect((await erase(ada.session, 'another password')).code).toBe('login_failed');
    expect((await erase(ada.session, 'short')).code).toBe('invalid_input');
    expect((await erase(undefined)).code).toBe('session_missing');
    expect(await storedCustomer(app, ada.id)).toEqual(before);
  });
});

describe.each(apis)('an operator who erases an account over $name', (api) => {
  const erase = (id: string, force: boolean, key = pilotKey) =>
    api.call(app, 'eraseCustomerAccount', { id, key, input: { force } });

  it('is rejected while work is in progress, and cancels it if forced', async () => {
    const ada = await person();
    const request = await atWork(ada);
    const before = await both(app, request);
    expect((await erase(ada.id, false)).code).toBe('account_busy');
    expect(await both(app, request)).toEqual(before);

    expect((await erase(ada.id, true)).body).toMatchObject({ status: 'erasing' });
    await settle();
    const { siteCheck, job } = await both(app, request);
    expect(siteCheck).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(job).toMatchObject({ status: 'cancelled', objective: '[erased]' });
    expect(await tracesOf(app, [ada.name])).toEqual([]);
    const again = await erase(ada.id, false);
    expect(again.body).toMatchObject({ status: 'erased', erased_at: expect.any(String) });
  });

  it('needs the scope and an account', async () => {
    const ada = await person();
    const key = await app.keyFor('integrator', ['jobs:read', 'jobs:write']);
    expect((await erase(ada.id, true, key)).code).toBe('scope_missing');
    expect((await erase('none', true)).code).toBe('customer_not_found');
    expect(await storedCustomer(app, ada.id)).toMatchObject({ status: 'active' });
  });
});

it('erases an account in one round of its follower, regardless of the progress of the mail follower', async () => {
  const own = await startTestApp();
  // No follower is woken any more: only the round handles events.
  await own.services.followers.stop();
  const ada = await register(own);
  const { jobId } = await made(own, ada);
  await restApi.call(own, 'eraseCustomer', { session: ada.session, input: { password } });
  await own.services.relay.drain();
  await own.services.followers.catchUp();
  expect(await storedCustomer(own, ada.id)).toMatchObject({ status: 'erased' });
  const job = await flow.storedJob(own, jobId);
  expect(job).toMatchObject({ objective: '[erased]' });
  expect(job).not.toHaveProperty('erasePending');
  // Warnings and errors.
  expect(own.logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  await own.stop();
});

describe('correspondence with an address', () => {
  const erased = async ({ session }: Account) => {
    const answer = await restApi.call(app, 'eraseCustomer', { session, input: { password } });
    expect(answer.code).toBeUndefined();
    await settle();
  };

  it('is erased together with the name in its From header', async () => {
    const ada = await person();
    const from_email = `"${ada.name}, Dr" <${ada.email}>`;
    const message = await ingest(app, { from_email, subject: ada.name, body_text: ada.name });
    await erased(ada);
    expect((await storedMessage(app, message))?.fromEmail).toBe('[erased]');
    expect(await tracesOf(app, [ada.name])).toEqual([]);
  });

  it('stays if the account never confirmed the address', async () => {
    const email = `owner${++people}@example.com`;
    const kept = await correspondence(email, 'Our contract');
    await erased(await register(app, { email }));
    expect([await kept.message(), await kept.mail()]).toEqual([email, email]);
  });

  it('stays if a guest entered the address, except for messages about the site check', async () => {
    const email = `owner${++people}@example.com`;
    const guest = await flow.request(app, { requester_email: email });
    const kept = await correspondence(email, 'Our contract');
    const gone = await correspondence(email, `About ${guest.id}`);
    const { id, token } = guest;
    expect((await restApi.call(app, 'eraseSiteCheck', { id, token })).code).toBeUndefined();
    await settle();
    expect([await kept.message(), await kept.mail()]).toEqual([email, email]);
    expect(await gone.message()).toBe('[erased]');
  });

  it('stays if it belongs to a later account with the address', async () => {
    const ada = await person();
    const { customers } = app.services;
    await customers.change(ada.id, (found) => new CustomerChange(found, app.now()).beginErasure());
    const later = await register(app, { email: ada.email });
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    await settle();
    expect(await storedCustomer(app, ada.id)).toMatchObject({ status: 'erased' });
    const mails = await app.db.collection('mails').find({ 'about.customerId': later.id }).toArray();
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([['confirm_email', ada.email]]);
  });
});

describe('work received while an account is closed', () => {
  /** Creates a closed account, and a guest's request in progress that the account could have claimed. */
  async function closedBesideWork() {
    const ada = await person();
    const guest = await flow.paid(app, { objective: `Is ${ada.name} at home?` });
    await upload(app, { token: await assign(app, guest.jobId) });
    await restApi.call(app, 'siteCheck', guest);
    await restApi.call(app, 'eraseCustomer', { session: ada.session, input: { password } });
    await settle();
    return { ada, guest };
  }

  it('includes a claimed request, which is erased too', async () => {
    const ada = await person();
    const guest = await flow.request(app, { objective: `Is ${ada.name} at home?` });
    await restApi.call(app, 'eraseCustomer', { session: ada.session, input: { password } });
    await settle();
    expect(await storedCustomer(app, ada.id)).toMatchObject({ status: 'erased' });
    // The claim was admitted before the session ended.
    await claim(app.services, guest.token, ada.id);
    await settle();
    expect(await tracesOf(app, [ada.name])).toEqual([]);
    expect(await stored(app, guest.id)).toMatchObject({ objective: '[erased]' });
  });

  it('includes a claimed request in progress, which is erased when the work is finished', async () => {
    const { ada, guest } = await closedBesideWork();
    const erased = await storedCustomer(app, ada.id);
    expect(erased).toMatchObject({ status: 'erased' });
    // The claim was admitted before the session ended.
    await claim(app.services, guest.token, ada.id);
    await settle();
    expect(await stored(app, guest.id)).toMatchObject({ status: 'in_progress' });

    await flow.capture(app, guest.jobId, await assign(app, guest.jobId));
    await sweepAccounts(app.services);
    await settle();
    expect(await tracesOf(app, [ada.name])).toEqual([]);
    expect(await stored(app, guest.id)).toMatchObject({ objective: '[erased]' });
    const { status, erasedAt, erasingSince } = await storedCustomer(app, ada.id);
    expect({ status, erasedAt, erasingSince }).toEqual({
      status: 'erased',
      erasedAt: erased.erasedAt,
    });
  });

  it('is not missed if a call looked before it was stored', async () => {
    const { ada, guest } = await closedBesideWork();
    const { followers } = app.services;
    const { reach } = followers;
    let isHeld = false;
    let goOn = () => {};
    followers.reach = () =>
      new Promise((resolve) => {
        isHeld = true;
        goOn = resolve;
      });
    const early = finishAccount(app.services, ada.id);
    await expect.poll(() => isHeld).toBe(true);
    followers.reach = reach;
    await claim(app.services, guest.token, ada.id);
    await settle();
    goOn();
    await early;
    expect(await storedCustomer(app, ada.id)).toMatchObject({ erasingSince: expect.any(Date) });
  });

  it('is awaited hour by hour if it began in the meantime', async () => {
    const ada = await person();
    const request = await atWork(ada);
    const { customers } = app.services;
    await customers.change(ada.id, (found) => new CustomerChange(found, app.now()).beginErasure());
    const sweep = () => app.services.schedules.runDue();
    await settle();
    await sweep();
    expect(await storedCustomer(app, ada.id)).toMatchObject({ status: 'erasing' });
    expect(await stored(app, request.id)).toMatchObject({ status: 'in_progress' });

    await flow.capture(app, request.jobId, await assign(app, request.jobId));
    await sweep();
    expect(await storedCustomer(app, ada.id)).toMatchObject({ status: 'erasing' });
    app.advance(hours(1));
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    await sweep();
    await settle();
    expect(await storedCustomer(app, ada.id)).toMatchObject({ status: 'erased' });
    expect(await tracesOf(app, [ada.name])).toEqual([]);
  });

  it('is finished also behind a hundred others that are still awaited', async () => {
    const busy = await person();
    const request = await atWork(busy);
    const [account, work] = [await storedCustomer(app, busy.id), await stored(app, request.id)];
    const erasingSince = new Date(app.now().getTime() - hours(1));
    const { email: _email, emailKey: _key, sessions: _sessions, ...closed } = account;
    for (let n = 0; n < 100; n += 1) {
      const customerId = newId();
      await app.db
        .collection('customers')
        .insertOne({ ...closed, _id: customerId as never, status: 'erasing', erasingSince });
      const own = { intakeSubmissionId: newId(), accessTokenHash: newId(), customerId };
      const copy = { ...work, _id: newId(), ...own };
      await app.siteChecks.insertOne(copy as never);
    }
    const last = await person();
    const { customers } = app.services;
    const ended = await atWork(last);
    await customers.change(last.id, (found) => new CustomerChange(found, app.now()).beginErasure());
    await settle();
    await flow.capture(app, ended.jobId, await assign(app, ended.jobId));
    await sweepAccounts(app.services);
    expect(await storedCustomer(app, last.id)).toMatchObject({ status: 'erased' });
  });
});
