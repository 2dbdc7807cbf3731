import { expect, it } from 'vitest';
import type { LoggedEvent } from '../../src/aggregate/event-log.js';
import { createRecentEvents } from '../../src/aggregate/recent-events.js';

const event = (seq: number) => ({ seq }) as LoggedEvent;
const numbers = (found: LoggedEvent[] | null) => found?.map(({ seq }) => seq) ?? null;

it('leaves out nothing behind the number of an event that was erased', () => {
  const recent = createRecentEvents({ list: async () => [] });
  recent.startAt(4);
  // Another process appended 6 too, and erased what it was about.
  recent.add([5, 7, 8].map(event));
  expect(numbers(recent.since(3))).toBeNull();
  expect(numbers(recent.since(4))).toEqual([5, 7, 8]);
  expect(numbers(recent.since(5))).toEqual([7, 8]);
  expect(numbers(recent.since(6))).toEqual([7, 8]);
  expect(numbers(recent.since(7))).toEqual([8]);
  expect(numbers(recent.since(9))).toEqual([]);
});
