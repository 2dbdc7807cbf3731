import { countScans } from './jpeg-scans.js';
import { type DecodedType, type MediaContent, overBounds, undecodable } from './media-content.js';
import { openLibHeif } from './open-libheif.js';

/** Decodes a file to its end; throws when it cannot be. */
type Decode = (bytes: Uint8Array) => Promise<MediaContent>;

/** Warnings of libjpeg about photos that phones make and that decode whole. */
const harmless = /Invalid SOS parameters|extraneous bytes/;

async function openPictures(type: DecodedType): Promise<Decode> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const frames = type === 'image/webp' ? -1 : 1;

  // A JPEG is decoded at an eighth of its size: all its data are read, few pixels are made of them.
  const decode = (bytes: Uint8Array, failOn: 'error' | 'warning') =>
    sharp(bytes, { failOn, sequentialRead: true, limitInputPixels: false, pages: frames })
      .resize(64, 64, { fit: 'fill' })
      .raw()
      .toBuffer();

  return async (bytes) => {
    const found = await sharp(bytes, { limitInputPixels: false, pages: frames }).metadata();
    const [width, height] = [found.width, found.pageHeight ?? found.height];
    const isJpeg = type === 'image/jpeg';
    const parts = isJpeg ? countScans(bytes) : (found.pages ?? 1);
    const refusal = overBounds({ width, height, parts, unit: isJpeg ? 'scans' : 'frames' });
    if (refusal) return refusal;
    // Data that end before the last pixel are a warning of libjpeg, no error.
    await decode(bytes, isJpeg ? 'warning' : 'error').catch((error: Error) => {
      if (!harmless.test(error.message)) throw error;
      return decode(bytes, 'error');
    });
    return { outcome: 'picture', width, height };
  };
}

async function openHeic(): Promise<Decode> {
  const libheif = await openLibHeif();
  return async (bytes) => {
    const pictures = new libheif.HeifDecoder().decode(bytes);
    const primary = pictures.find((picture) => picture.is_primary()) ?? pictures[0];
    if (!primary) return undecodable;
    const [width, height] = [primary.get_width(), primary.get_height()];
    const refusal = overBounds({ width, height, parts: pictures.length, unit: 'pictures' });
    if (refusal) return refusal;
    // Left in the colours that it was coded in, which nobody looks at.
    const { image } = libheif.heif_js_decode_image2(
      primary.handle,
      libheif.heif_colorspace.heif_colorspace_undefined,
      libheif.heif_chroma.heif_chroma_undefined,
    );
    if (!image) return undecodable;
    libheif.heif_image_release(image);
    return { outcome: 'picture', width, height };
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
    return pages > 0 ? { outcome: 'document', pages } : undecodable;
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
  return (bytes) => decode(bytes).catch(() => undecodable);
}
