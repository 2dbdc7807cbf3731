import { type Fingerprint, hashBits, viewBytes } from './fingerprint.js';

/** How many bits of two views differ. */
export interface Distance {
  hash: number;
  blocks: number;
}

/** Pictures with at most so many different bits look alike. */
export const alikeBits: Distance = { hash: 6, blocks: 28 };
/** The same of a part: many are looked for, and where one is the right one, it differs in few bits. */
export const alikeBitsOfPart: Distance = { hash: 4, blocks: 28 };

/**
 * Each hash is split into three bands, bit by bit in turn, and is found where one of them differs in no
 * more bits than its radius. If in each band more differed, the hashes would differ in the sum of the
 * radii and 3 more: so with (2, 1, 1) none within 6 bits is missed, with (1, 1, 0) none within 4.
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

/** Every value that differs from this one in at most `radius` of its lowest `bits` bits. */
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

/** How many bits of the bytes `from` to before `to` of two views differ, the views starting at `i` and `j`. */
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

/** What is looked for of a picture. */
export type Sought = Omit<Fingerprint, 'kept'>;

/** The least distance at which a view of a picture is alike to one kept of another; null where none is. */
export function nearest({ sought, parts }: Sought, kept: Uint8Array): Distance | null {
  const whole = nearestView(sought, kept, alikeBits);
  const part = nearestView(parts, kept, alikeBitsOfPart);
  return part && isNearer(part, whole) ? part : whole;
}

/** Keys under which the kept views of a picture are found. */
export const keptKeys = ({ kept }: Pick<Fingerprint, 'kept'>): number[] => [
  ...new Set(viewsOf(kept).flatMap((view) => bandsOf(view).map((value, band) => key(band, value)))),
];

/** Keys of the pictures that may be alike, in order: one of each picture for which `nearest` finds a distance. */
export const soughtKeys = ({ sought, parts }: Sought): number[] => {
  const keys = new Set<number>();
  for (const view of viewsOf(sought)) for (const one of keysNear(view, radii.whole)) keys.add(one);
  for (const view of viewsOf(parts)) for (const one of keysNear(view, radii.part)) keys.add(one);
  return [...keys].sort((a, b) => a - b);
};
