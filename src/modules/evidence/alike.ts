import { type Fingerprint, hashBits, viewBytes } from './fingerprint.js';

/** The number of bits in which two views differ. */
export interface Distance {
  hash: number;
  blocks: number;
}

/** Pictures that differ in at most this many bits are alike. */
export const alikeBits: Distance = { hash: 6, blocks: 28 };
/** Limits for a part of a picture: many parts are compared, and the matching one differs in few bits. */
export const alikeBitsOfPart: Distance = { hash: 4, blocks: 28 };

/**
 * Each hash is split into three bands by taking bits alternately, and is found if one of its bands differs in at most
 * as many bits as the band's radius. If every band differed in more, the hashes would differ in at least the sum of the
 * radii plus 3. So (2, 1, 1) misses none within 6 bits, and (1, 1, 0) none within 4.
 */
const bandCount = 3;
const radii = { whole: [2, 1, 1], part: [1, 1, 0] } as const;
const bandSize = Math.ceil(hashBits / bandCount);
const bitsOfBand = (band: number) => Math.ceil((hashBits - band) / bandCount);
const key = (band: number, value: number) => band * 2 ** bandSize + value;

function bandsOf(view: Uint8Array): number[] {
  const bands = Array.from({ length: bandCount }, () => 0);
  for (let bit = 0; bit < hashBits; bit++) {
    if ((view[bit >> 3]! >> (bit & 7)) & 1) bands[bit % bandCount]! |= 1 << (bit / bandCount);
  }
  return bands;
}

/** Returns every value that differs from this one in at most `radius` of its lowest `bits` bits. */
function valuesNear(value: number, bits: number, radius: number): number[] {
  const near = [value];
  if (radius === 0) return near;
  for (let bit = 0; bit < bits; bit++)
    near.push(...valuesNear(value ^ (1 << bit), bit, radius - 1));
  return near;
}

const keysNear = (view: Uint8Array, radiusOf: readonly number[]): number[] =>
  bandsOf(view).flatMap((value, band) =>
    valuesNear(value, bitsOfBand(band), radiusOf[band]!).map((near) => key(band, near)),
  );

const viewsOf = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / viewBytes }, (_, i) =>
    bytes.subarray(i * viewBytes, (i + 1) * viewBytes),
  );

const onesOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  let ones = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) ones += 1;
  return ones;
});

const hashBytes = hashBits / 8;

/** Counts the bits in which the bytes `from` to before `to` of two views differ; the views start at `i` and `j`. */
function differing(
  a: Uint8Array,
  i: number,
  b: Uint8Array,
  j: number,
  [from, to]: readonly [number, number],
): number {
  let bits = 0;
  for (let at = from; at < to; at++) bits += onesOf[a[i + at]! ^ b[j + at]!]!;
  return bits;
}

const hashPlace = [0, hashBytes] as const;
const blocksPlace = [hashBytes, viewBytes] as const;

const isNearer = (one: Distance, other: Distance | null) =>
  !other || one.hash < other.hash || (one.hash === other.hash && one.blocks < other.blocks);

function nearestView(views: Uint8Array, kept: Uint8Array, within: Distance): Distance | null {
  let best: Distance | null = null;
  for (let i = 0; i < views.length; i += viewBytes) {
    for (let j = 0; j < kept.length; j += viewBytes) {
      const hash = differing(views, i, kept, j, hashPlace);
      if (hash > within.hash) continue;
      const blocks = differing(views, i, kept, j, blocksPlace);
      if (blocks <= within.blocks && isNearer({ hash, blocks }, best)) best = { hash, blocks };
    }
  }
  return best;
}

/** The views of a picture that are searched for. */
export type Sought = Omit<Fingerprint, 'kept'>;

/**
 * Returns the smallest distance between a view of a picture and a similar stored view of another; null if none is
 * similar.
 */
export function nearest({ sought, parts }: Sought, kept: Uint8Array): Distance | null {
  const whole = nearestView(sought, kept, alikeBits);
  const part = nearestView(parts, kept, alikeBitsOfPart);
  return part && isNearer(part, whole) ? part : whole;
}

/** Returns the keys under which the stored views of a picture are found. */
export const keptKeys = ({ kept }: Pick<Fingerprint, 'kept'>): number[] => [
  ...new Set(viewsOf(kept).flatMap((view) => bandsOf(view).map((value, band) => key(band, value)))),
];

/**
 * Returns the keys of possibly similar pictures, in order; they include at least one key of each picture for which
 * `nearest` finds a distance.
 */
export const soughtKeys = ({ sought, parts }: Sought): number[] => {
  const keys = new Set<number>();
  for (const view of viewsOf(sought)) for (const one of keysNear(view, radii.whole)) keys.add(one);
  for (const view of viewsOf(parts)) for (const one of keysNear(view, radii.part)) keys.add(one);
  return [...keys].sort((a, b) => a - b);
};
