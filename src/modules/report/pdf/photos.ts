import type { Sharp } from 'sharp';

/** A photo as it goes into the PDF: upright, in sRGB, without its metadata. */
export interface PlacedPhoto {
  jpeg: Uint8Array;
  width: number;
  height: number;
}

export interface PhotoLimits {
  /** Pixels of the longer side. */
  edgeMax: number;
  /** Bytes that one photo may take. */
  bytesMax: number;
}

/** No picture with more is decoded: none passes the checks on arrival. */
const pixelsMax = 50_000_000;
/** What all photos of one PDF may take together. */
const photoBytesTotal = 15_000_000;
const qualities = [82, 70, 55, 40];

/** How large each of so many photos may be: fewer of them are larger. */
export function photoLimits(photos: number): PhotoLimits {
  return {
    edgeMax: photos <= 24 ? 1500 : photos <= 60 ? 1100 : 850,
    bytesMax: Math.min(900_000, Math.floor(photoBytesTotal / Math.max(1, photos))),
  };
}

/** Types that can be shown in the PDF if the file is intact. */
export const isShownType = (mediaType: string): boolean =>
  ['image/jpeg', 'image/png', 'image/webp'].includes(mediaType);

/** Turns a photo upright and makes it as small as it may be; null when it cannot be decoded. */
export async function shrinkPhoto(
  bytes: Uint8Array,
  { edgeMax, bytesMax }: PhotoLimits,
): Promise<PlacedPhoto | null> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const { data, info } = await sharp(bytes, {
      failOn: 'error',
      sequentialRead: true,
      limitInputPixels: pixelsMax,
    })
      .rotate()
      .resize(edgeMax, edgeMax, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const upright: () => Sharp = () => sharp(data, { raw: { width, height, channels } });
    for (const quality of qualities) {
      const jpeg = await upright().jpeg({ quality }).toBuffer();
      if (jpeg.length <= bytesMax) return { jpeg, width, height };
    }
    const edge = Math.round(Math.max(width, height) / 2);
    const small = await upright()
      .resize(edge, edge, { fit: 'inside' })
      .jpeg({ quality: 50 })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: small.data, width: small.info.width, height: small.info.height };
  } catch {
    return null;
  }
}
