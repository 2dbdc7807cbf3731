import { builder } from '../../graphql/builder.js';
import { pagedList } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { draftEmailReply } from './draft-email-reply.js';
import type { EmailFolderPolicy, EmailPolicy } from './email-policy.js';
import { getEmailInboxPolicy } from './get-email-inbox-policy.js';
import { getEmailMessage } from './get-email-message.js';
import { emailProcessingStatus, type InboxMessage } from './inbox-message.js';
import { type IngestedMessage, ingestEmailMessage } from './ingest-email-message.js';
import { listEmailMessages } from './list-email-messages.js';
import type { ReplyDraft } from './reply-draft.js';
import { type OutboundEmail, sendEmail } from './send-email.js';
import { setEmailMessageStatus } from './set-email-message-status.js';

const ProcessingStatusRef = enumType(
  'EmailProcessingStatus',
  emailProcessingStatus,
  'Where the work on an inbox message stands.',
  {
    new: 'Nobody has looked at the message.',
    triaged: 'The message was assessed; work on it has not begun.',
    in_progress: 'The message is being handled.',
    human_review: 'A person must look at the message.',
    resolved: 'The message was handled.',
    ignored: 'The message needs no handling.',
  },
);

const maybe = (description: string) => ({ nullable: true, description }) as const;
const time = (description: string) => ({ type: 'DateTime', description }) as const;
const maybeTime = (description: string) => ({ ...time(description), nullable: true }) as const;

const EmailMessageRef = builder.objectRef<InboxMessage>('EmailMessage').implement({
  extensions: { document: 'EmailInboxMessageOut' },
  description: 'A message of a mailbox in the inbox (EmailInboxMessageOut).',
  fields: (t) => ({
    id: t.expose('_id', { type: 'UUID', description: 'Id of the message, a UUIDv7.' }),
    provider: t.exposeString('provider', { description: 'Provider that the message came from.' }),
    externalMessageId: t.exposeString('externalMessageId', {
      description: 'Id of the message at the provider.',
    }),
    mailbox: t.exposeString('mailbox', { description: 'Mailbox that received the message.' }),
    folder: t.exposeString('folder', { description: 'Folder of the mailbox.' }),
    fromEmail: t.exposeString('fromEmail', { description: 'Sender.' }),
    toEmail: t.exposeString('toEmail', maybe('Recipients; null when not given.')),
    subject: t.exposeString('subject', {
      description: 'Subject; empty when the message is private and the key lacks `inbox:private`.',
    }),
    bodyText: t.exposeString('bodyText', {
      description: 'Body as plain text; empty as the subject is.',
    }),
    bodyHtml: t.exposeString('bodyHtml', maybe('Body as HTML; null when not given or private.')),
    internetMessageId: t.exposeString(
      'internetMessageId',
      maybe('Message-ID header; null when not given.'),
    ),
    metadata: t.field({
      type: 'JSONObject',
      description: 'Further facts about the message, as given; empty as the subject is.',
      resolve: ({ metadata }) => JSON.parse(metadata),
    }),
    routingClass: t.exposeString('routingClass', {
      description:
        'Queue of the folder, or `founder_private`, `human_only`, `unrouted`; set when the message was stored.',
    }),
    processingStatus: t.field({
      type: ProcessingStatusRef,
      description: 'Current status of the work on the message.',
      resolve: ({ status }) => status,
    }),
    humanReviewRequired: t.exposeBoolean('humanReviewRequired', {
      description: 'Whether a person must look at the message before it is answered.',
    }),
    founderPrivate: t.exposeBoolean('founderPrivate', {
      description: 'Whether only keys with `inbox:private` can read what the message says.',
    }),
    allowedAgents: t.exposeStringList('allowedAgents', {
      description: 'Agents that may be assigned; empty for any.',
    }),
    assignedAgent: t.exposeString(
      'assignedAgent',
      maybe('Agent that handles the message; null when none is assigned.'),
    ),
    handlingNotes: t.exposeString('handlingNotes', maybe('Notes on the handling; null without.')),
    relatedJobId: t.exposeString(
      'relatedJobId',
      maybe('Id of the job that the message is about; null when none is known.'),
    ),
    laneKey: t.exposeString(
      'laneKey',
      maybe('Market city and service of the related job, as `berlin:default`; null without one.'),
    ),
    marketCity: t.exposeString(
      'marketCity',
      maybe('Market city nearest to the related job; null without one.'),
    ),
    marketCityKey: t.exposeString(
      'marketCityKey',
      maybe('Key of the market city in the catalogue; null without one.'),
    ),
    receivedAt: t.expose('receivedAt', time('Time when the mailbox received the message.')),
    ingestedAt: t.expose('ingestedAt', time('Time when the message was stored here.')),
    updatedAt: t.expose('updatedAt', time('Time of the latest change.')),
    qualifiedAt: t.expose(
      'qualifiedAt',
      maybeTime(
        'Time when the message was first taken up from `new` or `human_review`; null before.',
      ),
    ),
    firstResponseAt: t.expose(
      'firstResponseAt',
      maybeTime('Time when a mail server accepted the first answer; null before.'),
    ),
  }),
});

