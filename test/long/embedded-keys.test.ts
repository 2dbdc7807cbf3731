import { describe, expect, test } from 'vitest';
import { Double, Raw, rawType, type Value } from '../../src/embedded/bson.js';
import { compoundKey, equal, keyOf, order } from '../../src/embedded/keys.js';

/** Creates a small random number generator, deterministic for a seed. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** Compares two numbers by their exact values; NaN sorts first. */
function exactly(a: number | bigint | Double, b: number | bigint | Double): number {
  const [x, y] = [a, b].map((value) => (value instanceof Double ? value.value : value)) as [
    number | bigint,
    number | bigint,
  ];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(y)) - Number(Number.isNaN(x));
  return x < y ? -1 : x > y ? 1 : 0;
}

describe(`the total order of values (seed ${seed})`, () => {
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  const int64 = (): bigint =>
    BigInt.asIntN(
      64,
      (BigInt(Math.floor(next() * 2 ** 32)) << 32n) | BigInt(Math.floor(next() * 2 ** 32)),
    );
  const near = [
    0n,
    1n,
    -1n,
    2n ** 53n,
    2n ** 53n + 1n,
    -(2n ** 53n) - 1n,
    2n ** 62n + 1n,
    2n ** 63n - 1n,
    -(2n ** 63n),
  ];
  const number = (): number | bigint | Double => {
    const kind = next();
    if (kind < 0.2) return Math.floor(next() * 2 ** 32) - 2 ** 31;
    if (kind < 0.4) return int64();
    if (kind < 0.6) return pick(near);
    if (kind < 0.8) return new Double(Number(pick([...near, int64()])));
    return new Double(
      pick([Number.NaN, -0, 0, 0.5, -1e300, 1e-300, Infinity, -Infinity, next() * 10]),
    );
  };

  test('orders numbers of all types exactly', () => {
    for (let i = 0; i < 20_000; i += 1) {
      const [a, b] = [number(), number()];
      expect([a, b, Math.sign(order(a, b))]).toEqual([a, b, exactly(a, b)]);
    }
  });

  test('orders strings by their bytes', () => {
    const text = (): string =>
      Array.from({ length: next() * 4 }, () =>
        pick(['a', 'b', '\0', '\u0001', 'ÿ', '\uFFFD', '\u{1F600}']),
      ).join('');
    for (let i = 0; i < 20_000; i += 1) {
      const [a, b] = [text(), text()];
      expect([a, b, Math.sign(order(a, b))]).toEqual([
        a,
        b,
        Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
      ]);
    }
  });

  const value = (depth: number): Value => {
    const kind = Math.floor(next() * (depth > 0 ? 9 : 7));
    if (kind === 0) return null;
    if (kind === 1) return number();
    if (kind === 2) return pick(['', 'a', 'b', 'ab', 'a\0']);
    if (kind === 3) return next() < 0.5;
    if (kind === 4) return new Raw(rawType.objectId, Buffer.alloc(12, Math.floor(next() * 3)));
    if (kind === 5)
      return new Raw(rawType.binary, Buffer.from([1, 0, 0, 0, pick([0, 4]), pick([1, 2])]));
    if (kind === 6) return new Raw(pick([255, 127]), Buffer.alloc(0));
    const items = Array.from({ length: Math.floor(next() * 3) }, () => value(depth - 1));
    return kind === 7 ? items : new Map(items.map((item) => [pick(['a', 'b', 'c']), item]));
  };

  test('is antisymmetric and transitive', () => {
    for (let i = 0; i < 10_000; i += 1) {
      const [a, b, c] = [value(2), value(2), value(2)];
      expect(Math.sign(order(a, b)) + Math.sign(order(b, a))).toBe(0);
      if (order(a, b) <= 0 && order(b, c) <= 0) expect(order(a, c)).toBeLessThanOrEqual(0);
      expect(equal(a, a)).toBe(true);
    }
  });

  test('orders compound keys by their parts, each in its direction', () => {
    for (let i = 0; i < 10_000; i += 1) {
      const [a, b] = [
        [value(1), value(1)],
        [value(1), value(1)],
      ] as const;
      const directions = [pick([1, -1]), pick([1, -1])];
      const expected =
        [0, 1]
          .map((at) => Math.sign(order(a[at], b[at])) * directions[at]!)
          .find((sign) => sign !== 0) ?? 0;
      expect(
        Math.sign(compoundKey(a, directions).compare(compoundKey(b, directions))) - expected,
      ).toBe(0);
    }
  });

  test('produces no encoding that is a prefix of another', () => {
    for (let i = 0; i < 10_000; i += 1) {
      const [a, b] = [keyOf(value(2)), keyOf(value(2))];
      if (!a.equals(b)) expect(b.subarray(0, a.length).equals(a)).toBe(false);
    }
  });
});
