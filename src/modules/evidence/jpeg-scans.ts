const [startOfScan, endOfImage] = [0xda, 0xd9];

/** Markers without a length: TEM, the restart markers and SOI. */
const isBare = (marker: number) =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7) || marker === 0xd8;

/**
 * How many scans a JPEG holds up to its end of image (ITU-T T.81, B.1). A decoder goes over every
 * pixel once for each, however few bytes the scan has.
 */
export function countScans(bytes: Uint8Array): number {
  let scans = 0;
  let at = 2;
  for (;;) {
    // Entropy-coded data and stray bytes are passed over, as decoders do.
    at = bytes.indexOf(0xff, at);
    if (at < 0) return scans;
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at];
    if (marker === undefined || marker === endOfImage) return scans;
    at += 1;
    // 0 marks a data byte of 255.
    if (marker === 0 || isBare(marker)) continue;
    if (marker === startOfScan) scans += 1;
    at += Math.max(2, ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
  }
}
