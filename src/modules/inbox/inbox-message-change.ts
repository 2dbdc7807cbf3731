import { Change } from '../../aggregate/change.js';
import { ApiError } from '../../errors.js';
import { erasedText } from '../../lib/erased.js';
import {
  type EmailProcessingStatus,
  emailProcessingTransitions,
  type InboxEventType,
  type InboxMessage,
} from './inbox-message.js';

const waiting: readonly EmailProcessingStatus[] = ['new', 'human_review'];
const atWork: readonly EmailProcessingStatus[] = ['triaged', 'in_progress'];
const closed: readonly EmailProcessingStatus[] = ['resolved', 'ignored'];

/** A change of a message; `move` is the only way to another status. */
export class InboxMessageChange extends Change<InboxMessage> {
  /**
   * Moves a message to another status and emits that; to the same status it does neither.
   * @throws ApiError `invalid_transition` when the table does not allow it
   */
  move(to: EmailProcessingStatus): this {
    const { status: from, qualifiedAt } = this.after;
    if (from === to) return this;
    if (!emailProcessingTransitions[from].includes(to)) {
      throw new ApiError('invalid_transition', `A message that is ${from} cannot become ${to}.`);
    }
    const qualifies = qualifiedAt === null && waiting.includes(from) && atWork.includes(to);
    this.set({
      status: to,
      closedAt: closed.includes(to) ? this.now : (undefined as never),
      ...(qualifies && { qualifiedAt: this.now }),
    });
    return this.emitEvent('email.status_changed', from);
  }

  /** Erases what the message says; who sent it and what about is kept. */
  eraseBodies(): this {
    return this.set({ bodyText: erasedText, bodyHtml: null, closedAt: undefined as never });
  }

  /** Erases whatever was written in it and on it; who sent it is kept. */
  eraseTexts(): this {
    const texts = { subject: erasedText, metadata: '{}', handlingNotes: null };
    return this.eraseBodies().set(texts);
  }

  /** Erases who sent it. */
  eraseSender(): this {
    return this.set({
      fromEmail: erasedText,
      fromKey: '',
      toEmail: null,
      internetMessageId: null,
      internetMessageKey: undefined as never,
    });
  }

  emitEvent(type: InboxEventType, previous: EmailProcessingStatus | null): this {
    const { _id, relatedJobId, status } = this.after;
    const ids = { inbox_message_id: _id, job_id: relatedJobId };
    return this.emit(type, { ...ids, status, previous_status: previous });
  }
}
