import { expect, test } from 'vitest';
import { counted, createUploadGate } from './upload-gate.js';

const bounds = { each: { uploads: 2, bytes: 100 }, all: { uploads: 3, bytes: 150 } };
const code = (run: () => unknown) => {
  try {
    run();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('limits uploads per sender and in total, and makes room when they end', () => {
  const gate = createUploadGate(bounds);
  const first = gate.enter('a');
  gate.enter('a');
  expect(code(() => gate.enter('a'))).toBe('rate_limited');
  gate.enter('b');
  expect(code(() => gate.enter('c'))).toBe('unavailable');
  first.leave();
  expect(code(() => gate.enter('c'))).toBeNull();
});

test('limits bytes per sender and in total, and releases them with their upload', async () => {
  const gate = createUploadGate(bounds);
  const [first, second] = [gate.enter('a'), gate.enter('b')];
  first.count(100);
  expect(code(() => first.count(1))).toBe('rate_limited');
  expect(code(() => second.count(50))).toBe('unavailable');
  first.leave();
  expect(code(() => second.count(50))).toBeNull();
  const chunks = counted(
    (async function* () {
      yield Buffer.alloc(1);
    })(),
    second,
  );
  await expect(chunks.next()).rejects.toMatchObject({ code: 'rate_limited' });
});
