import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailProcessingTransitions } from '../../src/modules/inbox/inbox-message.js';
import { apis, restApi } from '../support/apis.js';
import { jobBody, type TestApp } from '../support/app.js';
import {
  desk,
  eventsOf,
  founder,
  inboxOf,
  ingest,
  messageBody,
  policyFile,
  startInboxApp,
  storedMessage,
} from './support/scene.js';

let app: TestApp;
let operator: string;
let reader: string;
beforeAll(async () => {
  app = await startInboxApp();
  operator = await app.keyFor('desk', ['operator']);
  reader = await app.keyFor('founder', ['operator', 'inbox:private']);
});
afterAll(() => app.stop());

const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
const countAll = () => inboxOf(app).countDocuments();
const unknownId = '019c1000-0000-7000-8000-00000000ffff';

describe.each(apis)('ingestEmailMessage over $name', (api) => {
  it('stores a message as received, and returns the documented keys', async () => {
    const metadata = { '$a.b': 1, 'x.y': [null, 1.5, { '': '' }], labels: ['b', 'a'] };
    const input = messageBody({
      provider: 'exchange',
      mailbox: 'second@example.com',
      from_email: ' Ada@Example.ORG',
      to_email: `Desk <${desk}>`,
      subject: 'Photos 😀',
      body_text: 'When?',
      body_html: '<p>When?</p>',
      internet_message_id: '<1@example.org>',
      metadata,
    });
    const { body } = await api.call(app, 'ingestEmailMessage', { input });
    expect(body).toEqual({
      accepted: true,
      status: 'stored',
      message_id: expect.any(String),
      external_message_id: input['external_message_id'],
    });
    const stored = await storedMessage(app, body.message_id);
    expect(stored).toEqual({
      _id: body.message_id,
      shape: 1,
      integratorId: app.services.publicIntegratorId,
      status: 'new',
      provider: 'exchange',
      externalMessageId: input['external_message_id'],
      mailbox: 'second@example.com',
      folder: 'INBOX',
      fromEmail: ' Ada@Example.ORG',
      fromKey: 'ada@example.org',
      toEmail: `Desk <${desk}>`,
      subject: 'Photos 😀',
      bodyText: 'When?',
      bodyHtml: '<p>When?</p>',
      internetMessageId: '<1@example.org>',
      internetMessageKey: '<1@example.org>',
      metadata: '{"$a.b":1,"labels":["b","a"],"x.y":[null,1.5,{"":""}]}',
      routingClass: 'support',
      humanReviewRequired: false,
      founderPrivate: false,
      allowedAgents: ['triage-agent', 'reply-agent'],
      assignedAgent: null,
      handlingNotes: null,
      relatedJobId: null,
      laneKey: null,
      marketCity: null,
      marketCityKey: null,
      receivedAt: new Date('2026-01-31T11:58:00Z'),
      ingestedAt: expect.any(Date),
      updatedAt: stored?.ingestedAt,
      qualifiedAt: null,
      firstResponseAt: null,
      revision: 1,
    });
    const shown = await api.call(app, 'emailMessage', { id: body.message_id });
    expect(shown.body).toEqual({
      id: body.message_id,
      provider: 'exchange',
      external_message_id: input['external_message_id'],
      mailbox: 'second@example.com',
      folder: 'INBOX',
      from_email: ' Ada@Example.ORG',
      to_email: `Desk <${desk}>`,
      subject: 'Photos 😀',
      body_text: 'When?',
      body_html: '<p>When?</p>',
      internet_message_id: '<1@example.org>',
      metadata,
      routing_class: 'support',
      processing_status: 'new',
      human_review_required: false,
      founder_private: false,
      allowed_agents: ['triage-agent', 'reply-agent'],
      assigned_agent: null,
      handling_notes: null,
      related_job_id: null,
      lane_key: null,
      market_city: null,
      market_city_key: null,
      received_at: '2026-01-31T11:58:00.000Z',
      ingested_at: stored?.ingestedAt.toISOString(),
      updated_at: stored?.ingestedAt.toISOString(),
      qualified_at: null,
      first_response_at: null,
    });
    expect(await eventsOf(app, body.message_id)).toMatchObject([
      { type: 'email.received', data: { status: 'new', previous_status: null }, revision: 1 },
    ]);
  });

  it('uses provider and mailbox of the policy, and null for omitted fields', async () => {
    const { body } = await api.call(app, 'ingestEmailMessage', { input: messageBody() });
    const stored = await storedMessage(app, body.message_id);
    expect(stored).toMatchObject({
      provider: 'imap',
      mailbox: desk,
      toEmail: null,
      subject: '',
      bodyText: '',
      bodyHtml: null,
      internetMessageId: null,
      metadata: '{}',
    });
    expect(stored).not.toHaveProperty('internetMessageKey');
  });

  it('keeps the first of two messages with one id, even if the second has other content', async () => {
    const input = messageBody({ subject: 'First' });
    const { body: first } = await api.call(app, 'ingestEmailMessage', { input });
    const before = await storedMessage(app, first.message_id);
    const again = await api.call(app, 'ingestEmailMessage', {
      input: { ...input, subject: 'Second', folder: 'Founder' },
    });
    expect(again.body).toEqual({ ...first, status: 'duplicate' });
    expect(await storedMessage(app, first.message_id)).toEqual(before);
    // Ids are unique only within a provider.
    const other = { ...input, provider: 'exchange' };
    expect((await api.call(app, 'ingestEmailMessage', { input: other })).body.status).toBe(
      'stored',
    );
  });

  it.each([
    ['Billing', {}, 'human_only', 'human_review'],
    ['Founder', {}, 'founder_private', 'human_review'],
    ['INBOX', { to_email: founder }, 'founder_private', 'new'],
    ['Spam', {}, 'unrouted', 'new'],
  ])('routes %s %j as %s, %s', async (folder, fields, routingClass, status) => {
    const input = messageBody({ folder, ...fields });
    const { body } = await api.call(app, 'ingestEmailMessage', { input });
    expect(await storedMessage(app, body.message_id)).toMatchObject({ routingClass, status });
  });

  const text = (length: number) => '😀'.repeat(length);
  it.each([
    { external_message_id: 'x' },
    { external_message_id: text(201) },
    { external_message_id: undefined },
    { folder: 'x' },
    { folder: text(81) },
    { from_email: 'a@b.' },
    { from_email: text(321) },
    { received_at: undefined },
    { received_at: 'yesterday' },
    { provider: 'x' },
    { provider: text(41) },
    { mailbox: 'a@b.' },
    { mailbox: text(321) },
    { to_email: 'a@b.' },
    { to_email: text(321) },
    { subject: text(501) },
    { body_text: 'x'.repeat(50_001) },
    { body_html: 'x'.repeat(50_001) },
    { internet_message_id: text(501) },
    { metadata: nested(51) },
  ])('rejects values outside the documented bounds, and stores nothing', async (fields) => {
    const before = await countAll();
    const answer = await api.call(app, 'ingestEmailMessage', { input: messageBody(fields) });
    expect(answer.code).toBe('invalid_input');
    expect(await countAll()).toBe(before);
  });

  it('accepts values at the documented bounds', async () => {
    const input = messageBody({
      external_message_id: text(200),
      // Unique for each API, so that the message is stored twice.
      provider: text(39) + api.name[0],
      mailbox: text(320),
      to_email: text(320),
      from_email: text(320),
      folder: text(80),
      subject: text(500),
      body_text: text(25_000),
      body_html: 'x'.repeat(50_000),
      internet_message_id: text(500),
      metadata: nested(50),
    });
    const { body, code } = await api.call(app, 'ingestEmailMessage', { input });
    expect(code).toBeUndefined();
    const { body: shown } = await api.call(app, 'emailMessage', { id: body.message_id });
    expect(shown).toMatchObject(input);
  });
});

