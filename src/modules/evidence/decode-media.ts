import { type Fingerprint, fingerprintOf, rasterSide, upright } from './fingerprint.js';
import { countScans } from './jpeg-scans.js';
import { type DecodedType, type MediaContent, overBounds, undecodable } from './media-content.js';
import { type HeifPlane, openLibHeif } from './open-libheif.js';

/** What decoding a file showed. */
export interface Decoded {
  content: MediaContent;
  /** Of a picture; null for other files, and for a picture without enough detail. */
  fingerprint: Fingerprint | null;
}

/** Decodes a file to its end; throws when it cannot be. */
type Decode = (bytes: Uint8Array) => Promise<Decoded>;

/** What is not a picture, or not one that can be recognised. */
export const plain = (content: MediaContent): Decoded => ({ content, fingerprint: null });

/** Warnings of libjpeg about photos that phones make and that decode whole. */
const harmless = /Invalid SOS parameters|extraneous bytes/;

async function openPictures(type: DecodedType): Promise<Decode> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const frames = type === 'image/webp' ? -1 : 1;

  // A JPEG is decoded at an eighth of its size: all its data are read, few pixels are made of them.
  const decode = (bytes: Uint8Array, failOn: 'error' | 'warning', pages = frames) =>
    sharp(bytes, { failOn, sequentialRead: true, limitInputPixels: false, pages })
      .resize(rasterSide, rasterSide, { fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('b-w')
      .raw()
      .toBuffer();

  return async (bytes) => {
    const found = await sharp(bytes, { limitInputPixels: false, pages: frames }).metadata();
    const [width, height] = [found.width, found.pageHeight ?? found.height];
    const isJpeg = type === 'image/jpeg';
    const parts = isJpeg ? countScans(bytes) : (found.pages ?? 1);
    const refusal = overBounds({ width, height, parts, unit: isJpeg ? 'scans' : 'frames' });
    if (refusal) return plain(refusal);
    // Data that end before the last pixel are a warning of libjpeg, no error.
    const whole = await decode(bytes, isJpeg ? 'warning' : 'error').catch((error: Error) => {
      if (!harmless.test(error.message)) throw error;
      return decode(bytes, 'error');
    });
    const raster = !isJpeg && parts > 1 ? await decode(bytes, 'error', 1) : whole;
    const fingerprint = fingerprintOf(upright(raster, found.orientation));
    return { content: { outcome: 'picture', width, height }, fingerprint };
  };
}

/** The grey raster of a picture from its brightness, whose samples may have more than 8 bits. */
async function rasterOf(plane: HeifPlane): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const { data, width, height, stride } = plane;
  const bytesEach = plane.bits_per_pixel > 8 ? 2 : 1;
  const shift = Math.max(0, plane.bits_per_pixel - 8);
  const grey = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * stride + x * bytesEach;
      const sample = bytesEach === 1 ? data[at]! : data[at]! | (data[at + 1]! << 8);
      grey[y * width + x] = sample >> shift;
    }
  }
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .resize(rasterSide, rasterSide, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

async function openHeic(): Promise<Decode> {
  const libheif = await openLibHeif();
  return async (bytes) => {
    const pictures = new libheif.HeifDecoder().decode(bytes);
    const primary = pictures.find((picture) => picture.is_primary()) ?? pictures[0];
    if (!primary) return plain(undecodable);
    const [width, height] = [primary.get_width(), primary.get_height()];
    const refusal = overBounds({ width, height, parts: pictures.length, unit: 'pictures' });
    if (refusal) return plain(refusal);
    // Left in the colours that it was coded in: of them only the brightness is looked at.
    const { image, channels } = libheif.heif_js_decode_image2(
      primary.handle,
      libheif.heif_colorspace.heif_colorspace_undefined,
      libheif.heif_chroma.heif_chroma_undefined,
    );
    if (!image) return plain(undecodable);
    const brightness = channels?.find(({ id }) => id === libheif.heif_channel.heif_channel_Y);
    const raster = brightness && (await rasterOf(brightness));
    libheif.heif_image_release(image);
    const fingerprint = raster ? fingerprintOf(raster) : null;
    return { content: { outcome: 'picture', width, height }, fingerprint };
  };
}

async function openPdfs(): Promise<Decode> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  return async (bytes) => {
    // pdfjs looks the last page up too, so that a wrong number of pages is corrected.
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

/** Loads what decodes this type, so that loading is not counted as decoding. */
export async function openDecoder(type: DecodedType): Promise<Decode> {
  const decode =
    type === 'application/pdf'
      ? await openPdfs()
      : type === 'image/heic'
        ? await openHeic()
        : await openPictures(type);
  return (bytes) => decode(bytes).catch(() => plain(undecodable));
}
