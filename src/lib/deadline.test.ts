import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepCollecting } from '../../test/support/collect-garbage.js';
import { deadline } from './deadline.js';

let stopCollecting: () => void;
beforeEach(() => {
  stopCollecting = keepCollecting();
});
afterEach(() => stopCollecting());

/** Resolves with the reason. Only its listener holds a reference to the signal. */
function reasonOf(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true }),
  );
}

describe('deadline', () => {
  it('aborts after its time although garbage is collected', async () => {
    const other = new AbortController();
    const reason = reasonOf(deadline(200, [other.signal]).signal);
    expect(await reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('aborts with the reason of the first signal that aborts', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const reason = reasonOf(deadline(null, [first.signal, second.signal]).signal);
    setTimeout(() => second.abort('closed'), 150);
    expect(await reason).toBe('closed');
  });

  it('is aborted immediately if one of its signals is', () => {
    const { signal } = deadline(10_000, [AbortSignal.abort('closed')]);
    expect([signal.aborted, signal.reason]).toEqual([true, 'closed']);
  });

  it('never aborts after it is cleared', async () => {
    const other = new AbortController();
    const { signal, clear } = deadline(50, [other.signal]);
    clear();
    other.abort();
    await once(deadline(100).signal, 'abort');
    expect(signal.aborted).toBe(false);
  });
});
