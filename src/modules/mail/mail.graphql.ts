import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { getMail } from './get-mail.js';
import { listMails } from './list-mails.js';
import { type Mail, type MailAbout, mailChannel, mailKind, mailStatus } from './mail.js';
import { retryMail } from './retry-mail.js';

const MailStatusRef = enumType('MailStatus', mailStatus, 'Status of a mail.', {
  queued: 'The mail waits for its first or next attempt.',
  sending: 'An attempt is in progress.',
  sent: 'The mail server accepted the mail.',
  failed: 'The mail server refused the mail, or the last attempt failed.',
  skipped: 'The mail is not sent; lastError says why.',
  bounced: 'The mail was sent and came back.',
});

const MailChannelRef = enumType('MailChannel', mailChannel, 'How a mail reaches its recipient.', {
  email: 'Email.',
  sms: 'Text message.',
});

const MailKindRef = enumType('MailKind', mailKind, 'What a mail says.', {
  confirm_email: 'Link to confirm the email of an account.',
  password_reset: 'Link to set a new password.',
  password_changed: 'Notice that the password of an account was changed.',
  request_received: 'Link to a new request, with the next step.',
  quote_expiring: 'Reminder that the prices of a site check expire soon.',
  payment_received: 'Receipt of a payment, and what happens next.',
  payment_refunded: 'Notice of a refund.',
  verifier_on_way: 'Notice that a verifier has accepted the job of a site check.',
  photos_received: 'Notice that all photos of a site check have arrived.',
  report_delivered: 'Link to a report.',
  report_withdrawn: 'Notice that a report was withdrawn.',
  request_closed: 'Notice that a site check was cancelled or expired.',
  capture_invite: 'Link for taking the photos of a site check.',
  invite_expired: 'Notice that the link of an invitee expired unused.',
  dispatch_offer: 'Link to an offer of a job.',
  outbound: 'Text written by a person or an agent.',
});

const id = (subject: string) => ({
  type: 'UUID' as const,
  nullable: true as const,
  description: `Id of the ${subject}; null when there is none.`,
});

const MailAboutRef = builder.objectRef<MailAbout>('MailAbout').implement({
  description: 'What a mail is about.',
  fields: (t) => ({
    customerId: t.expose('customerId', id('account')),
    requestId: t.expose('requestId', id('site check')),
    jobId: t.expose('jobId', id('job')),
    sessionId: t.expose('sessionId', id('checkout session')),
    inviteId: t.expose('inviteId', id('invite')),
    runId: t.expose('runId', id('dispatch run')),
    threadId: t.expose('threadId', id('thread of a dispatch run')),
    providerId: t.expose('providerId', id('provider')),
    deliveryId: t.expose('deliveryId', id('report delivery')),
    versionNumber: t.exposeInt('versionNumber', {
      nullable: true,
      description: 'Number of the report version; null when there is none.',
    }),
    inboxMessageId: t.expose('inboxMessageId', id('inbox message that it answers')),
  }),
});

const MailRef = builder.objectRef<Mail>('Mail').implement({
  description: 'A mail of the service, without its text.',
  fields: (t) => ({
    mailId: t.expose('_id', { type: 'UUID', description: 'Id of the mail.' }),
    kind: t.field({ type: MailKindRef, description: 'What it says.', resolve: (m) => m.kind }),
    channel: t.field({
      type: MailChannelRef,
      description: 'How it reaches its recipient.',
      resolve: ({ channel }) => channel ?? 'email',
    }),
    status: t.field({
      type: MailStatusRef,
      description: 'Current status.',
      resolve: (mail) => mail.status,
    }),
    to: t.exposeString('to', {
      nullable: true,
      description:
        'Address, or phone number of a text message; null when none was known, or once erased.',
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description: 'Subject of a mail of the kind OUTBOUND; null for mails made from a template.',
    }),
    actor: t.exposeString('actor', {
      nullable: true,
      description: 'Person or agent that sent it; null when the service did.',
    }),
    about: t.expose('about', { type: MailAboutRef, description: 'What the mail is about.' }),
    attempts: t.exposeInt('attempts', {
      description: 'Number of attempts since it was queued, at most 8.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description:
        'Reason for which it was skipped, or response to the last attempt; null after success.',
    }),
    messageId: t.exposeString('messageId', {
      description: 'Message-ID of every attempt, without angle brackets.',
    }),
    providerMessageId: t.string({
      nullable: true,
      description:
        'Id of a text message at the SMS provider; null for email, and until it was accepted.',
      resolve: ({ providerMessageId }) => providerMessageId ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    dueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next attempt; null when none is planned.',
      resolve: (mail) => mail.dueAt ?? null,
    }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the mail server accepted it; null until then.',
    }),
  }),
});

connection(listMails, connectionType('Mail', MailRef, { counted: false }));
query(getMail, MailRef);
mutation(retryMail, MailRef);
