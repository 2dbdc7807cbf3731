/** The data that the page reads from a picture before sending it. */
export interface PhotoHeader {
  /** In pixels; null if the size cannot be found without decoding the picture. */
  size: { width: number; height: number } | null;
  /** In milliseconds; null without a time in the EXIF data. */
  takenAt: number | null;
  /** The TIFF block with the EXIF data. */
  exif: Uint8Array<ArrayBuffer> | null;
}

const textOf = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

const exifBytesMax = 60_000;

interface Segment {
  marker: number;
  start: number;
  end: number;
}

/** Returns the segments of a JPEG before its first scan. */
function segmentsOf(bytes: Uint8Array): Segment[] {
  const found: Segment[] = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!;
    if (marker === 0xda) break;
    const end = at + 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
    if (end > bytes.length || end <= at + 2) break;
    found.push({ marker, start: at + 4, end });
    at = end;
  }
  return found;
}

/** True for frame headers, which hold the size: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The EXIF data of a HEIC (`Exif`), PNG (`eXIf`) or WebP (`EXIF` and a length). */
function findTiff(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  for (const last of [0x66, 0x46]) {
    for (let at = bytes.indexOf(last); at >= 0; at = bytes.indexOf(last, at + 1)) {
      const isName = ['Exif', 'eXIf', 'EXIF'].includes(textOf(bytes, at - 3, 4));
      const start = isName ? tiffBehind(bytes, at + 1) : null;
      if (start !== null) return bytes.slice(start, start + exifBytesMax);
    }
  }
  return null;
}

function tiffBehind(bytes: Uint8Array, at: number): number | null {
  const skip = [0, 2, 4].find((by) => /^(II\*\0|MM\0\*)/.test(textOf(bytes, at + by, 4)));
  return skip === undefined ? null : at + skip;
}

type Size = NonNullable<PhotoHeader['size']>;

/** Size of a PNG, WebP or HEIC; of a HEIC that of its largest picture. */
function sizeOf(bytes: Uint8Array<ArrayBuffer>): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (textOf(bytes, 12, 4) === 'IHDR') {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (textOf(bytes, 8, 4) === 'WEBP') return webpSize(view, textOf(bytes, 12, 4));
  if (textOf(bytes, 4, 4) !== 'ftyp') return null;
  let largest: Size | null = null;
  for (let at = bytes.indexOf(0x69); at >= 0; at = bytes.indexOf(0x69, at + 1)) {
    if (textOf(bytes, at, 4) !== 'ispe' || at + 16 > bytes.length) continue;
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

/** By the header of its first chunk: extended, lossless or lossy. */
function webpSize(view: DataView, chunk: string): Size | null {
  const u24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (chunk === 'VP8X') return { width: u24(24) + 1, height: u24(27) + 1 };
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 'VP8 ') return null;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Position and value field of each tag of a directory. */
function entriesOf(view: DataView, little: boolean, directory: number): Map<number, number> {
  const found = new Map<number, number>();
  if (directory + 2 > view.byteLength) return found;
  const count = view.getUint16(directory, little);
  for (let entry = 0; entry < count; entry++) {
    const at = directory + 2 + 12 * entry;
    if (at + 12 > view.byteLength) break;
    found.set(view.getUint16(at, little), at);
  }
  return found;
}

const [orientationTag, exifTag, originalTag, offsetTag] = [0x0112, 0x8769, 0x9003, 0x9011];

function open(tiff: Uint8Array) {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = tiff[0] === 0x49;
  return { view, little, main: entriesOf(view, little, view.getUint32(4, little)) };
}

/** Returns the time of capture; without an offset, in the time zone of this phone. */
function takenAtOf(tiff: Uint8Array): number | null {
  const { view, little, main } = open(tiff);
  const pointer = main.get(exifTag);
  if (pointer === undefined) return null;
  const exif = entriesOf(view, little, view.getUint32(pointer + 8, little));
  const text = (tag: number, length: number) => {
    const at = exif.get(tag);
    return at === undefined ? '' : textOf(tiff, view.getUint32(at + 8, little), length);
  };
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(text(originalTag, 19));
  if (!parts) return null;
  const offset = /^[+-]\d\d:\d\d$/.exec(text(offsetTag, 6))?.[0] ?? '';
  const day = `${parts[1]}-${parts[2]}-${parts[3]}`;
  const isDay = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(parts[3]);
  const at = Date.parse(`${day}T${parts[4]}${offset}`);
  return isDay && at > 0 ? at : null;
}

/** Reads the size and the EXIF data of a picture. Damaged parts count as missing. */
export function readHeader(bytes: Uint8Array<ArrayBuffer>): PhotoHeader {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const segments = isJpeg ? segmentsOf(bytes) : [];
  const frame = segments.find(({ marker }) => isFrame(marker));
  const jpegSize = frame
    ? {
        height: (bytes[frame.start + 1]! << 8) | bytes[frame.start + 2]!,
        width: (bytes[frame.start + 3]! << 8) | bytes[frame.start + 4]!,
      }
    : null;
  const app1 = segments.find(
    ({ marker, start }) => marker === 0xe1 && textOf(bytes, start, 5) === 'Exif\0',
  );
  try {
    const size = isJpeg ? jpegSize : sizeOf(bytes);
    const exif = isJpeg ? (app1 ? bytes.slice(app1.start + 6, app1.end) : null) : findTiff(bytes);
    return { size, exif, takenAt: exif && takenAtOf(exif) };
  } catch {
    return { size: jpegSize, exif: null, takenAt: null };
  }
}

/**
 * Inserts EXIF data into a JPEG, with the orientation set to upright because the browser rotated the pixels.
 * @param jpeg without EXIF data
 */
export function withExif(
  jpeg: Uint8Array<ArrayBuffer>,
  exif: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const upright = exif.slice(0, exifBytesMax);
  const { view, little, main } = open(upright);
  const orientation = main.get(orientationTag);
  if (orientation !== undefined) view.setUint16(orientation + 8, 1, little);
  const length = 2 + 6 + upright.length;
  const head = [0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 255, 0x45, 0x78, 0x69, 0x66, 0, 0];
  const whole = new Uint8Array(head.length + upright.length + jpeg.length - 2);
  whole.set(head);
  whole.set(upright, head.length);
  whole.set(jpeg.subarray(2), head.length + upright.length);
  return whole;
}
