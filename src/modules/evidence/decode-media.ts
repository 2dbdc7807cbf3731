import { decodeHeic, type GreyPlane } from './decode-heic.js';
import { type Fingerprint, fingerprintOf, rasterSide, upright } from './fingerprint.js';
import { followScans, zeroRun } from './jpeg-scans.js';
import { isMissingData, readWarnings, withoutHarmlessFaults } from './jpeg-warnings.js';
import {
  type DecodedType,
  incomplete,
  type MediaContent,
  overBounds,
  unchecked,
  undecodable,
} from './media-content.js';
import { openLibHeif } from './open-libheif.js';

/** Result of decoding a file. */
export interface Decoded {
  content: MediaContent;
  /** Fingerprint of a picture; null for other files, and for a picture without enough detail. */
  fingerprint: Fingerprint | null;
}

/** Decodes a file completely; throws if that is not possible. */
type Decode = (bytes: Uint8Array) => Promise<Decoded>;

/** The result for a file that is not a picture, or not a recognisable one. */
export const plain = (content: MediaContent): Decoded => ({ content, fingerprint: null });

const isOutOfMemory = (error: unknown) => /memory/i.test((error as Error).message);

async function openPictures(type: DecodedType, onSize: (pixels: number) => void): Promise<Decode> {
  const { default: sharp } = await import('sharp');
  // A cached operation would report its warnings too late.
  sharp.cache(false);
  sharp.concurrency(1);
  const isJpeg = type === 'image/jpeg';
  const frames = type === 'image/webp' ? -1 : 1;

  // A JPEG is decoded at an eighth of its size: all its data is read, but few pixels are made of it.
  async function decode(bytes: Uint8Array, pages = frames) {
    const reported: string[] = [];
    const raster = await sharp(bytes, {
      failOn: 'error',
      sequentialRead: true,
      limitInputPixels: false,
      pages,
    })
      .on('warning', (text: string) => reported.push(text))
      .resize(rasterSide, rasterSide, { fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    return { raster, warnings: readWarnings(reported) };
  }

  /**
   * Returns whether data was replaced by zeros, as in a file whose copy was interrupted. Zeros decode as data, so such
   * a picture decodes without the last bytes of the file. Zeros that pad a complete picture are not needed by it; zeros
   * within an even surface are needed by all data after them.
   */
  async function isZeroed(bytes: Uint8Array): Promise<boolean> {
    const { end } = followScans(bytes);
    const run = zeroRun(bytes, end);
    if (!run) return false;
    const needsMoreThan = async (length: number) => {
      const part = Buffer.concat([bytes.subarray(0, length), Buffer.from([0xff, 0xd9])]);
      return isMissingData((await decode(part)).warnings);
    };
    const isPadding = run.end === end && !(await needsMoreThan(run.start));
    return !isPadding && !(await needsMoreThan(end - 256));
  }

  /** Returns null if a part of the picture is missing. */
  async function decodeJpeg(bytes: Uint8Array) {
    const first = await decode(bytes);
    if (isMissingData(first.warnings) || (await isZeroed(bytes))) return null;
    if (first.warnings.count <= 1) return first;
    const clean = withoutHarmlessFaults(bytes);
    if (!clean) return null;
    const second = await decode(clean);
    // A second warning whose text is hidden by the first can be any.
    return isMissingData(second.warnings) || second.warnings.count > 1 ? null : second;
  }

  return async (bytes) => {
    const found = await sharp(bytes, { limitInputPixels: false, pages: frames }).metadata();
    const [width, height] = [found.width, found.pageHeight ?? found.height];
    const parts = isJpeg ? followScans(bytes).count : (found.pages ?? 1);
    const rejection = overBounds(type, { width, height, parts, unit: isJpeg ? 'scans' : 'frames' });
    if (rejection) return plain(rejection);
    onSize(width * height);
    const whole = isJpeg ? await decodeJpeg(bytes) : await decode(bytes);
    if (!whole) return plain(incomplete);
    const { raster } = !isJpeg && parts > 1 ? await decode(bytes, 1) : whole;
    const fingerprint = fingerprintOf(upright(raster, found.orientation));
    return { content: { outcome: 'picture', width, height }, fingerprint };
  };
}

/** Returns the grey raster for a fingerprint. */
async function rasterOf({ data, width, height }: GreyPlane): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .resize(rasterSide, rasterSide, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

async function openHeic(onSize: (pixels: number) => void): Promise<Decode> {
  const libheif = await openLibHeif();
  return async (bytes) => {
    try {
      const { content, grey } = decodeHeic(libheif, bytes, onSize);
      return { content, fingerprint: grey && fingerprintOf(await rasterOf(grey)) };
    } catch {
      return plain(unchecked);
    }
  };
}

async function openPdfs(): Promise<Decode> {
  const { getDocument } = await import('unpdf/pdfjs');
  return async (bytes) => {
    // pdfjs also looks up the last page, so that a wrong number of pages is corrected.
    const document = await getDocument({
      data: bytes,
      isEvalSupported: false,
      disableFontFace: true,
      verbosity: 0,
    }).promise;
    const pages = document.numPages;
    return plain(pages > 0 ? { outcome: 'document', pages } : undecodable);
  };
}

/**
 * Loads the decoder of this type, so that loading does not count as decoding time.
 * @param onSize receives the number of pixels of a picture before they are decoded
 */
export async function openDecoder(
  type: DecodedType,
  onSize: (pixels: number) => void = () => {},
): Promise<Decode> {
  if (type === 'image/heic') return openHeic(onSize);
  const decode = await (type === 'application/pdf' ? openPdfs() : openPictures(type, onSize));
  return (bytes) =>
    decode(bytes).catch((error) => plain(isOutOfMemory(error) ? unchecked : undecodable));
}
