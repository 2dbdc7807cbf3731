import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { shareHeartbeat, watchHeartbeat } from '../../src/embedded/heartbeat.js';
import { Storage } from '../../src/embedded/storage.js';

afterEach(() => vi.useRealTimers());

test('a long write gives signs of life, though the event loop does not turn', async () => {
  const shared = new SharedArrayBuffer(4);
  shareHeartbeat(shared);
  const heartbeat = () => Atomics.load(new Int32Array(shared), 0);
  const folder = mkdtempSync(join(tmpdir(), 'signs-'));
  const storage = new Storage(join(folder, 'store.mdb'));
  const key = (i: number) => Buffer.from([1, i]);
  const [put, read] = await storage.write(() => {
    const before = heartbeat();
    for (let i = 0; i < 100; i += 1) storage.put(key(i), Buffer.from('x'));
    const between = heartbeat();
    const found = [...storage.range({ start: key(0), end: key(100) })];
    expect(found).toHaveLength(100);
    return [between - before, heartbeat() - between];
  });
  expect(put).toBeGreaterThanOrEqual(100);
  expect(read).toBeGreaterThanOrEqual(100);
  await storage.close();
  rmSync(folder, { recursive: true });
});

test('silence is counted from the first sign on, and ends with the next', () => {
  vi.useFakeTimers();
  const shared = new SharedArrayBuffer(4);
  const heard: number[] = [];
  const watch = watchHeartbeat(shared, (silentMs) => heard.push(silentMs));
  vi.advanceTimersByTime(10_000);
  expect(watch.silentMs()).toBe(0);
  Atomics.add(new Int32Array(shared), 0, 1);
  vi.advanceTimersByTime(1_250);
  expect(watch.silentMs()).toBe(1_000);
  expect(heard).toEqual([250, 500, 750, 1_000]);
  Atomics.add(new Int32Array(shared), 0, 1);
  vi.advanceTimersByTime(250);
  expect(watch.silentMs()).toBe(0);
  watch.stop();
});
