import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readyReport, versionOf } from '../delivery/support/scene.js';
import { ingest, policyFile } from '../inbox/support/scene.js';
import { apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, startMailReceiver } from '../support/smtp.js';

const desk = 'desk@example.com';
const founder = 'founder@example.com';

let app: TestApp;
let receiver: MailReceiver;
/** Operator keys, by their actors. */
let agentKey: string;
let plainKey: string;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp({ EMAIL_POLICY_FILE: policyFile, ...mailSettings(receiver) });
  agentKey = await app.keyFor('agents', ['operator'], 'live', ['reply-agent', 'triage-agent']);
  plainKey = await app.keyFor('plain', ['operator']);
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

const create = `mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  apiKey { id actors } } }`;
const keyInput = (fields: object) => ({
  integrator: 'acme',
  label: 'agent',
  scopes: ['OPERATOR'],
  ...fields,
});
const keys = async () =>
  (await app.db.collection('integrators').find().toArray()).flatMap((one) => one['keys']);

describe('createApiKey', () => {
  it('stores each actor of the key once, and none by default', async () => {
    const actorsOf = async (fields: object) => {
      const { data } = await app.graphql(create, { input: keyInput(fields) });
      const { id, actors } = data.createApiKey.apiKey;
      const stored = (await keys()).find((key) => key.id === id);
      expect(stored.actors ?? []).toEqual(actors);
      return actors;
    };
    expect(await actorsOf({ actors: ['a1', 'b2', 'a1'] })).toEqual(['a1', 'b2']);
    expect(await actorsOf({})).toEqual([]);
  });

  it.each([
    ['an actor of one character', { actors: ['x'] }],
    ['an actor of 121 characters', { actors: ['x'.repeat(121)] }],
    ['21 actors', { actors: Array.from({ length: 21 }, (_, i) => `agent-${i}`) }],
    ['an actor of the service', { actors: ['system'] }],
    ['an actor with spaces around it', { actors: ['founder_console '] }],
    ['an actor on a test key', { actors: ['bot'], mode: 'TEST', scopes: ['JOBS_READ'] }],
  ])('rejects %s', async (_, fields) => {
    const before = (await keys()).length;
    const { errors } = await app.graphql(create, { input: keyInput(fields) });
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    expect(await keys()).toHaveLength(before);
  });

  it('grants the actors of the calling key, and any actor to a key with founder_console', async () => {
    const code = async (actors: string[], key: string) => {
      const { errors } = await app.graphql(create, { input: keyInput({ actors }) }, { key });
      return errors?.[0]?.extensions['code'];
    };
    const before = (await keys()).length;
    expect(await code(['founder_console'], agentKey)).toBe('ACTOR_NOT_ALLOWED');
    expect(await code(['reply-agent', 'other'], agentKey)).toBe('ACTOR_NOT_ALLOWED');
    expect(await code(['reply-agent'], plainKey)).toBe('ACTOR_NOT_ALLOWED');
    expect(await keys()).toHaveLength(before);
    expect(await code(['reply-agent'], agentKey)).toBeUndefined();
    const second = await app.keyFor('second', ['operator'], 'live', ['founder_console']);
    expect(await code(['anything'], second)).toBeUndefined();
  });
});

describe.each(apis)('an actor over $name', (api) => {
  const mails = () => app.db.collection('mails');
  const letter = (fields: object) => ({
    from_alias: desk,
    to_email: 'reader@example.org',
    subject: 'Hello',
    body_text: 'Hello.',
    ...fields,
  });
  const send = (fields: object, key?: string) =>
    api.call(app, 'sendEmail', { input: letter(fields), ...(key && { key }) });

  it('sends the mails of the keys that have it', async () => {
    const { body } = await send({ actor: 'triage-agent' }, agentKey);
    expect(body).toMatchObject({ accepted: true, actor: 'triage-agent' });
    expect(await mails().findOne({ _id: body.submission_id })).toMatchObject({
      actor: 'triage-agent',
    });
    expect((await send({ from_alias: founder })).body).toMatchObject({ actor: 'founder_console' });
  });

  it('sends no mail with any other key', async () => {
    const before = await mails().countDocuments();
    const arrived = receiver.mails.length;
    const related_message_id = await ingest(app);
    for (const [fields, key] of [
      [{}, agentKey],
      [{}, plainKey],
      [{ from_alias: founder, actor: 'founder_console' }, agentKey],
      [{ actor: 'Reply-Agent' }, agentKey],
      [{ actor: 'reply-agent', related_message_id }, plainKey],
      [{ actor: 'reply-agent' }, undefined],
    ] as const) {
      expect((await send(fields, key)).code).toBe('actor_not_allowed');
    }
    expect(await mails().countDocuments()).toBe(before);
    expect(receiver.mails).toHaveLength(arrived);
  });

  it('uses the aliases of the email policy for that actor', async () => {
    const { code } = await send({ from_alias: founder, actor: 'reply-agent' }, agentKey);
    expect(code).toBe('alias_not_allowed');
  });

  it('delivers reports with keys that have it, and with no other key', async () => {
    const { jobId } = await readyReport(app);
    const deliver = (input: object, key?: string) =>
      api.call(app, 'deliverRealityReport', {
        id: jobId,
        input: { send_email: false, ...input },
        ...(key && { key }),
      });
    const before = await versionOf(app, jobId);
    expect((await deliver({}, plainKey)).code).toBe('actor_not_allowed');
    expect((await deliver({ actor: 'reply-agent' })).code).toBe('actor_not_allowed');
    expect(await versionOf(app, jobId)).toEqual(before);
    expect((await deliver({})).code).toBeUndefined();
    expect((await deliver({ actor: 'reply-agent' }, agentKey)).code).toBeUndefined();
    const actors = (await versionOf(app, jobId)).deliveries?.map(({ actor }) => actor);
    expect(actors).toEqual(['system', 'founder_console', 'reply-agent']);
  });
});

it('is 403 with the code and a hint over REST', async () => {
  const { status, body } = await app.rest('POST', '/v1/operator/email/outbound', {
    key: plainKey,
    body: { from_alias: desk, to_email: 'a@example.org', subject: 'Hello', body_text: 'Hello.' },
  });
  expect(status).toBe(403);
  expect(body).toMatchObject({ code: 'actor_not_allowed', title: 'Actor not allowed' });
});
