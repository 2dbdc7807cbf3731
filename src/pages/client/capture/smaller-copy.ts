/// <reference lib="dom" />
import { readHeader, withExif } from './photo-header.js';

/** Pixels of the longer side of a smaller copy: 12 megapixels at 4:3. */
const copyEdge = 4000;
const copyQuality = 0.9;

export interface SmallerCopy {
  file: File;
  /** Size of the original in pixels. */
  from: { width: number; height: number };
}

async function draw(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  try {
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Creates a smaller JPEG of a photo and keeps its EXIF data.
 * @throws Error if the browser cannot decode the photo
 */
export async function smallerCopy(file: File): Promise<SmallerCopy> {
  const image = await draw(file);
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(1, copyEdge / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', copyQuality);
  });
  if (!blob) throw new Error('no picture');
  const jpeg = new Uint8Array(await blob.arrayBuffer());
  const { exif } = readHeader(new Uint8Array(await file.arrayBuffer()));
  const bytes = exif ? withExif(jpeg, exif) : jpeg;
  const name = file.name.replace(/\.[^.]*$/, '') || 'photo';
  const { lastModified } = file;
  const copy = new File([bytes], `${name}.jpg`, { type: 'image/jpeg', lastModified });
  return { file: copy, from: { width, height } };
}
