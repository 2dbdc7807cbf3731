import { randomUUID } from 'node:crypto';
import type { Db, MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { connect } from '../../src/lib/mongo.js';
import type { Customer } from '../../src/modules/customer/customer.js';
import type { InboxMessage } from '../../src/modules/inbox/inbox-message.js';
import type { Mail } from '../../src/modules/mail/mail.js';
import type { SiteCheck } from '../../src/modules/site-check/site-check.js';
import { password, registration } from '../customer/support/accounts.js';
import { documentsWith } from '../erasure/support/traces.js';
import { desk, messageBody, policyFile } from '../inbox/support/scene.js';
import { requestBody } from '../site-check/support/flow.js';
import type { Json } from '../support/app.js';
import { killServices, processKey, spawnService } from '../support/process.js';
import { type MailReceiver, mailSettings, startMailReceiver } from '../support/smtp.js';
import { until } from '../support/until.js';
import { holdRelay } from './support/held-relay.js';

let receiver: MailReceiver;
let client: MongoClient;
let db: Db;
beforeAll(async () => {
  receiver = await startMailReceiver();
});
beforeEach(async () => {
  ({ client, db } = await connect(inject('mongodbUri'), `test-${randomUUID()}`));
});
afterEach(async () => {
  await killServices();
  await db.dropDatabase();
  await client.close();
});
afterAll(() => receiver.stop());

/** Starts a service on the database of the test, and a client. */
async function start() {
  const service = spawnService({
    MONGODB_URI: inject('mongodbUri'),
    MONGODB_DB: db.databaseName,
    PILOT_API_KEY: processKey,
    SERVER_SECRET: 'secret-of-the-process-that-is-killed',
    EMAIL_POLICY_FILE: policyFile,
    ...mailSettings(receiver),
  });
  const address = await service.listening;
  return {
    async post(path: string, body: object, headers: object = { 'x-api-key': processKey }) {
      const response = await fetch(address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      const answer: Json = await response.json();
      expect([path, response.ok, answer]).toEqual([path, true, answer]);
      const cookie = response.headers.get('set-cookie') ?? '';
      return { answer, session: /session=([^;]*)/.exec(cookie)?.[1] ?? '' };
    },
    async kill() {
      service.child.kill('SIGKILL');
      await service.ended;
    },
  };
}

type Service = Awaited<ReturnType<typeof start>>;

it('marks a message whose answer a killed process had sent as answered, once', async () => {
  const free = await holdRelay(db);
  const first = await start();
  const { answer: stored } = await first.post('/v1/operator/email/inbox/messages', messageBody());
  const { answer: sent } = await first.post('/v1/operator/email/outbound', {
    from_alias: desk,
    to_email: 'ada@example.org',
    subject: 'Re: Photos',
    body_text: 'This afternoon.',
    related_message_id: stored.message_id,
  });
  expect(sent.accepted).toBe(true);
  await first.kill();
  const message = () =>
    db.collection<InboxMessage>('inbox_messages').findOne({ _id: stored.message_id });
  const mail = await db.collection<Mail>('mails').findOne({ _id: sent.submission_id });
  expect(mail).toMatchObject({ status: 'sent', sentAt: expect.any(Date) });
  expect(await message()).toMatchObject({ status: 'new', firstResponseAt: null, revision: 1 });

  await free();
  await start();
  await until(async () => (await message())?.status === 'in_progress');
  expect(await message()).toMatchObject({ firstResponseAt: mail?.sentAt, revision: 2 });
  const emitted = () =>
    db.collection('events').find({ 'data.inbox_message_id': stored.message_id }).toArray();
  await until(async () => (await emitted()).some(({ type }) => type === 'email.status_changed'));
  expect((await emitted()).map(({ type }) => type)).toEqual([
    'email.received',
    'email.sent',
    'email.status_changed',
  ]);
  expect(receiver.to('ada@example.org')).toHaveLength(1);
}, 120_000);

const content = (name: string) => ({ ...requestBody(), objective: `Is ${name} at home?` });

/** Calls completed after the account was closed, admitted with the session that ends. */
const behind = [
  {
    emitted: 'site_check.received',
    field: 'createCustomerRequest(input: $input) { requestId }',
    type: 'CreateCustomerRequestInput',
    async input(_: Service, name: string) {
      const { service_key: serviceKey, ...fields } = content(name);
      return { ...fields, serviceKey, intakeSubmissionId: randomUUID() };
    },
  },
  {
    emitted: 'site_check.claimed',
    field: 'claimCustomerRequest(input: $input) { requestId }',
    type: 'ClaimCustomerRequestInput',
    async input({ post }: Service, name: string) {
      const { answer } = await post('/v1/public/site-checks', content(name), {});
      return { accessToken: answer.access_token };
    },
  },
];

it.each(behind)(
  'erases a request that joined an account while a killed process was closing it: $emitted',
  async ({ field, type, input }) => {
    const free = await holdRelay(db);
    const first = await start();
    const name = 'Germainkillx';
    const account = await first.post(
      '/v1/customer/auth/register',
      registration({ full_name: name, email: `${name}@example.com` }),
      {},
    );
    const { answer } = await first.post(
      '/graphql',
      {
        query: `mutation($erase: EraseCustomerInput!, $input: ${type}!) { eraseCustomer(input: $erase) { status } ${field} }`,
        variables: { erase: { password }, input: await input(first, name) },
      },
      { cookie: `session=${account.session}` },
    );
    expect(answer.errors).toBeUndefined();
    await first.kill();
    const id: string = account.answer.account.account_id;
    const customers = db.collection<Customer>('customers');
    const requests = db.collection<SiteCheck>('site_checks');
    expect(await customers.findOne({ _id: id })).toMatchObject({ status: 'erasing' });
    const { objective } = content(name);
    const left = await requests.find({ customerId: id }).toArray();
    expect(left).toMatchObject([{ objective }]);

    // Simulates that the closing was already followed: only the request's event leads to the account.
    await customers.updateOne({ _id: id }, { $set: { outbox: [] } });
    await free();
    await start();
    // Before the sweep, which runs every minute, would find the account.
    const erased = async () => (await customers.findOne({ _id: id }))?.status === 'erased';
    await vi.waitUntil(erased, { timeout: 40_000, interval: 50 });
    expect(await requests.findOne({ _id: left[0]?._id ?? '' })).toMatchObject({
      objective: '[erased]',
    });
    const needles = [name, name.toLowerCase()];
    await until(async () => (await documentsWith(db, needles)).length === 0);
  },
  120_000,
);
