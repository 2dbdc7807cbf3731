import { Change, type EventData } from '../../aggregate/change.js';
import { ApiError, errorText } from '../../errors.js';
import { erasedFields } from '../../lib/field-policy.js';
import { hour, minute, second } from '../../lib/units.js';
import {
  type Mail,
  type MailAbout,
  type MailChannel,
  type MailEventType,
  type MailStatus,
  mailPolicies,
  mailTransitions,
} from './mail.js';

/** Times of the attempts, counted from the first. */
const attemptOffsets = [
  0,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
];

/** Time limit of an attempt, after which another process can make the next one. */
export const leaseMilliseconds = 60 * second;

const lastErrorLengthMax = 500;

const eventTypes = {
  sent: { email: 'email.sent', sms: 'sms.sent' },
  failed: { email: 'email.failed', sms: 'sms.failed' },
  bounced: { email: 'email.bounced', sms: 'sms.undelivered' },
} as const satisfies Record<string, Record<MailChannel, MailEventType>>;

const snakeIds = ({ versionNumber, ...about }: MailAbout): EventData => ({
  ...(about.customerId && { customer_id: about.customerId }),
  ...(about.requestId && { request_id: about.requestId }),
  ...(about.jobId && { job_id: about.jobId }),
  ...(about.sessionId && { session_id: about.sessionId }),
  ...(about.inviteId && { invite_id: about.inviteId }),
  ...(about.runId && { run_id: about.runId }),
  ...(about.threadId && { thread_id: about.threadId }),
  ...(about.providerId && { provider_id: about.providerId }),
  ...(about.deliveryId && { delivery_id: about.deliveryId }),
  ...(versionNumber !== undefined && { version_number: versionNumber }),
  ...(about.inboxMessageId && { inbox_message_id: about.inboxMessageId }),
});

/** Returns the time of the attempt after this many; null after the last. */
function nextAttempt(attempts: number, now: Date): Date | null {
  const [last, next] = [attemptOffsets[attempts - 1], attemptOffsets[attempts]];
  return last === undefined || next === undefined ? null : new Date(now.getTime() + next - last);
}

/** Returns whether an attempt is in progress. */
export const isLeased = (mail: Mail, now: Date): boolean =>
  mail.status === 'sending' && mail.dueAt !== undefined && mail.dueAt > now;

/** A change of a mail; only its methods change its status. */
export class MailChange extends Change<Mail> {
  private move(to: MailStatus, fields: Partial<Mail>): this {
    const { status } = this.after;
    if (!mailTransitions[status].includes(to)) {
      throw new ApiError('invalid_transition', errorText('error.mail_state', { status }));
    }
    return this.set({ dueAt: undefined as never, ...fields, status: to });
  }

  private emitEvent(
    outcome: keyof typeof eventTypes,
    previous: MailStatus = this.before.status,
  ): this {
    const { _id, kind, channel = 'email', about, status } = this.after;
    const data = { mail_id: _id, kind, ...snakeIds(about), status };
    return this.emit(eventTypes[outcome][channel], { ...data, previous_status: previous });
  }

  /** Begins an attempt; if the lease of the previous one has expired, begins the next, or fails after the last. */
  claim(): this {
    if (this.after.status === 'sending') {
      if (this.after.attempts >= attemptOffsets.length) return this.failed('no answer was stored');
      this.move('queued', {});
    }
    return this.move('sending', {
      attempts: this.after.attempts + 1,
      dueAt: new Date(this.now.getTime() + leaseMilliseconds),
    });
  }

  /** @param providerMessageId id of a text message at the SMS provider */
  sent(providerMessageId?: string): this {
    return this.move('sent', {
      sentAt: this.now,
      lastError: null,
      ...(providerMessageId !== undefined && { providerMessageId }),
    }).emitEvent('sent');
  }

  /**
   * Marks the message as sent because its provider reports on it: the response to the attempt is still on its way, or
   * was lost. Returns null if no attempt was made, or its end is stored.
   */
  confirmed(providerMessageId: string): this | null {
    const { status, attempts } = this.after;
    if ((status !== 'queued' && status !== 'sending') || attempts === 0) return null;
    if (status === 'queued') this.move('sending', {});
    return this.sent(providerMessageId);
  }

  /** Schedules the next attempt; after the last one the mail has failed. */
  retryAfter(error: string): this {
    const dueAt = nextAttempt(this.after.attempts, this.now);
    return dueAt
      ? this.move('queued', { dueAt, lastError: error.slice(0, lastErrorLengthMax) })
      : this.failed(error);
  }

  /** Ends the attempt without sending. @param reason why the mail is no longer needed */
  skipped(reason: string): this {
    return this.move('skipped', { lastError: reason });
  }

  failed(error: string): this {
    const lastError = error.slice(0, lastErrorLengthMax);
    return this.move('failed', { lastError }).emitEvent('failed');
  }

  /** @throws ApiError `invalid_transition` unless it has failed and its address is known */
  retryNow(): this {
    const { status, to } = this.after;
    // A mail in progress can also be queued again, but only by its own attempt: otherwise it would be sent twice.
    if (status !== 'failed') {
      throw new ApiError('invalid_transition', errorText('error.mail_state', { status }));
    }
    if (to === null) {
      throw new ApiError('invalid_transition', errorText('error.mail_address'));
    }
    return this.move('queued', {
      attempts: 0,
      dueAt: this.now,
      firstDueAt: this.now,
      lastError: null,
    });
  }

  /**
   * Marks the mail as bounced. A bounce implies that the mail was accepted: if that is not stored, because the attempt
   * is still running or the server's response was lost, it becomes `sent` first. Returns null if no attempt was made,
   * or its end is stored.
   *
   * @param error reason that a delivery report or an SMS provider states
   */
  bounced(error: string | null): this | null {
    const { status, attempts } = this.after;
    const isOpen = status === 'queued' || status === 'sending' || status === 'sent';
    if (!isOpen || attempts === 0) return null;
    if (status === 'queued') this.move('sending', {});
    if (this.after.status === 'sending') this.sent();
    const lastError = error?.slice(0, lastErrorLengthMax) ?? this.after.lastError;
    return this.move('bounced', { lastError }).emitEvent('bounced', 'sent');
  }

  /** Erases the address and the text; a queued mail then fails instead of being sent. */
  blank(): this {
    return this.set(erasedFields(mailPolicies, this.after, { at: this.now }));
  }
}
