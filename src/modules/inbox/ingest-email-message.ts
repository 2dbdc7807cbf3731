import { z } from 'zod';
import { scope } from '../../access.js';
import { canonicalJson } from '../../lib/canonical-json.js';
import { newId } from '../../lib/ids.js';
import { indexKey } from '../../lib/index-key.js';
import { freeObject, text, timestamp } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { laneOf, noLane } from '../job/lane.js';
import { routeMessage } from './email-policy.js';
import { type InboxMessage, senderKey } from './inbox-message.js';
import { InboxMessageChange } from './inbox-message-change.js';
import { type RelateNeeds, relatedJob } from './relate-message.js';

const bodyText = () => text(0, 50_000);
const address = () => text(5, 320);

/** EmailInboxMessageIn of the API. */
export const ingestEmailMessageInput = z
  .object({
    provider: text(2, 40)
      .optional()
      .describe('Provider that the message came from; omitted: that of the email policy.'),
    externalMessageId: text(2, 200).describe(
      'Id of the message at the provider, by which it is stored once.',
    ),
    mailbox: address()
      .nullish()
      .describe('Mailbox that received the message; null for the primary mailbox of the policy.'),
    folder: text(2, 80).describe('Folder of the mailbox.'),
    fromEmail: address().describe('Sender, as in the From header.'),
    toEmail: address().nullish().describe('Recipients, as in the To header.'),
    subject: text(0, 500).default('').describe('Subject.'),
    bodyText: bodyText().default('').describe('Body as plain text.'),
    bodyHtml: bodyText().nullish().describe('Body as HTML.'),
    internetMessageId: text(0, 500)
      .nullish()
      .describe('Message-ID header, by which an answer refers to the message.'),
    receivedAt: timestamp().describe('Time when the mailbox received the message.'),
    metadata: freeObject()
      .optional()
      .describe(
        'Further facts about the message; `in_reply_to` and `references` (Message-IDs) relate it to the mail that it answers.',
      ),
  })
  .meta({ document: 'EmailInboxMessageIn', description: 'A message of a mailbox.' });
type MessageInput = z.infer<typeof ingestEmailMessageInput>;

/** EmailInboxMessageIngestOut of the API. */
export interface IngestedMessage {
  status: 'stored' | 'duplicate';
  message: Pick<InboxMessage, '_id' | 'externalMessageId'>;
}

async function lane(services: Pick<Services, 'catalogue' | 'jobs'>, relatedJobId: string | null) {
  const job = relatedJobId === null ? null : await services.jobs.find(relatedJobId, {});
  return job ? laneOf(services.catalogue, job) : noLane;
}

/** Returns a message that is not stored yet, with its event. */
async function newMessage(
  services: RelateNeeds & Pick<Services, 'emailPolicy' | 'publicIntegratorId'>,
  input: MessageInput,
  provider: string,
) {
  const { emailPolicy, clock, publicIntegratorId } = services;
  const { mailbox, internetMessageId = null, metadata = {} } = input;
  const { toEmail = null, bodyHtml = null } = input;
  const message = {
    ...input,
    provider,
    mailbox: mailbox ?? emailPolicy.primary_mailbox,
    toEmail,
    bodyHtml,
  };
  const routing = routeMessage(emailPolicy, message);
  const relatedJobId = await relatedJob(services, { subject: input.subject, metadata });
  const now = clock.now();
  const draft: InboxMessage = {
    _id: newId(),
    integratorId: publicIntegratorId,
    status: routing.humanReviewRequired ? 'human_review' : 'new',
    provider,
    externalMessageId: message.externalMessageId,
    mailbox: message.mailbox,
    folder: message.folder,
    fromEmail: message.fromEmail,
    fromKey: senderKey(message.fromEmail),
    toEmail,
    subject: message.subject,
    bodyText: message.bodyText,
    bodyHtml,
    internetMessageId,
    ...(internetMessageId && { internetMessageKey: indexKey(internetMessageId) }),
    metadata: canonicalJson(metadata),
    ...routing,
    relatedJobId,
    ...(await lane(services, relatedJobId)),
    assignedAgent: null,
    handlingNotes: null,
    receivedAt: message.receivedAt,
    ingestedAt: now,
    qualifiedAt: null,
    firstResponseAt: null,
    revision: 0,
    updatedAt: now,
    outbox: [],
  };
  const { after, events } = new InboxMessageChange(draft, now).emitEvent('email.received', null);
  return { ...after, revision: 1, outbox: events };
}

/** Stores a message once, even if it is submitted several times or concurrently. */
async function ingest(
  services: RelateNeeds & Pick<Services, 'emailPolicy' | 'inbox' | 'publicIntegratorId'>,
  input: MessageInput,
): Promise<IngestedMessage> {
  const { inbox, emailPolicy } = services;
  const { provider = emailPolicy.provider, externalMessageId } = input;
  const known = await inbox.findByExternalId(provider, externalMessageId);
  if (known) return { status: 'duplicate', message: known };
  const stored = await inbox.insert(await newMessage(services, input, provider));
  if (stored) return { status: 'stored', message: stored };
  const first = await inbox.findByExternalId(provider, externalMessageId);
  if (!first) throw new Error(`message ${externalMessageId} was neither stored nor found`);
  return { status: 'duplicate', message: first };
}

export const ingestEmailMessage = operation({
  name: 'ingestEmailMessage',
  kind: 'mutation',
  description:
    'Ingest a message of a mailbox: it is stored and routed by the email policy. A message that was ingested before stays as it is.',
  access: scope('operator'),
  input: ingestEmailMessageInput,
  errors: [],
  example: {
    external_message_id: 'INBOX-4711',
    folder: 'INBOX',
    from_email: 'ada@example.org',
    to_email: 'service@verification.example',
    subject: 'When will the photos be taken?',
    body_text: 'Hello,\n\nthe shop closes at six.\n\nAda',
    internet_message_id: '<4711@example.org>',
    received_at: '2026-01-31T11:58:00Z',
  },
  rest: post('/v1/operator/email/inbox/messages', {
    tag: 'Email',
    summary: 'Store a message in the inbox',
  }),
  run: ({ services }, { input }) => ingest(services, input),
});
