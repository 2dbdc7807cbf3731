import sharp from 'sharp';
import { isPossiblePosition } from '../../src/lib/geo.js';
import { exifSegment } from './exif-segment.js';

export interface Stamp {
  /** The stamped time of the photograph, in seconds as in EXIF. */
  takenAt: Date;
  /** Offset of the camera's clock from UTC, such as `+02:00`. */
  offset: string;
  latitude: number;
  longitude: number;
}

/**
 * Returns the photograph with this time and position in its EXIF data. Existing EXIF data is replaced, except the
 * orientation; the compressed pixels do not change.
 *
 * @throws RangeError if it is not a JPEG, the offset is malformed or the position impossible
 */
export async function stampPhoto(jpeg: Buffer, stamp: Stamp): Promise<Buffer> {
  if (jpeg.readUInt16BE(0) !== 0xffd8) throw new RangeError('not a JPEG');
  if (!isPossiblePosition(stamp.latitude, stamp.longitude)) {
    throw new RangeError('the position is outside ±90/±180 degrees');
  }
  const { orientation = 1 } = await sharp(jpeg).metadata();
  const { header, rest } = withoutExif(jpeg);
  return Buffer.concat([header, exifSegment({ ...stamp, orientation }), rest]);
}

/**
 * Splits a JPEG at the position for its EXIF segment, after SOI and a JFIF header, and removes an existing one.
 * Application segments precede the first segment that describes the picture.
 */
function withoutExif(jpeg: Buffer): { header: Buffer; rest: Buffer } {
  const header = [jpeg.subarray(0, 2)];
  const rest: Buffer[] = [];
  let at = 2;
  for (;;) {
    const marker = jpeg.readUInt16BE(at);
    if (marker < 0xffe0 || marker > 0xffef) break;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    const segment = jpeg.subarray(at, end);
    if (marker === 0xffe0 && rest.length === 0) header.push(segment);
    else if (!isExif(marker, segment)) rest.push(segment);
    at = end;
  }
  rest.push(jpeg.subarray(at));
  return { header: Buffer.concat(header), rest: Buffer.concat(rest) };
}

const isExif = (marker: number, segment: Buffer) =>
  marker === 0xffe1 && segment.toString('latin1', 4, 10) === 'Exif\0\0';