it('stores one document for fifty identical concurrent messages', async () => {
  const input = messageBody({ subject: 'Raced' });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => restApi.call(app, 'ingestEmailMessage', { input })),
  );
  const statuses = answers.map(({ code, body }) => code ?? body.status);
  expect(statuses.filter((status) => status === 'stored')).toHaveLength(1);
  expect(statuses.filter((status) => status === 'duplicate')).toHaveLength(49);
  expect(new Set(answers.map(({ body }) => body.message_id)).size).toBe(1);
  expect(await inboxOf(app).countDocuments({ subject: 'Raced' })).toBe(1);
  expect(await eventsOf(app, answers[0]?.body.message_id)).toHaveLength(1);
});

describe('a message that names a job', () => {
  const about = async (fields: object) => storedMessage(app, await ingest(app, { ...fields }));

  it('is related to it by its id in the subject, and to its lane', async () => {
    const { body: job } = await app.rest('POST', '/v1/jobs', {
      body: jobBody({ service_key: 'storefront_open' }),
    });
    const subject = `Re: ${unknownId} and job ${job.job_id.toUpperCase()}`;
    expect(await about({ subject })).toMatchObject({
      relatedJobId: job.job_id,
      laneKey: 'berlin:storefront_open',
      marketCity: 'Berlin',
      marketCityKey: 'berlin',
    });
    expect(await about({ subject: `Re: ${unknownId}` })).toMatchObject({ relatedJobId: null });
  });

  it('is related by the id of its request, and by the mail that it answers', async () => {
    const { body: check } = await app.rest('POST', '/v1/public/site-checks', {
      key: null,
      body: { ...jobBody(), nonce: undefined },
    });
    const related = { relatedJobId: check.job_id, laneKey: 'berlin:default' };
    expect(await about({ subject: `[${check.request_id}]` })).toMatchObject(related);
    const { messageId } = await app.services.mails.queue({
      kind: 'outbound',
      to: 'ada@example.org',
      about: { requestId: check.request_id },
    });
    const { body: other } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
    const metadata = { references: `<none@example.org> <${messageId}>` };
    // The thread takes precedence over the subject.
    expect(await about({ metadata, subject: other.job_id })).toMatchObject(related);
  });

  it('has no lane if the job has no possible position', async () => {
    const { body: job } = await app.rest('POST', '/v1/jobs', { body: jobBody({ latitude: 91 }) });
    expect(await about({ subject: job.job_id })).toMatchObject({
      relatedJobId: job.job_id,
      laneKey: null,
      marketCityKey: null,
    });
  });
});

