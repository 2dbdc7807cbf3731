import { codePointLength } from '../../lib/schema.js';
import { type EmailPolicy, isHumanOnly } from './email-policy.js';
import { type InboxMessage, senderAddress } from './inbox-message.js';

/** Maximum length of the subject of an outbound mail, in code points. */
export const subjectLengthMax = 500;

export interface ReplyDraftRequest {
  fromAlias: string;
  bodyIntro?: string | null | undefined;
  closing?: string | null | undefined;
  includeOriginalExcerpt: boolean;
  /** In code points; 0: no excerpt. */
  maxOriginalExcerptChars: number;
}

/** EmailReplyDraftOut of the API. */
export interface ReplyDraft {
  messageId: string;
  folder: string;
  fromAlias: string;
  toEmail: string;
  subject: string;
  bodyText: string;
  humanReviewRequired: boolean;
}

function cut(text: string, length: number, mark: string): string {
  return codePointLength(text) <= length ? text : [...text].slice(0, length).join('') + mark;
}

const replySubject = (subject: string) =>
  cut(`Re: ${subject.replace(/^(\s*re\s*:)+/i, '').trim()}`.trim(), subjectLengthMax, '');

/** Returns the excerpt of a message below a line with its sender; null for none. */
function quote(message: InboxMessage, length: number): string | null {
  if (length === 0 || message.bodyText === '') return null;
  const lines = cut(message.bodyText, length, '…').split(/\r\n|\r|\n/);
  const heading = `On ${message.receivedAt.toISOString()}, ${message.fromEmail} wrote:`;
  return [heading, ...lines.map((line) => `> ${line}`)].join('\n');
}

/**
 * Drafts a reply to a message: introduction, excerpt and closing, separated by blank lines; missing parts leave no gap.
 * The same arguments give the same draft.
 *
 * @param message in the form that the caller can see
 */
export function draftReply(
  message: InboxMessage,
  request: ReplyDraftRequest,
  policy: EmailPolicy,
): ReplyDraft {
  const { fromAlias, bodyIntro, closing, includeOriginalExcerpt } = request;
  const excerpt = includeOriginalExcerpt ? quote(message, request.maxOriginalExcerptChars) : null;
  return {
    messageId: message._id,
    folder: message.folder,
    fromAlias,
    // Without the name: `sendEmail` accepts a plain address.
    toEmail: senderAddress(message.fromEmail),
    subject: replySubject(message.subject),
    bodyText: [bodyIntro, excerpt, closing].filter(Boolean).join('\n\n'),
    humanReviewRequired: message.humanReviewRequired || isHumanOnly(policy, fromAlias),
  };
}
