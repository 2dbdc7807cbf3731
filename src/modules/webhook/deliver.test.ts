import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWebhookSender } from './deliver.js';
import type { Delivery } from './delivery.js';
import type { DeliveryStore } from './delivery.store.js';
import type { EndpointStore } from './endpoint.store.js';
import type { DeliveryPost } from './post-delivery.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = 60_000;

/** Returns a sender for an endpoint whose line never ends; a post takes a second. */
function senderWith(takeLease: () => Promise<'taken' | 'kept' | null>) {
  const head = { _id: 'd', objectKey: 'job', tries: 0, attempts: [], dueAt: new Date() };
  const endpoint = { _id: 'a', status: 'enabled' };
  const post = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return { delivered: true, notBefore: null, lost: false, attempt: { statusCode: 204 } };
  });
  const sender = createWebhookSender({
    endpoints: {
      peek: async () => endpoint,
      noteSuccess: async () => {},
    } as unknown as EndpointStore,
    deliveries: {
      head: async () => head as unknown as Delivery,
      due: async ({ without }: { without: readonly string[] }) =>
        without.includes(head.objectKey) ? [] : [head],
      nextDue: async () => head.dueAt,
      record: async () => true,
    } as unknown as DeliveryStore,
    leases: { takeLease, dropLease: async () => {} },
    posts: { post, close: async () => {} } as unknown as DeliveryPost,
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
  });
  return { sender, post };
}

test('requests a lease held by another process four times a second, even if it is woken more often', async () => {
  const takeLease = vi.fn(async () => null);
  const { sender, post } = senderWith(takeLease);
  for (let i = 0; i < 100; i++) await sender.wake('a');
  takeLease.mockClear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(takeLease.mock.calls.length).toBeGreaterThan(30);
  expect(takeLease.mock.calls.length).toBeLessThanOrEqual(40);
  expect(post).not.toHaveBeenCalled();
  await sender.stop();
});

test('stops the lines of an endpoint whose lease it has lost', async () => {
  const answers: ('taken' | null)[] = ['taken'];
  const { sender, post } = senderWith(async () => answers.shift() ?? null);
  void sender.wake('a');
  await vi.advanceTimersByTimeAsync(10 * minutes);
  expect(post.mock.calls.length).toBeGreaterThan(0);
  expect(post.mock.calls.length).toBeLessThan(10);
  await sender.stop();
});
