import { describe, expect, it } from 'vitest';
import type { Answer } from './answer.js';
import type { StoredPhoto } from './photo.js';
import { createSender, type SendingState } from './sender.js';

const photo = (id: string): StoredPhoto => ({
  id,
  jobId: 'job',
  stepName: id,
  label: `Photo ${id}`,
  name: `${id}.jpg`,
  type: 'image/jpeg',
  sizeBytes: 3,
  capturedAt: '2026-11-22T10:00:00.000Z',
  nonce: `nonce-${id}`,
  sha256: null,
  note: '',
  position: { latitude: 52.5, longitude: 13.4, accuracy: 10, at: 0 },
  draft: false,
});

const stored: Answer = {
  status: 201,
  retryAfter: null,
  body: { job_id: 'job', validation_passed: true, validation_errors: [], job_status: 'assigned' },
};
const rejection = (status: number, code: string, retryAfter: number | null = null): Answer => ({
  status,
  retryAfter,
  body: { code },
});

/** Simulates a phone whose service gives the listed responses, then stores; the test runs its timers. */
function phone(ids: string[], answers: (Answer | null)[]) {
  const queue = ids.map(photo);
  const attempts: StoredPhoto[] = [];
  const seen: SendingState[] = [];
  const ends: string[] = [];
  const results: string[] = [];
  let timer: { milliseconds: number; run: () => void } | null = null;
  const sender = createSender({
    waiting: async () => [...queue],
    async send(one) {
      attempts.push(one);
      return answers.length > 0 ? answers.shift()! : stored;
    },
    async remove(one) {
      queue.splice(queue.indexOf(one), 1);
    },
    alone: (run) => run(),
    after(milliseconds, run) {
      timer = { milliseconds, run };
      return () => {
        timer = null;
      };
    },
    onStored: (one) => results.push(one.id),
    onEnded: (end) => ends.push(end),
    onChange: (state) => seen.push(state),
  });
  return {
    sender,
    queue,
    attempts,
    ends,
    results,
    seen,
    last: () => seen.at(-1)!,
    delay: () => timer?.milliseconds ?? null,
    async go() {
      sender.start();
      await sender.idle();
    },
    async wake() {
      timer!.run();
      await sender.idle();
    },
  };
}

describe('the queue', () => {
  it('sends one photo at a time, in order, and removes each after its 201', async () => {
    const one = phone(['a', 'b'], []);
    await one.go();
    expect(one.attempts.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(one.queue).toEqual([]);
    expect(one.results).toEqual(['a', 'b']);
    expect(one.seen.flatMap(({ current }) => (current ? [[current.at, current.of]] : []))).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(one.last()).toEqual({ current: null, waiting: 0, reason: null, rejected: [] });
  });

  it('keeps a photo whose response was lost and sends the identical request again', async () => {
    const one = phone(['a'], [null]);
    await one.go();
    expect(one.queue).toHaveLength(1);
    expect(one.last()).toEqual({ current: null, waiting: 1, reason: null, rejected: [] });
    await one.wake();
    expect(one.attempts[1]).toBe(one.attempts[0]);
    expect(one.queue).toEqual([]);
  });

  it('retries after 2, 5, 15, 30, 60 and 60 s, and from 2 s after a success', async () => {
    const one = phone(['a', 'b'], [null, null, null, null, null, null, stored, null]);
    await one.go();
    const delays = [one.delay()];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await one.wake();
      delays.push(one.delay());
    }
    expect(delays).toEqual([2000, 5000, 15_000, 30_000, 60_000, 60_000, 2000]);
  });

  it('does not send the following photos when the service cannot be reached', async () => {
    const one = phone(['a', 'b'], [null]);
    await one.go();
    expect(one.attempts.map(({ id }) => id)).toEqual(['a']);
  });

  it('sends the others when the service fails on one', async () => {
    const one = phone(['a', 'b'], [rejection(500, 'internal_error')]);
    await one.go();
    expect(one.results).toEqual(['b']);
    expect(one.queue.map(({ id }) => id)).toEqual(['a']);
    expect(one.last().reason).toBe('trouble');
    expect(one.delay()).toBe(2000);
  });

  it('waits as long as a busy service requests', async () => {
    const one = phone(['a', 'b'], [rejection(429, 'rate_limited', 40)]);
    await one.go();
    expect(one.delay()).toBe(40_000);
    expect(one.attempts).toHaveLength(1);
  });

  it('keeps a rejected photo, reports why, sends the others, and retries it on request', async () => {
    const one = phone(['a', 'b'], [rejection(409, 'evidence_limit')]);
    await one.go();
    expect(one.results).toEqual(['b']);
    expect(one.last()).toMatchObject({
      waiting: 1,
      reason: 'full',
    });
    expect(one.delay()).toBeNull();
    await one.go();
    expect(one.attempts).toHaveLength(2);
    one.sender.startOver();
    await one.sender.idle();
    expect(one.queue).toEqual([]);
  });

  it('lists a rejected photo until it is discarded', async () => {
    const one = phone(['a', 'b'], [rejection(415, 'unsupported_media_type')]);
    await one.go();
    expect(one.last().rejected).toEqual(['a']);
    one.queue.length = 0;
    await one.go();
    expect(one.last()).toEqual({ current: null, waiting: 0, reason: null, rejected: [] });
  });

  it.each([
    [rejection(401, 'token_invalid'), 'invalid'],
    [rejection(410, 'token_expired'), 'expired'],
    [rejection(409, 'invalid_transition'), 'finished'],
  ])('stops for good, and keeps every photo, at %j', async (answer, end) => {
    const one = phone(['a', 'b'], [answer]);
    await one.go();
    await one.go();
    expect(one.ends).toEqual([end]);
    expect(one.attempts).toHaveLength(1);
    expect(one.queue).toHaveLength(2);
  });

  it('does not count a page of the network as a response', async () => {
    const login = { status: 201, body: null, retryAfter: null };
    const one = phone(['a'], [{ ...login, status: 200 }, login]);
    await one.go();
    await one.wake();
    expect(one.queue).toHaveLength(1);
  });

  it('checks again for a photo that was added while it was sending', async () => {
    const one = phone(['a'], []);
    one.sender.start();
    one.sender.start();
    one.queue.push(photo('b'));
    await one.sender.idle();
    expect(one.results).toEqual(['a', 'b']);
  });
});
