import type { ReadAt } from './exif-location.js';

/** Type of a box that holds content credentials (C2PA, A.5). */
const manifestType = 'd8fec3d61b0e483c92975828877ec481';
const boxesMax = 1_000;

/** Returns whether an MP4 or MOV has a box of content credentials at its top level; false for a damaged file. */
export async function hasManifestBox(read: ReadAt, sizeBytes: number): Promise<boolean> {
  try {
    let at = 0;
    for (let boxes = 0; at + 24 <= sizeBytes && boxes < boxesMax; boxes += 1) {
      const head = await read(at, 24);
      if (head.length < 24) return false;
      const type = head.toString('latin1', 4, 8);
      if (type === 'uuid' && head.toString('hex', 8, 24) === manifestType) return true;
      const short = head.readUInt32BE(0);
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
      // 0: to the end of the file.
      if (size < 8) return false;
      at += size;
    }
    return false;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
