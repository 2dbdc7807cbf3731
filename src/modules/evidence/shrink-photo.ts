import type Sharps from 'sharp';
import type { Sharp } from 'sharp';
import { pixelsMax } from './media-content.js';
import { openLibHeif } from './open-libheif.js';

/** A picture as it was received. */
export interface Picture {
  bytes: Uint8Array;
  /** By its magic bytes. */
  mediaType: string;
}

/** A photo as it is shown: upright, in sRGB, without its metadata. */
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

export const heicMediaType = 'image/heic';
const qualities = [82, 70, 55, 40];

/** The primary picture of a HEIC, which libheif turns upright; throws when there is none. */
async function openHeic(
  bytes: Uint8Array,
  sharp: typeof Sharps,
  onSize: (pixels: number) => void,
): Promise<Sharp> {
  const { HeifDecoder } = await openLibHeif();
  const pictures = new HeifDecoder().decode(bytes);
  const picture = pictures.find((one) => one.is_primary()) ?? pictures[0];
  if (!picture) throw new Error('a HEIC without a picture');
  const [width, height] = [picture.get_width(), picture.get_height()];
  if (width * height > pixelsMax(heicMediaType)) throw new Error('a picture with too many pixels');
  onSize(width * height);
  const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height };
  await new Promise<void>((resolve, reject) => {
    picture.display(pixels, (shown) => (shown ? resolve() : reject(new Error('no pixels'))));
  });
  return sharp(pixels.data, { raw: { width, height, channels: 4 } });
}

/**
 * Turns a photo upright and makes it as small as it may be; null when it cannot be decoded.
 * @param onSize receives the number of pixels before they are decoded
 */
export async function shrinkPhoto(
  { bytes, mediaType }: Picture,
  { edgeMax, bytesMax }: PhotoLimits,
  onSize: (pixels: number) => void = () => {},
): Promise<PlacedPhoto | null> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const isHeic = mediaType === heicMediaType;
    if (!isHeic) {
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      onSize(width * height);
    }
    const picture = isHeic
      ? await openHeic(bytes, sharp, onSize)
      : sharp(bytes, {
          failOn: 'error',
          sequentialRead: true,
          limitInputPixels: pixelsMax('image/jpeg'),
        }).rotate();
    const { data, info } = await picture
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
