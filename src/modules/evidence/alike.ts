import { type Fingerprint, hashBits, viewBytes } from './fingerprint.js';

/** How many bits of two views differ. */
export interface Distance {
  hash: number;
  blocks: number;
}

/** Pictures with at most so many different bits look alike. */
export const alikeBits: Distance = { hash: 6, blocks: 28 };

/**
 * Each hash is split into three bands, bit by bit in turn. Of two hashes that differ in at most six bits,
 * either one band differs in at most one bit, or each of them differs in two.
 */
const bandCount = 3;
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

/** A view whose bands differ in few bits has one of these keys; with `all`, each one within six bits. */
function keysNear(view: Uint8Array, all: boolean): number[] {
  return bandsOf(view).flatMap((value, band) => {
    const bits = Array.from({ length: bitsOfBand(band) }, (_, bit) => 1 << bit);
    const near = [value, ...bits.map((bit) => value ^ bit)];
    // Where each band differs in two bits, the first one is enough.
    if (all && band === 0) {
      near.push(...bits.flatMap((one, i) => bits.slice(0, i).map((other) => value ^ one ^ other)));
    }
    return near.map((one) => key(band, one));
  });
}

const viewsOf = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / viewBytes }, (_, i) =>
    bytes.subarray(i * viewBytes, (i + 1) * viewBytes),
  );

const onesOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  let ones = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) ones += 1;
  return ones;
});

function differing(a: Uint8Array, b: Uint8Array, from: number, to: number): number {
  let bits = 0;
  for (let i = from; i < to; i++) bits += onesOf[a[i]! ^ b[i]!]!;
  return bits;
}

const hashBytes = hashBits / 8;

/** The least distance at which a view of the one is alike to one of the other; null where none is. */
export function nearest(sought: Uint8Array, kept: Uint8Array): Distance | null {
  let best: Distance | null = null;
  for (const one of viewsOf(sought)) {
    for (const other of viewsOf(kept)) {
      const hash = differing(one, other, 0, hashBytes);
      if (hash > alikeBits.hash) continue;
      const blocks = differing(one, other, hashBytes, viewBytes);
      if (blocks > alikeBits.blocks) continue;
      if (!best || hash < best.hash || (hash === best.hash && blocks < best.blocks)) {
        best = { hash, blocks };
      }
    }
  }
  return best;
}

/** Keys under which the kept views of a picture are found. */
export const keptKeys = ({ kept }: Fingerprint): number[] => [
  ...new Set(viewsOf(kept).flatMap((view) => bandsOf(view).map((value, band) => key(band, value)))),
];

/**
 * Keys of the pictures that may be alike: of those whose hash, as it is, differs in at most
 * `alikeBits.hash` bits no one is missed.
 */
export const soughtKeys = ({ sought }: Fingerprint): number[] => [
  ...new Set(viewsOf(sought).flatMap((view, i) => keysNear(view, i === 0))),
];
