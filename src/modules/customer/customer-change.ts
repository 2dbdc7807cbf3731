import type { z } from 'zod';
import { Change, type EventData } from '../../aggregate/change.js';
import { ApiError, errorText } from '../../errors.js';
import { erasedFields } from '../../lib/field-policy.js';
import { newId } from '../../lib/ids.js';
import { declareEvents } from '../event/event.js';
import {
  type Customer,
  type CustomerSession,
  type CustomerStatus,
  customerPolicies,
  customerTransitions,
  type MailTokenKind,
  type MailTokenRecord,
  mailTokenMilliseconds,
  resetTokensMax,
  sessionMilliseconds,
  sessionsMax,
} from './customer.js';

/** The events of a customer's account; sign-ins emit none. */
export const customerEventType = declareEvents({
  'customer.registered': 'A customer created an account.',
  'customer.email_confirmed': 'A customer confirmed the email address of the account.',
  'customer.password_changed': 'A customer changed or reset the password.',
  'customer.erasing': 'The erasure of an account began.',
  'customer.erased': 'An account was erased.',
});
export type CustomerEventType = z.infer<typeof customerEventType>;

/** Absent rather than empty: the members of these lists are indexed. */
const listed = <T>(list: readonly T[]): T[] | undefined =>
  list.length > 0 ? [...list] : undefined;

/** A change of an account. Also removes expired sessions and tokens. */
export class CustomerChange extends Change<Customer> {
  constructor(before: Customer, now: Date) {
    super(before, now);
    const isLive = ({ expiresAt }: { expiresAt: Date }) => expiresAt > this.now;
    const { sessions = [], mailTokens = [] } = before;
    if (!sessions.every(isLive)) this.setSessions(sessions.filter(isLive));
    if (!mailTokens.every(isLive)) this.keepTokens(isLive);
  }

  /** @throws ApiError `invalid_transition` if the table does not allow it */
  move(to: CustomerStatus): this {
    const previous = this.after.status;
    if (!customerTransitions[previous].includes(to)) {
      throw new ApiError(
        'invalid_transition',
        errorText('error.account_state', { status: previous }),
      );
    }
    this.set({ status: to });
    return to === 'active' ? this : this.emitEvent(`customer.${to}`, previous);
  }

  /** Emits an event of the account. */
  emitEvent(
    type: CustomerEventType,
    previous: CustomerStatus | null = this.after.status,
    data: EventData = {},
  ): this {
    const { _id, status } = this.after;
    return this.emit(type, { customer_id: _id, status, previous_status: previous, ...data });
  }

  /**
   * Adds a session; the oldest ends if there are too many.
   * @param hash hash of the session's secret
   */
  startSession(hash: string): CustomerSession {
    const expiresAt = new Date(this.now.getTime() + sessionMilliseconds);
    const session = { id: newId(), hash, createdAt: this.now, expiresAt, lastUsedAt: this.now };
    this.setSessions([...(this.after.sessions ?? []), session].slice(-sessionsMax));
    return session;
  }

  /** Ends a session if the account has it. */
  endSession(id: string | null): this {
    return this.setSessions((this.after.sessions ?? []).filter((session) => session.id !== id));
  }

  endAllSessions(): this {
    return this.setSessions([]);
  }

  /** Makes a confirmation token valid; the earlier one is revoked. */
  allowConfirmation(): this {
    return this.revokeTokens('confirm').addToken('confirm', newId());
  }

  /** Makes a reset token valid; earlier ones stay valid, so that a stranger's request revokes none. */
  allowReset(tokenId: string): this {
    const resets = (this.after.mailTokens ?? []).filter(({ kind }) => kind === 'reset');
    const kept = resets.slice(1 - resetTokensMax);
    return this.keepTokens((token) => token.kind !== 'reset' || kept.includes(token)).addToken(
      'reset',
      tokenId,
    );
  }

  revokeTokens(kind: MailTokenKind): this {
    return this.keepTokens((token) => token.kind !== kind);
  }

  /** Sets the password; every session ends, and the links of earlier mails no longer reset it. */
  changePassword(passwordHash: string): this {
    this.endAllSessions().revokeTokens('reset').set({ passwordHash });
    return this.emitEvent('customer.password_changed');
  }

  /**
   * Removes the password and ends every session: the owner of the address did not sign in, so another person could have
   * registered it.
   */
  removeCredentials(): this {
    return this.endAllSessions().set({ passwordHash: undefined } as Partial<Customer>);
  }

  confirmEmail(): this {
    this.set({ emailConfirmedAt: this.now });
    return this.emitEvent('customer.email_confirmed');
  }

  /** @param phone undefined removes it */
  setPhone(phone: string | undefined): this {
    return this.set({ phone } as Partial<Customer>);
  }

  /** @param language undefined removes it */
  setLanguage(language: string | undefined): this {
    return this.set({ language } as Partial<Customer>);
  }

  /** Closes the account immediately: no one can sign in, and another account can use its email. */
  beginErasure(): this {
    const { emailKey } = this.after;
    this.set(erasedFields(customerPolicies, this.after, { at: this.now, parts: ['person'] }));
    return this.set({ erasingKey: emailKey, erasingSince: this.now }).move('erasing');
  }

  /** Erases the remaining personal data. */
  finishErasure(): this {
    this.set(erasedFields(customerPolicies, this.after, { at: this.now }));
    return this.set({ erasedAt: this.now }).move('erased');
  }

  /** Records that something of the account could not be erased yet. */
  awaitErasure(): this {
    return this.set({ erasingSince: this.before.erasingSince ?? this.now });
  }

  /** Records that nothing of an erased account remains. */
  endErasure(): this {
    return this.set({ erasingSince: undefined } as Partial<Customer>);
  }

  private addToken(kind: MailTokenKind, tokenId: string): this {
    const expiresAt = new Date(this.now.getTime() + mailTokenMilliseconds[kind]);
    const token = { tokenId, kind, createdAt: this.now, expiresAt };
    return this.set({ mailTokens: [...(this.after.mailTokens ?? []), token] });
  }

  private keepTokens(isKept: (token: MailTokenRecord) => boolean): this {
    const kept = (this.after.mailTokens ?? []).filter(isKept);
    return this.set({ mailTokens: listed(kept) } as Partial<Customer>);
  }

  private setSessions(sessions: CustomerSession[]): this {
    return this.set({ sessions: listed(sessions) } as Partial<Customer>);
  }

  override emit(type: CustomerEventType, data: EventData, at: Date = this.now): this {
    return super.emit(type, data, at);
  }
}
