/**
 * Writes one EXIF segment. Source for tags and types: CIPA DC-008-2019 (Exif 2.32), sections 4.6.2 and 4.6.6; for the
 * file structure: TIFF 6.0, section 2.
 */

interface Entry {
  tag: number;
  type: 1 | 2 | 3 | 4 | 5 | 7;
  count: number;
  data: Buffer;
}

const byte = (tag: number, ...values: number[]): Entry => ({
  tag,
  type: 1,
  count: values.length,
  data: Buffer.from(values),
});

const ascii = (tag: number, text: string): Entry => {
  const data = Buffer.from(`${text}\0`, 'latin1');
  return { tag, type: 2, count: data.length, data };
};

const undefinedBytes = (tag: number, text: string): Entry => {
  const data = Buffer.from(text, 'latin1');
  return { tag, type: 7, count: data.length, data };
};

const short = (tag: number, value: number): Entry => {
  const data = Buffer.alloc(2);
  data.writeUInt16BE(value);
  return { tag, type: 3, count: 1, data };
};

const long = (tag: number, value: number): Entry => {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(value);
  return { tag, type: 4, count: 1, data };
};

const rationals = (tag: number, ...pairs: [numerator: number, denominator: number][]): Entry => {
  const data = Buffer.alloc(8 * pairs.length);
  for (const [i, [numerator, denominator]] of pairs.entries()) {
    data.writeUInt32BE(numerator, 8 * i);
    data.writeUInt32BE(denominator, 8 * i + 4);
  }
  return { tag, type: 5, count: pairs.length, data };
};

/** Returns the size of a directory, including values that do not fit in its entries. */
const sizeOf = (entries: Entry[]) =>
  entries.reduce((sum, { data }) => sum + 12 + (data.length > 4 ? even(data.length) : 0), 6);

const even = (length: number) => length + (length % 2);

/** Returns one TIFF image file directory for position `offset` of the TIFF structure. */
function directory(entries: Entry[], offset: number): Buffer {
  const out = Buffer.alloc(sizeOf(entries));
  out.writeUInt16BE(entries.length, 0);
  let free = 6 + 12 * entries.length;
  for (const [i, { tag, type, count, data }] of entries.entries()) {
    const at = 2 + 12 * i;
    out.writeUInt16BE(tag, at);
    out.writeUInt16BE(type, at + 2);
    out.writeUInt32BE(count, at + 4);
    if (data.length <= 4) data.copy(out, at + 8);
    else {
      out.writeUInt32BE(offset + free, at + 8);
      data.copy(out, free);
      free += even(data.length);
    }
  }
  return out;
}

/** Returns degrees, minutes and seconds; a ten-thousandth of a second is 3 mm on the ground. */
function sexagesimal(degrees: number): [number, number][] {
  const parts = 10_000;
  const total = Math.round(Math.abs(degrees) * 3600 * parts);
  return [
    [Math.floor(total / (3600 * parts)), 1],
    [Math.floor(total / (60 * parts)) % 60, 1],
    [total % (60 * parts), parts],
  ];
}

/** Returns the milliseconds of an offset such as `-03:30`. */
function offsetMs(offset: string): number {
  const match = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/.exec(offset);
  if (!match) throw new RangeError(`no offset from UTC: ${offset}`);
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}

const exifDate = (date: Date) => date.toISOString().slice(0, 10).replaceAll('-', ':');

/**
 * Returns a complete APP1 segment, including marker and length, in big-endian order.
 *
 * @param photo `orientation` 1..8; `takenAt` to the second; `offset` of the camera's clock, `±hh:mm`; a possible
 *   position
 * @throws RangeError for a malformed offset or an invalid date
 */
export function exifSegment(photo: {
  orientation: number;
  takenAt: Date;
  offset: string;
  latitude: number;
  longitude: number;
}): Buffer {
  const local = new Date(photo.takenAt.getTime() + offsetMs(photo.offset));
  const taken = `${exifDate(local)} ${local.toISOString().slice(11, 19)}`;
  const utc = photo.takenAt;

  const exif = [
    undefinedBytes(0x9000, '0232'), // ExifVersion
    ascii(0x9003, taken), // DateTimeOriginal
    ascii(0x9011, photo.offset), // OffsetTimeOriginal
  ];
  const gps = [
    byte(0x0000, 2, 3, 0, 0), // GPSVersionID
    ascii(0x0001, photo.latitude < 0 ? 'S' : 'N'),
    rationals(0x0002, ...sexagesimal(photo.latitude)),
    ascii(0x0003, photo.longitude < 0 ? 'W' : 'E'),
    rationals(0x0004, ...sexagesimal(photo.longitude)),
    rationals(0x0007, [utc.getUTCHours(), 1], [utc.getUTCMinutes(), 1], [utc.getUTCSeconds(), 1]),
    ascii(0x0012, 'WGS-84'), // GPSMapDatum
    ascii(0x001d, exifDate(utc)), // GPSDateStamp, in UTC
  ];
  const main = (exifAt: number, gpsAt: number) => [
    short(0x0112, photo.orientation),
    long(0x8769, exifAt),
    long(0x8825, gpsAt),
  ];

  const header = Buffer.from([0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08]);
  const exifAt = header.length + sizeOf(main(0, 0));
  const gpsAt = exifAt + sizeOf(exif);
  const tiff = Buffer.concat([
    header,
    directory(main(exifAt, gpsAt), header.length),
    directory(exif, exifAt),
    directory(gps, gpsAt),
  ]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0, ...Buffer.from('Exif\0\0', 'latin1')]);
  marker.writeUInt16BE(marker.length - 2 + tiff.length, 2);
  return Buffer.concat([marker, tiff]);
}
