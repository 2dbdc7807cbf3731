import { isDeepStrictEqual } from 'node:util';
import { Binary, BSON, Decimal128, Double, Int32, Long, ObjectId, Timestamp } from 'mongodb';
import { expect, it } from 'vitest';
import { decodeDocument } from './decode-document.js';

const bytesOf = (document: BSON.Document) => BSON.serialize(document, { ignoreUndefined: true });

/** A generator of numbers below `below`, the same at each run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

const texts = [
  '',
  'a',
  'open',
  'Grüße',
  '日本語',
  '😀 emoji',
  'x'.repeat(300),
  '\u0000 inside',
  '"\\',
];
const dates = [
  0,
  1,
  -1,
  Date.UTC(1, 0),
  Date.UTC(9999, 11, 31),
  1_795_345_912_742,
  -62_135_596_800_000,
];
const doubles = [0, -0, 0.5, -13.4132, 1e300, Number.NaN, Number.NEGATIVE_INFINITY, 2 ** 53];

function randomValue(pick: (below: number) => number, depth: number): unknown {
  switch (pick(depth > 3 ? 8 : 10)) {
    case 0:
      return texts[pick(texts.length)];
    case 1:
      return pick(2 ** 24) - 2 ** 23;
    case 2:
      return [2 ** 31 - 1, -(2 ** 31), 0, -1][pick(4)];
    case 3:
      return new Double(doubles[pick(doubles.length)] ?? 0);
    case 4:
      return new Date(dates[pick(dates.length)] ?? 0);
    case 5:
      return pick(2) === 1;
    case 6:
      return null;
    case 7:
      return [
        Long.fromNumber(2 ** 40),
        new Binary(Buffer.from([1, 2, 3])),
        new ObjectId('0123456789abcdef01234567'),
        new Timestamp({ t: 1, i: 2 }),
        Decimal128.fromString('1.5'),
        new Int32(7),
      ][pick(40)];
    case 8:
      return Array.from({ length: pick(5) }, () => randomValue(pick, depth + 1));
    default:
      return randomDocument(pick, depth + 1);
  }
}

function randomDocument(pick: (below: number) => number, depth = 0): Record<string, unknown> {
  const names = ['_id', 'status', 'steps', 'é', '😀', '1', '', 'constructor', 'n'.repeat(60)];
  return Object.fromEntries(
    Array.from({ length: pick(12) }, () => {
      const name = pick(3) === 0 ? `field${pick(9_000)}` : (names[pick(names.length)] ?? '');
      return [name, randomValue(pick, depth)];
    }),
  );
}

it('decodes as the driver does, documents of every shape', () => {
  const pick = numbers(7);
  for (let i = 0; i < 2_000; i++) {
    const bytes = bytesOf(randomDocument(pick));
    const decoded = decodeDocument<object>(bytes);
    const expected = BSON.deserialize(bytes);
    expect(isDeepStrictEqual(decoded, expected), JSON.stringify(expected)).toBe(true);
    expect(JSON.stringify(decoded)).toBe(JSON.stringify(expected));
  }
});

it('leaves to the driver the names that objects treat specially', () => {
  for (const name of ['__proto__', '$ref', '$id']) {
    const document = Object.defineProperty({ a: 1 }, name, { value: 'x', enumerable: true });
    const bytes = bytesOf({ inner: document, after: 'y' });
    const decoded = decodeDocument<{ inner: object }>(bytes);
    expect(decoded).toStrictEqual(BSON.deserialize(bytes));
    expect(Object.getPrototypeOf(decoded.inner)).toBe(Object.prototype);
  }
});

it('reads a document in the middle of a larger buffer', () => {
  const bytes = bytesOf({ objective: 'Is the shop open?', at: new Date(5) });
  const within = Buffer.concat([Buffer.from('before'), bytes, Buffer.from('behind')]);
  expect(decodeDocument(within.subarray(6, 6 + bytes.length))).toEqual(BSON.deserialize(bytes));
});
