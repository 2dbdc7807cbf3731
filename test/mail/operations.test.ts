import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import type { Mail } from '../../src/modules/mail/mail.js';
import { type Api, apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';

let app: TestApp;
let receiver: MailReceiver;
const requestId = newId();
const mails: Mail[] = [];
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp(mailSettings(receiver));
  for (let one = 0; one < 5; one += 1) {
    const about = one % 2 === 0 ? { requestId } : {};
    const text = 'Said to nobody else.';
    mails.unshift(
      await app.services.mails.queue({
        kind: 'outbound',
        to: one === 4 ? null : `reader-${one}@example.org`,
        about,
        subject: `Number ${one}`,
        text,
        actor: 'founder_console',
      }),
    );
    app.advance(1_000);
  }
  await sendMails(app);
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});
beforeEach(() => receiver.rejectRecipients(() => null));

const idsOf = (body: { mail_id: string }[]) => body.map(({ mail_id }) => mail_id);
const listed = async (api: Api, input: Record<string, unknown>) => {
  const { body, code } = await api.call(app, 'mails', { input });
  return code ?? idsOf(api.name === 'REST' ? body : body.nodes);
};

describe.each(apis)('over $name', (api) => {
  it('a mail has all fields except its text', async () => {
    const [, sent] = mails as [Mail, Mail];
    const { body } = await api.call(app, 'mail', { id: sent._id });
    expect(body).toEqual({
      mail_id: sent._id,
      kind: 'outbound',
      channel: 'email',
      status: 'sent',
      to: sent.to,
      subject: 'Number 3',
      actor: 'founder_console',
      about: {
        customer_id: null,
        request_id: null,
        run_id: null,
        thread_id: null,
        job_id: null,
        session_id: null,
        provider_id: null,
        invite_id: null,
        delivery_id: null,
        version_number: null,
        inbox_message_id: null,
      },
      attempts: 1,
      last_error: null,
      message_id: sent.messageId,
      provider_message_id: null,
      created_at: sent.createdAt.toISOString(),
      due_at: null,
      sent_at: expect.any(String),
    });
  });

  it('mails are listed newest first, by status, kind and site check', async () => {
    const ids = mails.map(({ _id }) => _id);
    expect(await listed(api, {})).toEqual(ids);
    expect(await listed(api, { status: 'skipped' })).toEqual([ids[0]]);
    expect(await listed(api, { kind: 'confirm_email' })).toEqual([]);
    expect(await listed(api, { request_id: requestId })).toEqual([ids[0], ids[2], ids[4]]);
    expect(await listed(api, { request_id: requestId, status: 'sent' })).toEqual([ids[2], ids[4]]);
    // GraphQL has an enum; REST accepts any text.
    const unknown = api.name === 'REST' ? [] : 'invalid_input';
    expect(await listed(api, { status: 'lost' })).toEqual(unknown);
  });

  it('only a failed mail can be retried', async () => {
    receiver.rejectRecipients(() => ({ code: 550, text: 'Unknown' }));
    const { _id } = await app.services.mails.queue({
      kind: 'outbound',
      to: 'refused@example.org',
      about: {},
      subject: 'Once more',
      text: 'Text.',
    });
    await sendMails(app);
    expect((await api.call(app, 'mail', { id: _id })).body.last_error).toContain('Unknown');
    receiver.rejectRecipients(() => null);
    const { body } = await api.call(app, 'retryMail', { id: _id });
    expect(body).toMatchObject({ mail_id: _id, attempts: 0, last_error: null });
    await sendMails(app);
    const before = await app.db.collection<Mail>('mails').findOne({ _id });
    expect(before).toMatchObject({ status: 'sent', attempts: 1 });
    expect(await api.call(app, 'retryMail', { id: _id })).toMatchObject({
      code: 'invalid_transition',
    });
    expect(await app.db.collection<Mail>('mails').findOne({ _id })).toEqual(before);
    await app.db.collection<Mail>('mails').deleteOne({ _id });
  });

  it('an unknown mail is not found', async () => {
    for (const operation of ['mail', 'retryMail']) {
      expect(await api.call(app, operation, { id: newId() })).toMatchObject({
        code: 'mail_not_found',
      });
    }
  });

  it('mails are for operators', async () => {
    const key = await app.keyFor(`integrator-${api.name}`, ['jobs:read', 'jobs:write']);
    const call = { id: mails[0]?._id ?? '', key };
    for (const operation of ['mails', 'mail', 'retryMail']) {
      expect(await api.call(app, operation, call)).toMatchObject({ code: 'scope_missing' });
      expect(await api.call(app, operation, { ...call, key: null })).toMatchObject({
        code: 'api_key_missing',
      });
    }
  });
});

it('pages are consecutive, and a cursor belongs to its filter', async () => {
  const first = await app.rest('GET', '/v1/operator/email/mails?limit=2');
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const { pathname, search, searchParams } = new URL(next, 'http://service.test');
  const second = await app.rest('GET', pathname + search);
  const query = `query($after: String) { mails(first: 2, after: $after) { nodes { mailId } pageInfo { hasNextPage endCursor } } }`;
  const after = searchParams.get('cursor');
  const { mails: page } = (await app.graphql(query, { after })).data;
  const last = (await app.graphql(query, { after: page.pageInfo.endCursor })).data.mails;
  const shown = [
    ...idsOf(first.body),
    ...idsOf(second.body),
    ...last.nodes.map(({ mailId }: { mailId: string }) => mailId),
  ];
  expect(shown).toEqual(mails.map(({ _id }) => _id));
  expect(last.pageInfo.hasNextPage).toBe(false);
  const other = await app.rest('GET', `/v1/operator/email/mails?status=sent&cursor=${after}`);
  expect(other.body.code).toBe('bad_cursor');
});
