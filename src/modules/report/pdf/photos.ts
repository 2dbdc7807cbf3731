import type { PhotoLimits } from '../../evidence/shrink-photo.js';

/** Maximum size of all photos of a PDF together. */
const photoBytesTotal = 15_000_000;

/** Returns the maximum size of each photo; the fewer photos, the larger. */
export function photoLimits(photos: number): PhotoLimits {
  return {
    edgeMax: photos <= 24 ? 1500 : photos <= 60 ? 1100 : 850,
    bytesMax: Math.min(900_000, Math.floor(photoBytesTotal / Math.max(1, photos))),
  };
}

/** Returns whether photos of the type can be shown in the PDF if the file is intact. */
export const isShownType = (mediaType: string): boolean =>
  ['image/jpeg', 'image/png', 'image/webp'].includes(mediaType);
