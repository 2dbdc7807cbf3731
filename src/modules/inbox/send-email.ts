import { z } from 'zod';
import { requireActor, scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { emailText } from '../../lib/email-text.js';
import { text } from '../../lib/schema.js';
import { second } from '../../lib/units.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { actorText, founderConsole } from '../integrator/integrator.js';
import type { Mail } from '../mail/mail.js';
import { sendAliasOf } from './email-policy.js';
import type { InboxMessage } from './inbox-message.js';
import { subjectLengthMax } from './reply-draft.js';

/** Time that a call waits for the mail server; the mail is retried after that. */
const attemptSeconds = 8;

/** EmailOutboundSendIn of the API. */
export const sendEmailInput = z
  .object({
    fromAlias: text(5, 320).describe(
      'Alias to send from; one that the email policy allows the actor.',
    ),
    toEmail: emailText().describe('Recipient: one email address.'),
    subject: text(1, subjectLengthMax).describe('Subject.'),
    bodyText: text(1, 20_000).describe('Body, plain text.'),
    relatedMessageId: text(3, 36).nullish().describe('Id of the inbox message that is answered.'),
    actor: actorText()
      .default(founderConsole)
      .describe('Person or agent that sends the mail; an actor of the API key.'),
  })
  .meta({ document: 'EmailOutboundSendIn', description: 'A mail to send.' });
type SendInput = z.infer<typeof sendEmailInput>;

/** EmailOutboundSendOut of the API. */
export interface OutboundEmail {
  mail: Mail;
  provider: string;
  actor: string;
}

/**
 * Returns the alias to send from, as written in the policy.
 * @throws ApiError `alias_not_allowed`, `human_review_required`, `mail_not_configured`
 */
function checkSending(
  { emailPolicy, mails }: Pick<Services, 'emailPolicy' | 'mails'>,
  input: SendInput,
  answered: InboxMessage | null,
): string {
  const alias = sendAliasOf(emailPolicy, input.actor, input.fromAlias);
  if (alias === undefined) {
    throw new ApiError('alias_not_allowed', errorText('error.alias_of_actor'));
  }
  if (answered?.humanReviewRequired && answered.status === 'human_review') {
    throw new ApiError('human_review_required');
  }
  if (!mails.configured) throw new ApiError('mail_not_configured');
  return alias;
}

/** Returns the Message-IDs of the thread that a reply continues, in angle brackets, latest last. */
const referencesTo = (answered: InboxMessage | null): string[] => {
  const id = answered?.internetMessageId?.trim();
  return id ? [`<${id.replace(/^<|>$/g, '')}>`] : [];
};

async function send(
  services: Pick<Services, 'emailPolicy' | 'inbox' | 'mails'>,
  input: SendInput,
): Promise<OutboundEmail> {
  const { inbox, mails, emailPolicy } = services;
  const { actor, toEmail, subject, bodyText, relatedMessageId } = input;
  const answered = relatedMessageId == null ? null : await inbox.get(relatedMessageId);
  const from = checkSending(services, input, answered);
  const { _id } = await mails.queue({
    kind: 'outbound',
    to: toEmail,
    from,
    actor,
    subject,
    text: bodyText,
    about: {
      ...(answered && { inboxMessageId: answered._id }),
      ...(answered?.relatedJobId && { jobId: answered.relatedJobId }),
    },
    references: referencesTo(answered),
  });
  const mail = await mails.attempt(_id, attemptSeconds * second);
  return { mail, provider: emailPolicy.provider, actor };
}

export const sendEmail = operation({
  name: 'sendEmail',
  kind: 'mutation',
  description: `Send a mail from an alias of the email policy. \`accepted\` says whether the mail server took it within ${attemptSeconds} seconds; otherwise it is retried, and the mail of the submission id has its state.`,
  access: scope('operator'),
  input: sendEmailInput,
  errors: [
    'actor_not_allowed',
    'email_message_not_found',
    'alias_not_allowed',
    'human_review_required',
    'mail_not_configured',
  ],
  example: {
    from_alias: 'service@verification.example',
    to_email: 'ada@example.org',
    subject: 'Re: When will the photos be taken?',
    body_text: 'Hello Ada,\n\na verifier goes there this afternoon.',
  },
  rest: post('/v1/operator/email/outbound', {
    tool: { name: 'send_email' },
    tag: 'Email',
    summary: 'Send a mail',
  }),
  run({ services, viewer }, { input }): Promise<OutboundEmail> {
    requireActor(viewer, input.actor);
    return send(services, input);
  },
});
