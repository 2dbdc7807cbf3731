const [startOfScan, endOfImage] = [0xda, 0xd9];

/** Markers without a length: TEM, the restart markers and SOI. */
const isBare = (marker: number) =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7) || marker === 0xd8;

/** What the markers of a JPEG show. */
interface Scans {
  count: number;
  /** Offset of the end-of-image marker; the length of the file where it has none. */
  end: number;
}

/**
 * Follows a JPEG up to its end of image (ITU-T T.81, B.1). A decoder goes over every pixel once for
 * each scan, however few bytes the scan has.
 */
export function followScans(bytes: Uint8Array): Scans {
  let count = 0;
  let at = 2;
  for (;;) {
    // Entropy-coded data and stray bytes are passed over, as decoders do.
    at = bytes.indexOf(0xff, at);
    if (at < 0) return { count, end: bytes.length };
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at];
    if (marker === undefined) return { count, end: bytes.length };
    if (marker === endOfImage) return { count, end: at - 1 };
    at += 1;
    // 0 marks a data byte of 255.
    if (marker === 0 || isBare(marker)) continue;
    if (marker === startOfScan) count += 1;
    at += Math.max(2, ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
  }
}

const zeros = Buffer.alloc(512);

/** The first run of at least 512 zero bytes before `end`, as a copy that was interrupted leaves it; null without one. */
export function zeroRun(bytes: Uint8Array, end: number): { start: number; end: number } | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, end);
  const start = file.indexOf(zeros, file.indexOf(Buffer.from([0xff, startOfScan])));
  if (start < 0) return null;
  let to = start;
  while (to < end && file[to] === 0) to += 1;
  return { start, end: to };
}
