import { codePointLength } from '../../lib/schema.js';
import { type EmailPolicy, isHumanOnly } from './email-policy.js';
import { type InboxMessage, senderAddress } from './inbox-message.js';

/** Longest subject that an outbound mail takes, in code points. */
export const subjectLengthMax = 500;

export interface ReplyDraftRequest {
  fromAlias: string;
  bodyIntro?: string | null | undefined;
  closing?: string | null | undefined;
  includeOriginalExcerpt: boolean;
  /** In code points; 0: no excerpt. */
  maxOriginalExcerptChars: number;
}

/** EmailReplyDraftOut of the interface. */
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

/** The excerpt of a message below the line that says whose it is; null for none. */
function quote(message: InboxMessage, length: number): string | null {
  if (length === 0 || message.bodyText === '') return null;
  const lines = cut(message.bodyText, length, '…').split(/\r\n|\r|\n/);
  const heading = `On ${message.receivedAt.toISOString()}, ${message.fromEmail} wrote:`;
  return [heading, ...lines.map((line) => `> ${line}`)].join('\n');
}

/**
 * The draft of an answer to a message: introduction, excerpt and closing with a blank line between them;
 * what is not given leaves no gap. Equal for equal arguments.
 *
 * @param message as the caller may see it
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
    // Without the name: `sendEmail` takes a plain address.
    toEmail: senderAddress(message.fromEmail),
    subject: replySubject(message.subject),
    bodyText: [bodyIntro, excerpt, closing].filter(Boolean).join('\n\n'),
    humanReviewRequired: message.humanReviewRequired || isHumanOnly(policy, fromAlias),
  };
}