describe.each(apis)('a private message over $name', (api) => {
  const content = {
    subject: 'Board',
    body_text: 'Secret',
    body_html: '<b>Secret</b>',
    metadata: { labels: ['board'] },
  };
  const empty = {
    subject: '',
    body_text: '',
    body_html: null,
    metadata: {},
    founder_private: true,
  };
  const input = { from_alias: desk };

  it('is empty for an operator, and complete for a key with inbox:private', async () => {
    const id = await ingest(app, { folder: 'Founder', ...content });
    const get = async (key: string) => (await api.call(app, 'emailMessage', { id, key })).body;
    const shown = await get(operator);
    expect(shown).toMatchObject(empty);
    expect(shown.metadata).toEqual({});
    expect(await get(reader)).toMatchObject({ ...content, founder_private: true });
    const set = { processing_status: 'triaged', handling_notes: 'Read.' };
    const moved = await api.call(app, 'setEmailMessageStatus', { id, input: set, key: operator });
    expect(moved.body).toMatchObject({ ...empty, ...set });
    expect(await storedMessage(app, id)).toMatchObject({ subject: 'Board', bodyText: 'Secret' });
    expect(JSON.stringify(await eventsOf(app, id))).not.toMatch(/Board|Secret/);
    const listed = await api.call(app, 'emailMessages', { key: operator });
    expect(JSON.stringify(listed.body)).not.toMatch(/Secret|"Board"/);
    const listedWhole = await api.call(app, 'emailMessages', { key: reader });
    expect(JSON.stringify(listedWhole.body)).toMatch(/Secret/);
  });

  it('gets a draft reply without an excerpt', async () => {
    const id = await ingest(app, { folder: 'Founder', ...content });
    const draft = async (key: string) =>
      (await api.call(app, 'draftEmailReply', { id, input, key })).body;
    expect(await draft(operator)).toMatchObject({ subject: 'Re:', body_text: '' });
    expect(await draft(reader)).toMatchObject({ subject: 'Re: Board' });
    expect((await draft(reader)).body_text).toContain('> Secret');
  });
});

