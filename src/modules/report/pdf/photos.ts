import type { PhotoLimits } from '../../evidence/shrink-photo.js';

/** What all photos of one PDF may take together. */
const photoBytesTotal = 15_000_000;

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
