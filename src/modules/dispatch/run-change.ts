import { Change } from '../../aggregate/change.js';
import { ApiError, errorText } from '../../errors.js';
import { erasedFields } from '../../lib/field-policy.js';
import { minute } from '../../lib/units.js';
import {
  byRank,
  type DispatchEventType,
  type DispatchRun,
  type DispatchStatus,
  type DispatchThread,
  runPolicies,
  runTransitions,
  threadPolicies,
} from './dispatch-run.js';

/** Returns when the first open offer expires; undefined if none is open. */
function firstExpiry({ status, threads }: DispatchRun): Date | undefined {
  if (status !== 'offering') return undefined;
  const times = threads.flatMap(({ state, expiresAt }) =>
    state === 'offered' && expiresAt ? [expiresAt] : [],
  );
  return times.sort((a, b) => a.getTime() - b.getTime())[0];
}

/** A change of a dispatch run; only its methods change its status or the state of a thread. */
export class RunChange extends Change<DispatchRun> {
  /** @throws ApiError `invalid_transition` if the table does not allow it */
  move(to: Exclude<DispatchStatus, 'offering'>, at: Date = this.now): this {
    const { status, completedAt } = this.after;
    if (!runTransitions[status].includes(to)) {
      const detail = errorText('error.dispatch_run_state', { status });
      throw new ApiError('invalid_transition', detail);
    }
    this.set({ status: to, completedAt: completedAt ?? at });
    // While the job is assigned, queued threads stay queued: the job could be opened again.
    this.withdraw(to === 'assigned' ? ['offered'] : ['offered', 'queued'], at);
    return this.emitEvent(`dispatch.${to}`, at);
  }

  /** Offers the job again after its assignment ended. */
  reopen(): this {
    return this.set({ status: 'offering', completedAt: null });
  }

  /** Offers the job to the next candidates. */
  beginWave(): this {
    const { threads, offersAtOnce, offerMinutes, waveNumber } = this.after;
    const queued = threads.filter(({ state }) => state === 'queued').toSorted(byRank);
    const wave = waveNumber + 1;
    const expiresAt = new Date(this.now.getTime() + offerMinutes * minute);
    this.set({ waveNumber: wave });
    for (const { threadId } of queued.slice(0, offersAtOnce)) {
      this.thread(threadId, { state: 'offered', wave, offeredAt: this.now, expiresAt });
      this.emitEvent('dispatch.offered', this.now, threadId);
    }
    return this;
  }

  /** Records that an offer was accepted. */
  accept(threadId: string, at: Date): this {
    this.thread(threadId, { state: 'accepted', answeredAt: at, acceptedAt: at });
    return this.emitEvent('dispatch.accepted', at, threadId);
  }

  /** Closes an offer, or the assignment that resulted from it. */
  close(
    threadId: string,
    state: 'declined' | 'expired',
    { at = this.now, reason = null }: { at?: Date; reason?: string | null } = {},
  ): this {
    const answered = state === 'declined' && { answeredAt: at, declineReason: reason };
    this.thread(threadId, { state, ...answered });
    const type = state === 'declined' ? 'dispatch.declined' : 'dispatch.offer_expired';
    return this.emitEvent(type, at, threadId);
  }

  /** Erases candidates; their open and queued offers are withdrawn. */
  blank(isMeant: (thread: DispatchThread) => boolean): this {
    const meant = this.after.threads.filter(isMeant);
    this.withdraw(['offered', 'queued'], this.now, meant);
    for (const thread of meant) {
      this.thread(thread.threadId, erasedFields(threadPolicies, thread, { at: this.now }));
    }
    return this;
  }

  /** Erases the unregistered candidates, and every reason. */
  forget(): this {
    this.blank(({ providerId }) => providerId === null);
    return this.set(erasedFields(runPolicies, this.after, { at: this.now, parts: ['reasons'] }));
  }

  /** Emits an event, about a thread if one is given. */
  emitEvent(type: DispatchEventType, at: Date = this.now, threadId: string | null = null): this {
    const { _id, jobId, requestId, waveNumber, status, threads } = this.after;
    const thread = threads.find((one) => one.threadId === threadId);
    return this.emit(
      type,
      {
        run_id: _id,
        job_id: jobId,
        request_id: requestId,
        thread_id: threadId,
        provider_id: thread?.providerId ?? null,
        wave_number: waveNumber,
        status,
      },
      at,
    );
  }

  override set(fields: Partial<DispatchRun>): this {
    super.set(fields);
    const { status, jobId } = this.after;
    const due = firstExpiry(this.after);
    if (due?.getTime() !== this.after.dueAt?.getTime()) super.set({ dueAt: due } as never);
    return super.set({ activeJobId: status === 'offering' ? jobId : undefined } as never);
  }

  private thread(threadId: string, fields: Partial<DispatchThread>): void {
    this.set({
      threads: this.after.threads.map((one) =>
        one.threadId === threadId ? { ...one, ...fields } : one,
      ),
    });
  }

  private withdraw(
    states: readonly DispatchThread['state'][],
    at: Date,
    among: readonly DispatchThread[] = this.after.threads,
  ): void {
    for (const { threadId, state } of among) {
      if (states.includes(state)) this.thread(threadId, { state: 'withdrawn', answeredAt: at });
    }
  }
}
