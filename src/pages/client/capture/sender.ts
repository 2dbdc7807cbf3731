import { type Answer, classifyAnswer, type FailureReason, type Outcome } from './answer.js';
import type { StoredPhoto } from './photo.js';
import type { UploadAnswer } from './task.js';

/** Dependencies of the sender; `controller.ts` has the browser's, the test its own. */
export interface SenderParts {
  /** Returns the queued photos in the order of sending. */
  waiting(): Promise<StoredPhoto[]>;
  /** Sends one photo; null if no response arrived. */
  send(photo: StoredPhoto, onProgress: (share: number) => void): Promise<Answer | null>;
  remove(photo: StoredPhoto): Promise<void>;
  /** Runs while no other tab sends. */
  alone(run: () => Promise<void>): Promise<void>;
  /** Runs a function after this time unless the returned function is called before. */
  after(milliseconds: number, run: () => void): () => void;
  onStored(photo: StoredPhoto, answer: UploadAnswer): void;
  onEnded(end: 'invalid' | 'expired' | 'finished'): void;
  onChange(state: SendingState): void;
}

export interface SendingState {
  /** The photo being sent; null if none is. */
  current: { photo: StoredPhoto; at: number; of: number; share: number } | null;
  waiting: number;
  /** Reason of the last failure; null without a connection, or if it did not fail. */
  reason: FailureReason | null;
  /** Ids of photos that the service rejected. */
  rejected: readonly string[];
}

type Rejection = Extract<Outcome, { kind: 'refused' }>;

/**
 * Sends the queued photos one at a time. A photo is removed only after the service has confirmed that it is stored;
 * in any other case it is kept for another attempt.
 */
export function createSender(parts: SenderParts) {
  /** Photos that the service rejected, until "Send now" retries them. */
  const rejected = new Map<string, Rejection>();
  let state: SendingState = { current: null, waiting: 0, reason: null, rejected: [] };
  let failures = 0;
  let ended = false;
  let running: Promise<void> | null = null;
  let again = false;
  let cancelRetry = () => {};

  const show = (change: Partial<SendingState>) => {
    state = { ...state, ...change };
    parts.onChange(state);
  };

  async function sendOne(photo: StoredPhoto, at: number, of: number): Promise<Outcome> {
    show({ current: { photo, at, of, share: 0 }, reason: null });
    const answer = await parts.send(photo, (share) => show({ current: { photo, at, of, share } }));
    const outcome = classifyAnswer(answer, failures + 1);
    if (outcome.kind === 'stored') {
      await parts.remove(photo);
      failures = 0;
      show({ current: null, waiting: (await parts.waiting()).length });
      parts.onStored(photo, outcome.answer);
    }
    if (outcome.kind === 'refused') rejected.set(photo.id, outcome);
    return outcome;
  }

  async function drain(): Promise<void> {
    const tried = new Set<string>();
    let sent = 0;
    let reason: FailureReason | null = null;
    let retryAfter: number | null = null;
    for (;;) {
      const all = await parts.waiting();
      show({ waiting: all.length });
      // Discarded photos no longer count as rejected.
      for (const id of rejected.keys())
        if (!all.some((photo) => photo.id === id)) rejected.delete(id);
      const left = all.filter(({ id }) => !rejected.has(id) && !tried.has(id));
      const [photo] = left;
      if (!photo || ended) break;
      const outcome = await sendOne(photo, sent + 1, sent + left.length);
      if (outcome.kind === 'ended') {
        ended = true;
        parts.onEnded(outcome.end);
        break;
      }
      if (outcome.kind === 'stored') sent += 1;
      if (outcome.kind === 'later') {
        tried.add(photo.id);
        reason = outcome.reason;
        retryAfter = Math.max(retryAfter ?? 0, outcome.afterMilliseconds);
        if (outcome.stops) break;
      }
    }
    const [rejection] = rejected.values();
    show({
      current: null,
      reason: reason ?? (retryAfter === null ? (rejection?.reason ?? null) : null),
      rejected: [...rejected.keys()],
    });
    if (retryAfter !== null) {
      failures += 1;
      cancelRetry = parts.after(retryAfter, start);
    }
  }

  async function run(): Promise<void> {
    do {
      again = false;
      cancelRetry();
      try {
        await parts.alone(drain);
      } catch {
        // The browser's storage or lock failed; the photos are still stored.
        show({ current: null });
        failures += 1;
        cancelRetry = parts.after(60_000, start);
      }
    } while (again);
  }

  /** Sends the queued photos; if it is already sending, checks the queue again afterwards. */
  function start(): void {
    if (ended) return;
    if (running) {
      again = true;
      return;
    }
    running = run().finally(() => {
      running = null;
    });
  }

  return {
    start,
    /** Retries everything at once, including rejected photos. */
    startOver() {
      rejected.clear();
      failures = 0;
      start();
    },
    /** Resolves when nothing is being sent. */
    idle: async () => running ?? undefined,
  };
}

export type Sender = ReturnType<typeof createSender>;
