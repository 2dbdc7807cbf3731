/** A marker segment of a JPEG. */
const segment = (marker: number, ...bytes: number[]) =>
  Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff, ...bytes]);

/** Packs bits as entropy-coded bytes: padded with ones, 0xFF escaped. */
function entropyCoded(bits: string): Buffer {
  const bytes = bits.match(/.{1,8}/g)?.map((part) => Number.parseInt(part.padEnd(8, '1'), 2)) ?? [];
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}

const binary = (value: number, length: number) =>
  length === 0 ? '' : value.toString(2).padStart(length, '0');

/** Returns `blocks` empty blocks in runs of 32,767: a 4-bit code for the length's size, then the length. */
function emptyRuns(blocks: number): string {
  let bits = '';
  for (let left = blocks; left > 0; ) {
    const run = Math.min(left, 32_767);
    const size = Math.floor(Math.log2(run));
    bits += binary(size, 4) + binary(run - 2 ** size, size);
    left -= run;
  }
  return bits;
}

/**
 * Returns a gray progressive JPEG of a few hundred kilobytes that is well-formed and costs a decoder seconds to
 * minutes: each of its scans is empty, and each covers every block.
 *
 * @param components 4 keeps all coefficients of four components in memory at once
 */
export function endlessJpeg(width: number, height: number, scans: number, components = 1): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const ids = Array.from({ length: components }, (_, index) => index + 1);
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  const scan = (selected: number[], first: number, last: number, bits: string) => [
    segment(0xda, selected.length, ...selected.flatMap((id) => [id, 0]), first, last, 0),
    entropyCoded(bits),
  ];
  const ac = Buffer.concat(scan([1], 1, 63, emptyRuns(blocks)));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, ...size, components, ...ids.flatMap((id) => [id, 0x11, 0])),
    // One code for "no difference", fifteen of four bits for the sizes of a run.
    segment(0xc4, 0x00, 1, ...Array<number>(15).fill(0), 0),
    segment(0xc4, 0x10, 0, 0, 0, 15, ...Array<number>(12).fill(0), ...sizes),
    ...scan(ids, 0, 0, '0'.repeat(blocks * components)),
    ...Array<Buffer>(scans).fill(ac),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const sizes = Array.from({ length: 15 }, (_, index) => index << 4);