const EmailMessageListRef = pagedList('EmailMessageList', EmailMessageRef, {
  document: 'EmailInboxMessageListOut',
  description: 'One page of inbox messages (EmailInboxMessageListOut).',
});

const IngestedMessageRef = builder.objectRef<IngestedMessage>('IngestedEmailMessage').implement({
  extensions: { document: 'EmailInboxMessageIngestOut' },
  description: 'What became of a message handed over (EmailInboxMessageIngestOut).',
  fields: (t) => ({
    accepted: t.boolean({
      description: 'Always true: the message is in the inbox.',
      resolve: () => true,
    }),
    status: t.exposeString('status', {
      description: '`stored`, or `duplicate` when the message was there already.',
    }),
    messageId: t.field({
      type: 'UUID',
      description: 'Id of the message in the inbox.',
      resolve: ({ message }) => message._id,
    }),
    externalMessageId: t.string({
      description: 'Id of the message at the provider.',
      resolve: ({ message }) => message.externalMessageId,
    }),
  }),
});

const FolderPolicyRef = builder.objectRef<EmailFolderPolicy>('EmailFolderPolicy').implement({
  extensions: { document: 'EmailFolderPolicyOut' },
  description: 'How messages of one folder are handled (EmailFolderPolicyOut).',
  fields: (t) => ({
    folder: t.exposeString('folder', { description: 'Folder of the mailbox.' }),
    defaultQueue: t.exposeString('default_queue', {
      description: 'Routing class of its messages.',
    }),
    humanReviewRequired: t.exposeBoolean('human_review_required', {
      description: 'Whether a person must look at its messages before they are answered.',
    }),
    founderPrivate: t.exposeBoolean('founder_private', {
      description: 'Whether its messages are private.',
    }),
    allowedAgents: t.exposeStringList('allowed_agents', {
      description: 'Agents that may be assigned; empty for any.',
    }),
    notes: t.exposeString('notes', { description: 'Notes for operators.' }),
  }),
});

