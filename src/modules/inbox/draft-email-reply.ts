import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { flag, text, whole } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { isKnownAlias } from './email-policy.js';
import { inboxMessageTarget } from './inbox-message.js';
import { draftReply, type ReplyDraft } from './reply-draft.js';
import { shownTo } from './shown-message.js';

/** EmailReplyDraftIn of the API. */
export const draftEmailReplyInput = z
  .object({
    fromAlias: text(5, 320).describe('Alias to answer from; any alias of the email policy.'),
    bodyIntro: text(0, 4000).nullish().describe('Text before the excerpt.'),
    closing: text(0, 1000).nullish().describe('Text after the excerpt.'),
    includeOriginalExcerpt: flag()
      .default(true)
      .describe('Whether to quote the beginning of the message.'),
    maxOriginalExcerptChars: whole({ ge: 0, le: 5000 })
      .default(600)
      .describe('Length of the excerpt at most, in characters; 0 for none.'),
  })
  .meta({ document: 'EmailReplyDraftIn', description: 'What the answer is made of.' });

export const draftEmailReply = operation({
  name: 'draftEmailReply',
  kind: 'mutation',
  description: 'Draft an answer to an inbox message; nothing is stored or sent.',
  access: scope('operator'),
  target: inboxMessageTarget,
  input: draftEmailReplyInput,
  errors: ['alias_not_allowed'],
  example: {
    from_alias: 'service@verification.example',
    body_intro: 'Hello Ada,\n\na verifier goes there this afternoon.',
    closing: 'Kind regards',
  },
  rest: post('/v1/operator/email/inbox/messages/{message_id}/reply-draft', {
    tool: { name: 'draft_email_reply' },
    tag: 'Email',
    summary: 'Draft an answer to an inbox message',
  }),
  async run({ services, viewer }, { id, input }): Promise<ReplyDraft> {
    const { inbox, emailPolicy } = services;
    const message = await inbox.get(id);
    if (!isKnownAlias(emailPolicy, input.fromAlias)) {
      throw new ApiError('alias_not_allowed', errorText('error.alias'));
    }
    return draftReply(shownTo(viewer, message), input, emailPolicy);
  },
});