describe.each(apis)('setEmailMessageStatus over $name', (api) => {
  const set = (id: string, input: Record<string, unknown>) =>
    api.call(app, 'setEmailMessageStatus', { id, input });

  it('moves a message, and records once when work on it began', async () => {
    const id = await ingest(app);
    const first = await set(id, { processing_status: 'triaged' });
    const stored = await storedMessage(app, id);
    expect(stored).toMatchObject({ status: 'triaged', revision: 2, qualifiedAt: expect.any(Date) });
    expect(first.body).toMatchObject({
      processing_status: 'triaged',
      qualified_at: stored?.qualifiedAt?.toISOString(),
    });
    app.advance(1000);
    await set(id, { processing_status: 'human_review' });
    const last = await set(id, { processing_status: 'in_progress' });
    expect(last.body.qualified_at).toBe(stored?.qualifiedAt?.toISOString());
    const events = await eventsOf(app, id);
    expect(events.map(({ data }) => [data.previous_status, data.status])).toEqual([
      [null, 'new'],
      ['new', 'triaged'],
      ['triaged', 'human_review'],
      ['human_review', 'in_progress'],
    ]);
  });

  it('rejects transitions outside the table, and changes nothing', async () => {
    const id = await ingest(app);
    await set(id, { processing_status: 'resolved' });
    const before = await storedMessage(app, id);
    expect(emailProcessingTransitions.resolved).toEqual(['in_progress']);
    const answer = await set(id, { processing_status: 'triaged', handling_notes: 'Again.' });
    expect(answer.code).toBe('invalid_transition');
    expect(await storedMessage(app, id)).toEqual(before);
    expect(await eventsOf(app, id)).toHaveLength(2);
  });

  it('keeps omitted fields, removes null ones, and emits nothing for the same status', async () => {
    const { body: job } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
    const id = await ingest(app);
    const fields = {
      assigned_agent: 'reply-agent',
      handling_notes: 'Calls back.',
      related_job_id: job.job_id,
    };
    const { body } = await set(id, { processing_status: 'new', ...fields });
    expect(body).toMatchObject({ ...fields, lane_key: 'berlin:default', market_city: 'Berlin' });
    const kept = await set(id, { processing_status: 'triaged' });
    expect(kept.body).toMatchObject({ ...fields, lane_key: 'berlin:default' });
    const nothing = { assigned_agent: null, handling_notes: null, related_job_id: null };
    const cleared = await set(id, { processing_status: 'triaged', ...nothing });
    expect(cleared.body).toMatchObject({ ...nothing, lane_key: null, market_city_key: null });
    const before = await storedMessage(app, id);
    expect(before?.revision).toBe(4);
    await set(id, { processing_status: 'triaged', ...nothing });
    expect(await storedMessage(app, id)).toEqual(before);
    expect((await eventsOf(app, id)).map(({ data }) => data.status)).toEqual(['new', 'triaged']);
  });

  it('rejects an agent whom the folder does not list, and accepts any if it lists none', async () => {
    const id = await ingest(app);
    const before = await storedMessage(app, id);
    const input = { processing_status: 'triaged', assigned_agent: 'other-agent' };
    expect((await set(id, input)).code).toBe('agent_not_allowed');
    expect(await storedMessage(app, id)).toEqual(before);
    const free = await ingest(app, { folder: 'Spam' });
    expect((await set(free, input)).body.assigned_agent).toBe('other-agent');
  });

  it('rejects an unknown job and an unknown message, the message first', async () => {
    const id = await ingest(app);
    const before = await storedMessage(app, id);
    const input = { processing_status: 'triaged', related_job_id: unknownId };
    expect((await set(id, input)).code).toBe('job_not_found');
    expect(await storedMessage(app, id)).toEqual(before);
    expect((await set(unknownId, input)).code).toBe('email_message_not_found');
    expect((await api.call(app, 'emailMessage', { id: 'none' })).code).toBe(
      'email_message_not_found',
    );
  });

  it.each([
    { processing_status: 'closed' },
    { processing_status: undefined },
    { processing_status: 'triaged', assigned_agent: 'x' },
    { processing_status: 'triaged', assigned_agent: 'x'.repeat(121) },
    { processing_status: 'triaged', handling_notes: 'x'.repeat(4001) },
    { processing_status: 'triaged', related_job_id: 'xx' },
    { processing_status: 'triaged', related_job_id: 'x'.repeat(37) },
  ])('rejects %j', async (input) => {
    const id = await ingest(app);
    const before = await storedMessage(app, id);
    const answer = await set(id, input);
    // GraphQL has its own message for an unknown enum value.
    expect(['invalid_input', 'bad_user_input', 'graphql_validation_failed']).toContain(answer.code);
    expect(await storedMessage(app, id)).toEqual(before);
  });
});