const InboxPolicyRef = builder.objectRef<EmailPolicy>('EmailInboxPolicy').implement({
  extensions: { document: 'EmailInboxPolicyOut' },
  description: 'Who reads which folder and sends under which alias (EmailInboxPolicyOut).',
  fields: (t) => ({
    provider: t.exposeString('provider', {
      description: 'Provider of messages that name none, and of outbound mail.',
    }),
    primaryMailbox: t.exposeString('primary_mailbox', {
      description: 'Mailbox of messages that name none.',
    }),
    founderPrivateAddresses: t.exposeStringList('founder_private_addresses', {
      description: 'Addresses whose mail is private.',
    }),
    routingModel: t.exposeString('routing_model', {
      description: 'How messages are routed: `folder_address_actions`.',
    }),
    watchedFolders: t.exposeStringList('watched_folders', {
      description: 'Folders whose messages are to be handed over.',
    }),
    humanOnlyFolders: t.exposeStringList('human_only_folders', {
      description: 'Folders that only people answer.',
    }),
    founderPrivateFolders: t.exposeStringList('founder_private_folders', {
      description: 'Folders whose messages are private.',
    }),
    folderPolicies: t.field({
      type: [FolderPolicyRef],
      description: 'How messages of each folder are handled.',
      resolve: ({ folder_policies }) => folder_policies,
    }),
    agentSendAliases: t.exposeStringList('agent_send_aliases', {
      description: 'Aliases of the actors that have none of their own.',
    }),
    systemSendAliases: t.exposeStringList('system_send_aliases', {
      description: 'Aliases of automatic mail.',
    }),
    humanOnlyAliases: t.exposeStringList('human_only_aliases', {
      description: 'Aliases of people.',
    }),
    sendAliasesByActor: t.expose('send_aliases_by_actor', {
      type: 'JSONObject',
      description: 'Aliases that each actor may use, by the name of the actor.',
    }),
  }),
});

const ReplyDraftRef = builder.objectRef<ReplyDraft>('EmailReplyDraft').implement({
  extensions: { document: 'EmailReplyDraftOut' },
  description: 'A draft of an answer (EmailReplyDraftOut).',
  fields: (t) => ({
    messageId: t.expose('messageId', { type: 'UUID', description: 'Id of the message answered.' }),
    folder: t.exposeString('folder', { description: 'Folder of the message.' }),
    fromAlias: t.exposeString('fromAlias', { description: 'Alias to answer from.' }),
    toEmail: t.exposeString('toEmail', { description: 'Address of the sender, without a name.' }),
    subject: t.exposeString('subject', { description: 'Subject, with one `Re: `.' }),
    bodyText: t.exposeString('bodyText', { description: 'Introduction, excerpt and closing.' }),
    humanReviewRequired: t.exposeBoolean('humanReviewRequired', {
      description: 'Whether a person must look at the draft before it is sent.',
    }),
  }),
});

const OutboundEmailRef = builder.objectRef<OutboundEmail>('OutboundEmail').implement({
  extensions: { document: 'EmailOutboundSendOut' },
  description: 'A mail that was sent, or is being retried (EmailOutboundSendOut).',
  fields: (t) => ({
    accepted: t.boolean({
      description: 'Whether the mail server accepted the mail; false while it is retried.',
      resolve: ({ mail }) => mail.status === 'sent',
    }),
    provider: t.exposeString('provider', { description: 'Provider of the email policy.' }),
    externalMessageId: t.string({
      description: 'Message-ID of the mail, without angle brackets.',
      resolve: ({ mail }) => mail.messageId,
    }),
    submissionId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'Id of the mail, to read it or retry it by.',
      resolve: ({ mail }) => mail._id,
    }),
    fromAlias: t.string({
      description: 'Alias that it was sent from.',
      resolve: ({ mail }) => mail.from ?? '',
    }),
    toEmail: t.string({ description: 'Recipient.', resolve: ({ mail }) => mail.to ?? '' }),
    subject: t.string({ description: 'Subject.', resolve: ({ mail }) => mail.subject ?? '' }),
    actor: t.exposeString('actor', { description: 'Person or agent that sent it.' }),
  }),
});

mutation(ingestEmailMessage, IngestedMessageRef);
query(listEmailMessages, EmailMessageListRef);
query(getEmailMessage, EmailMessageRef);
mutation(setEmailMessageStatus, EmailMessageRef);
query(getEmailInboxPolicy, InboxPolicyRef);
mutation(draftEmailReply, ReplyDraftRef);
mutation(sendEmail, OutboundEmailRef);
