import { Change } from '../../aggregate/change.js';
import { ApiError, errorText } from '../../errors.js';
import { erasedFields } from '../../lib/field-policy.js';
import {
  type EmailProcessingStatus,
  emailProcessingTransitions,
  type InboxEventType,
  type InboxMessage,
  inboxMessagePolicies,
} from './inbox-message.js';

const waiting: readonly EmailProcessingStatus[] = ['new', 'human_review'];
const atWork: readonly EmailProcessingStatus[] = ['triaged', 'in_progress'];
const closed: readonly EmailProcessingStatus[] = ['resolved', 'ignored'];

/** A change of a message; only `move` changes its status. */
export class InboxMessageChange extends Change<InboxMessage> {
  /**
   * Moves a message to another status and emits the event; does neither for the same status.
   * @throws ApiError `invalid_transition` if the table does not allow it
   */
  move(to: EmailProcessingStatus): this {
    const { status: from, qualifiedAt } = this.after;
    if (from === to) return this;
    if (!emailProcessingTransitions[from].includes(to)) {
      throw new ApiError('invalid_transition', errorText('error.message_state', { status: from }));
    }
    const qualifies = qualifiedAt === null && waiting.includes(from) && atWork.includes(to);
    this.set({
      status: to,
      closedAt: closed.includes(to) ? this.now : (undefined as never),
      ...(qualifies && { qualifiedAt: this.now }),
    });
    return this.emitEvent('email.status_changed', from);
  }

  /** Erases the bodies. */
  eraseBodies(): this {
    return this.eraseParts('bodies');
  }

  /** Erases all texts of and about the message; the sender is kept. */
  eraseTexts(): this {
    return this.eraseParts('bodies', 'texts');
  }

  eraseSender(): this {
    return this.eraseParts('sender');
  }

  private eraseParts(...parts: string[]): this {
    return this.set(erasedFields(inboxMessagePolicies, this.after, { at: this.now, parts }));
  }

  emitEvent(type: InboxEventType, previous: EmailProcessingStatus | null): this {
    const { _id, relatedJobId, status } = this.after;
    const ids = { inbox_message_id: _id, job_id: relatedJobId };
    return this.emit(type, { ...ids, status, previous_status: previous });
  }
}
