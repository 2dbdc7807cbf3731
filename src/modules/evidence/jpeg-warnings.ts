/** Warnings of libjpeg (jerror.h) which mean that a part of the picture is missing from the file. */
const missingData =
  /premature end|bad Huffman code|bad arithmetic code|found marker 0x[\da-f]+ instead of RST/i;

/** Warnings reported by libvips for a JPEG: the text of libjpeg's first warning, and the number of warnings. */
export interface JpegWarnings {
  texts: readonly string[];
  count: number;
}

export const isMissingData = ({ texts }: JpegWarnings): boolean =>
  texts.some((text) => missingData.test(text));

export function readWarnings(reported: readonly string[]): JpegWarnings {
  const counts = reported.map((text) => Number(/^read gave (\d+) warnings/.exec(text)?.[1] ?? 0));
  return { texts: reported, count: Math.max(0, ...counts) };
}

const [app0, startOfScan, endOfImage] = [0xe0, 0xda, 0xd9];
const isSequential = (marker: number) => marker === 0xc0 || marker === 0xc1;

/**
 * Returns the JPEG without the harmless header faults that libjpeg warns about: bytes between segments, a JFIF version
 * other than 1.x, and scan parameters that a sequential picture does not use. libvips reports only the first warning,
 * so these could hide that data is missing.
 *
 * @returns null if the header cannot be followed to the first scan
 */
export function withoutHarmlessFaults(jpeg: Uint8Array): Uint8Array | null {
  const parts = [Buffer.from([0xff, 0xd8])];
  let sequential = false;
  for (let at = jpeg.indexOf(0xff, 2); at >= 0; at = jpeg.indexOf(0xff, at)) {
    while (jpeg[at + 1] === 0xff) at += 1;
    const marker = jpeg[at + 1];
    if (marker === undefined || marker === endOfImage) return null;
    // 0 and the markers without a length start no segment.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
      continue;
    }
    const length = ((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0);
    const end = at + 2 + length;
    if (length < 2 || end > jpeg.length) return null;
    const segment = Buffer.from(jpeg.subarray(at, end));
    if (marker === app0 && segment.toString('latin1', 4, 9) === 'JFIF\0') segment[9] = 1;
    if (isSequential(marker)) sequential = true;
    if (marker === startOfScan && sequential) segment.set([0, 63, 0], segment.length - 3);
    parts.push(segment);
    if (marker === startOfScan) return Buffer.concat([...parts, jpeg.subarray(end)]);
    at = end;
  }
  return null;
}