describe.each(apis)('draftEmailReply over $name', (api) => {
  const draft = (id: string, input: Record<string, unknown>) =>
    api.call(app, 'draftEmailReply', { id, input });

  it('returns the same twice, with the documented keys, and writes nothing', async () => {
    const id = await ingest(app, { subject: 'Photos', body_text: 'When?\n\nAda' });
    const before = await storedMessage(app, id);
    const input = { from_alias: founder, body_intro: 'Today.', closing: 'Bye' };
    const { body } = await draft(id, input);
    expect(body).toEqual({
      message_id: id,
      folder: 'INBOX',
      from_alias: founder,
      to_email: 'ada@example.org',
      subject: 'Re: Photos',
      body_text:
        'Today.\n\nOn 2026-01-31T11:58:00.000Z, ada@example.org wrote:\n> When?\n> \n> Ada\n\nBye',
      human_review_required: true,
    });
    expect((await draft(id, input)).body).toEqual(body);
    const none = await draft(id, { ...input, max_original_excerpt_chars: 0 });
    expect(none.body.body_text).toBe('Today.\n\nBye');
    expect(await storedMessage(app, id)).toEqual(before);
    expect(await eventsOf(app, id)).toHaveLength(1);
  });

  it('rejects an alias that the policy does not name, and an unknown message', async () => {
    const id = await ingest(app);
    const stranger = { from_alias: 'stranger@example.com' };
    expect((await draft(id, stranger)).code).toBe('alias_not_allowed');
    expect((await draft(unknownId, stranger)).code).toBe('email_message_not_found');
  });

  it.each([
    { from_alias: undefined },
    { from_alias: 'a@b.' },
    { body_intro: 'x'.repeat(4001) },
    { closing: 'x'.repeat(1001) },
    { max_original_excerpt_chars: -1 },
    { max_original_excerpt_chars: 5001 },
    { max_original_excerpt_chars: 1.5 },
  ])('rejects %j', async (fields) => {
    const { code } = await draft(await ingest(app), { from_alias: desk, ...fields });
    expect(['invalid_input', 'bad_user_input']).toContain(code);
  });
});

it.each(apis)('returns the policy of the file over $name', async (api) => {
  const { default: file } = await import(policyFile, { with: { type: 'json' } });
  const { body } = await api.call(app, 'emailInboxPolicy');
  const folder = {
    human_review_required: false,
    founder_private: false,
    allowed_agents: [],
    notes: '',
  };
  expect(body).toEqual({
    ...file,
    routing_model: 'folder_address_actions',
    folder_policies: file.folder_policies.map((one: object) => ({ ...folder, ...one })),
  });
});

describe.each(apis)('the privacy of the founder over $name', (api) => {
  it.each([
    { from_email: 'founder@example.com.' },
    { from_email: 'Founder <founder+taxes@example.com>' },
    { to_email: '"founder"@example.com' },
    { to_email: 'ada@example.org, ｆounder＠example.com' },
    { mailbox: 'FOUNDER@EXAMPLE.COM' },
    { folder: ' Founder ' },
    { folder: 'INBOX.Founder' },
    { folder: 'Founder/2026' },
    { folder: 'Archive\\founder' },
    { from_email: 'founder at example.com' },
  ])('covers a message with %j', async (fields) => {
    const input = messageBody({ subject: 'Secret', body_text: 'Secret', ...fields });
    const { body } = await api.call(app, 'ingestEmailMessage', { input });
    const id = body.message_id;
    expect(await storedMessage(app, id)).toMatchObject({
      routingClass: 'founder_private',
      founderPrivate: true,
      subject: 'Secret',
    });
    const shown = { founder_private: true, subject: '', body_text: '' };
    expect((await api.call(app, 'emailMessage', { id, key: operator })).body).toMatchObject(shown);
    expect((await api.call(app, 'emailMessage', { id, key: reader })).body).toMatchObject({
      subject: 'Secret',
      body_text: 'Secret',
    });
  });

  it('leaves a message with an address that cannot be parsed to people', async () => {
    const input = messageBody({ to_email: 'ada at example.org' });
    const { body } = await api.call(app, 'ingestEmailMessage', { input });
    expect(await storedMessage(app, body.message_id)).toMatchObject({
      status: 'human_review',
      humanReviewRequired: true,
      founderPrivate: true,
    });
  });
});
