import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { InboxMessage } from '../../../src/modules/inbox/inbox-message.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';

export const policyFile = fileURLToPath(
  new URL('../../fixtures/email-policy.json', import.meta.url),
);
export const desk = 'desk@example.com';
export const founder = 'founder@example.com';

export const startInboxApp = (env: Record<string, string> = {}) =>
  startTestApp({ EMAIL_POLICY_FILE: policyFile, ...env });

/** Returns a valid message body with a unique id. */
export const messageBody = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  external_message_id: randomUUID(),
  folder: 'INBOX',
  from_email: 'ada@example.org',
  received_at: '2026-01-31T11:58:00.000Z',
  ...fields,
});

/** Ingests a message. @returns its id */
export async function ingest(app: TestApp, fields: Record<string, unknown> = {}): Promise<string> {
  const body = messageBody(fields);
  const answer = await app.rest('POST', '/v1/operator/email/inbox/messages', { body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.message_id;
}

export const inboxOf = (app: TestApp) => app.db.collection<InboxMessage>('inbox_messages');

/** Returns a stored message without the outbox, which the relay empties. */
export const storedMessage = (app: TestApp, id: string) =>
  inboxOf(app).findOne({ _id: id }, { projection: { outbox: 0 } });

/** Returns the events about a message, oldest first. */
export async function eventsOf(app: TestApp, id: string): Promise<Json[]> {
  await app.services.relay.drain();
  const found = app.db.collection('events').find({ 'data.inbox_message_id': id });
  return found.sort({ seq: 1 }).toArray();
}
