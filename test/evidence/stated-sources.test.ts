import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { earthRadiusMetres } from '../../src/lib/geo.js';
import { hour, minute } from '../../src/lib/units.js';
import { runChecks } from '../../src/modules/evidence/checks.js';
import { probeMedia } from '../../src/modules/evidence/media-probe.js';
import { type SourceName, statedSources } from '../../src/modules/evidence/stated-sources.js';
import {
  type ByteOrder,
  type ExifBlocks,
  exifDate,
  exifTag,
  gpsTag,
  gpsTags,
  heicWithExif,
  itemListBox,
  jpegWithDepthMap,
  jpegWithExif,
  jpegWithXmp,
  keysBox,
  lociBox,
  movXmpBox,
  mp4XmpBox,
  pngWithExif,
  pngWithRawProfile,
  pngWithXmp,
  type Tags,
  tiffBlock,
  webpWithExif,
  withMovieBoxes,
  xmpPacket,
  xyzBox,
} from '../support/exif-writer.js';
import { recorded } from './support/media-files.js';

const place = { latitude: 52.5219, longitude: 13.4132 };
const elsewhere = { latitude: 52.6219, longitude: 13.4132 };
const taken = new Date('2026-03-01T12:00:00Z');
const later = (milliseconds: number) => new Date(taken.getTime() + milliseconds);
const { dateTimeOriginal, offsetTimeOriginal } = exifTag;

let jpeg: Buffer;
let png: Buffer;
let webp: Buffer;
beforeAll(async () => {
  const canvas = sharp({ create: { width: 32, height: 24, channels: 3, background: '#456' } });
  jpeg = await canvas.jpeg().toBuffer();
  png = await canvas.png().toBuffer();
  webp = await canvas.webp().toBuffer();
});

const photo = (blocks: ExifBlocks, order?: ByteOrder) =>
  jpegWithExif(jpeg, tiffBlock(blocks, order));

/** Returns the `exif` check of a file declared to be from `place` at `taken`. */
async function exifOf(file: Buffer, accuracyMetres: number | null = null) {
  const read = async (offset: number, length: number) => file.subarray(offset, offset + length);
  const probed = await probeMedia(read, file.length);
  const checks = runChecks({
    declared: {
      ...place,
      accuracyMetres,
      capturedAt: taken,
      sha256: null,
      mediaType: null,
      resizedFrom: null,
    },
    received: { at: later(minute), sha256: '', sizeBytes: file.length },
    media: {
      ...probed,
      content: { outcome: 'picture', width: 640, height: 480 },
      similar: 'none',
      provenance: { outcome: 'none' },
    },
    job: { ...place, openedAt: later(-hour) },
    seen: 'never',
    attempts: 0,
    nonce: 'none_given',
  });
  return checks.find(({ name }) => name === 'exif')!;
}

const withZone = (at: Date, offset = '+00:00'): Tags => ({
  [dateTimeOriginal]: exifDate(at),
  [offsetTimeOriginal]: offset,
});
const local = (at: Date): Tags => ({ [dateTimeOriginal]: exifDate(at) });

describe('a time with its own offset can fail', () => {
  test.each([
    [0, '+00:00', 'pass'],
    [2 * hour, '+02:00', 'pass'],
    [5.75 * hour, '+05:45', 'pass'],
    [-4 * minute, '+00:00', 'pass'],
    [-6 * minute, '+00:00', 'fail'],
    [hour, '+02:00', 'fail'],
  ])('DateTimeOriginal %d ms away at %s: %s', async (apart, offset, result) => {
    expect((await exifOf(photo({ exif: withZone(later(apart), offset) }))).result).toBe(result);
  });

  test('names tag, value, expectation and remedy when it fails', async () => {
    const { message } = await exifOf(photo({ exif: withZone(later(-hour)) }));
    expect(message).toBe(
      'EXIF DateTimeOriginal with OffsetTimeOriginal 2026-03-01T11:00:00.000Z is 1 h from the declared time 2026-03-01T12:00:00.000Z; within 5 min was expected. Set date, time and time zone of the camera to automatic, or use the camera on the capture page.',
    );
  });

  test('is not OffsetTime, which belongs to ModifyDate and gives DateTimeOriginal no zone', async () => {
    const exif = { ...local(later(hour)), [exifTag.offsetTime]: '+00:00' };
    expect((await exifOf(photo({ exif }))).result).toBe('not_run');
  });

  test('ignores an offset that does not exist', async () => {
    expect((await exifOf(photo({ exif: withZone(later(hour), '+25:00') }))).result).toBe('not_run');
  });
});

describe('a time without offset', () => {
  test.each([
    ['within the zones of the Earth decides nothing', 5 * hour, 'not_run'],
    ['that no zone explains warns', 40 * hour, 'warn'],
    ['that no zone explains warns', -13 * hour, 'warn'],
  ])('%s', async (_, apart, result) => {
    expect((await exifOf(photo({ exif: local(later(apart)) }))).result).toBe(result);
  });

  test.each([
    ['passes when GPS time gives the zone', hour, 0, 'pass'],
    ['passes when the fix was held for 20 minutes', hour, -20 * minute, 'pass'],
    ['fails when GPS time gives the zone of another moment', 49 * hour, 48 * hour, 'fail'],
    ['warns when the fix looks like another zone', 2 * hour, -hour, 'warn'],
    ['warns when the clock is hours off and GPS agrees', 3 * hour + 7 * minute, 0, 'warn'],
    ['warns when the clock is in a zone far from the position', 9 * hour, 0, 'warn'],
    ['warns when GPS time is a day away', hour, 22 * hour, 'warn'],
  ])('%s', async (_, apart, fixApart, result) => {
    const file = photo({ exif: local(later(apart)), gps: gpsTags(place, later(fixApart)) });
    expect((await exifOf(file)).result).toBe(result);
  });

  test('is corrected by the week rollover if the GPS date is 1,024 weeks early', async () => {
    const gps = gpsTags(place, later(-7168 * 24 * hour));
    const check = await exifOf(photo({ exif: local(later(hour)), gps }));
    expect(check).toMatchObject({ result: 'pass' });
    expect(check.message).toContain('UTC+01:00');
  });
});

describe('GPS time', () => {
  test.each([
    ['confirms', 0, 'pass'],
    ['decides nothing when the fix was held', -30 * minute, 'not_run'],
    ['never fails', -48 * hour, 'warn'],
    ['never fails', 48 * hour, 'warn'],
  ])('alone %s', async (_, apart, result) => {
    const { latitude: _l, ...gps } = gpsTags(place, later(apart)) as Tags & { latitude?: never };
    delete (gps as Tags)[gpsTag.latitude];
    expect((await exifOf(photo({ gps }))).result).toBe(result);
  });

  test('that contradicts DateTimeOriginal with offset warns with both values', async () => {
    const file = photo({ exif: withZone(taken), gps: gpsTags(place, later(-3 * hour)) });
    const check = await exifOf(file);
    expect(check.result).toBe('warn');
    expect(check.message).toContain('2026-03-01T12:00:00.000Z');
    expect(check.message).toContain('2026-03-01T09:00:00.000Z');
  });

  test.each([
    ['2026:03:259', undefined],
    ['0000:00:00', undefined],
    ['2026:02:30', undefined],
    [
      undefined,
      [
        [24, 1],
        [0, 1],
        [0, 1],
      ],
    ],
    [
      undefined,
      [
        [12, 0],
        [0, 1],
        [0, 1],
      ],
    ],
  ] as const)('of the date %s and the clock %j states nothing', async (date, clock) => {
    const gps = {
      ...gpsTags(place, taken),
      ...(date && { [gpsTag.dateStamp]: date }),
      ...(clock && { [gpsTag.timeStamp]: clock as unknown as [number, number][] }),
    };
    const check = await exifOf(photo({ gps }));
    expect(check).toMatchObject({ result: 'pass', measured: 'position 0.0 m apart' });
    expect(check.message).toContain('GPSDateStamp and GPSTimeStamp was not used');
  });
});

describe('other times', () => {
  test('DateTimeDigitized with offset can only warn', async () => {
    const exif = (at: Date) => ({
      [exifTag.dateTimeDigitized]: exifDate(at),
      [exifTag.offsetTimeDigitized]: '+00:00',
    });
    expect((await exifOf(photo({ exif: exif(taken) }))).result).toBe('pass');
    expect((await exifOf(photo({ exif: exif(later(hour)) }))).result).toBe('warn');
  });

  test('XMP DateTimeOriginal with offset can only warn', async () => {
    const file = (value: string) =>
      jpegWithXmp(jpeg, xmpPacket({ 'exif:DateTimeOriginal': value }));
    expect((await exifOf(file('2026-03-01T13:00:00+01:00'))).result).toBe('pass');
    expect((await exifOf(file('2026-03-01T13:00:00Z'))).result).toBe('warn');
  });

  test('XMP that contradicts EXIF warns with both values', async () => {
    const xmp = xmpPacket({ 'photoshop:DateCreated': '2026-02-01T12:00:00Z' });
    const check = await exifOf(jpegWithXmp(photo({ exif: withZone(taken) }), xmp));
    expect(check.result).toBe('warn');
    expect(check.message).toContain('2026-02-01T12:00:00.000Z');
  });

  test.each([
    '2026:02:30 10:00:00',
    '2026:13:01 10:00:00',
    '2026:03:01 24:00:00',
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '2002:12:08 12:00:00',
    '1970:01:01 00:00:00',
    'nonsense',
  ])('DateTimeOriginal %s states nothing', async (value) => {
    const check = await exifOf(
      photo({ exif: { [dateTimeOriginal]: value, [offsetTimeOriginal]: '+00:00' } }),
    );
    expect(check.result).toBe('not_run');
    expect(check.message).toContain('EXIF DateTimeOriginal was not used');
  });
});

describe('EXIF data', () => {
  const containers: Record<string, (tiff: Buffer) => Buffer> = {
    JPEG: (tiff) => jpegWithExif(jpeg, tiff),
    PNG: (tiff) => pngWithExif(png, tiff),
    'PNG with a compressed text': (tiff) => pngWithRawProfile(png, tiff, 'zTXt'),
    'PNG with a text': (tiff) => pngWithRawProfile(png, tiff, 'tEXt'),
    WebP: (tiff) => webpWithExif(webp, tiff, 32, 24),
    HEIC: (tiff) => heicWithExif(tiff),
  };
  const orders = ['II', 'MM'] as const;
  const each = Object.keys(containers).flatMap((name) => orders.map((order) => [name, order]));

  test.each(each as [string, ByteOrder][])(
    'of a %s in byte order %s can fail',
    async (name, order) => {
      const made = (at: typeof place, time: Date) =>
        exifOf(containers[name]!(tiffBlock({ exif: withZone(time), gps: gpsTags(at) }, order)));
      expect(await made(place, taken)).toMatchObject({
        result: 'pass',
        measured: 'time 0 s apart, position 0.0 m apart',
      });
      const moved = await made(elsewhere, taken);
      expect(moved.result).toBe('fail');
      expect(moved.message).toContain('GPSLatitude and GPSLongitude 52.62190, 13.41320');
      expect(moved.message).toContain('Turn on location for the camera');
      const late = await made(place, later(hour));
      expect(late.result).toBe('fail');
      expect(late.message).toContain('EXIF DateTimeOriginal with OffsetTimeOriginal');
    },
  );

  test('is read before several megabytes of other segments, and behind them', async () => {
    const tiff = tiffBlock({ gps: gpsTags(place) });
    expect((await exifOf(jpegWithExif(jpegWithDepthMap(jpeg, 40), tiff))).result).toBe('pass');
    expect((await exifOf(jpegWithDepthMap(jpegWithExif(jpeg, tiff), 40))).result).toBe('pass');
  });

  test('is read through pointers of the type IFD', async () => {
    const tiff = tiffBlock({ gps: gpsTags(place) });
    tiff.writeUInt16BE(13, 8 + 2 + 2);
    expect((await exifOf(jpegWithExif(jpeg, tiff))).result).toBe('pass');
  });
});

describe('a position', () => {
  const north = (metres: number) => ({
    ...place,
    latitude: place.latitude + (metres / earthRadiusMetres) * (180 / Math.PI),
  });

  test.each([
    ['0, 0', { latitude: 0, longitude: 0 }, {}],
    ['-0, -0', { latitude: -1e-9, longitude: -1e-9 }, {}],
    ['outside the Earth', { latitude: 91, longitude: 13 }, {}],
    ['of the status V', elsewhere, { [gpsTag.status]: 'V' }],
    ['without a hemisphere', elsewhere, { [gpsTag.latitudeRef]: '' }],
    [
      'with a denominator of zero',
      elsewhere,
      {
        [gpsTag.longitude]: [
          [13, 1],
          [25, 1],
          [0, 0],
        ] as [number, number][],
      },
    ],
  ])('%s states nothing', async (_, at, tags) => {
    const check = await exifOf(photo({ gps: { ...gpsTags(at), ...tags } }));
    expect(check.result).toBe('not_run');
    expect(check.message).toContain('GPSLatitude and GPSLongitude was not used');
  });

  test('with placeholder values has no time of a fix either', async () => {
    const gps = gpsTags({ latitude: 0, longitude: 0 }, later(-48 * hour));
    expect((await exifOf(photo({ gps }))).result).toBe('not_run');
  });

  test('in text instead of numbers states nothing', async () => {
    const gps = { ...gpsTags(elsewhere), [gpsTag.latitude]: '52,37,18' };
    const check = await exifOf(photo({ gps }));
    expect(check.result).toBe('not_run');
    expect(check.message).toContain('degrees, minutes and seconds');
  });

  test.each([
    { latitude: 0, longitude: 13.4132 },
    { latitude: 52.5219, longitude: 0 },
  ])('with one axis of zero is a position: %o', async (at) => {
    expect((await exifOf(photo({ gps: gpsTags(at) }))).result).toBe('fail');
  });

  test.each([
    [180, 40, 'pass'],
    [200, 40, 'fail'],
    [245, 10_000, 'pass'],
    [260, 10_000, 'fail'],
  ])('%d m away and accurate to %d m: %s', async (metres, error, result) => {
    const gps: Tags = { ...gpsTags(north(metres)), [gpsTag.positioningError]: [[error, 1]] };
    const check = await exifOf(photo({ gps }));
    expect(check.result).toBe(result);
    expect(check.measured).toContain(`(accurate to ${error.toFixed(1)} m)`);
    expect((await exifOf(photo({ gps: gpsTags(north(metres)) }), error)).result).toBe(result);
  });

  test('is read even if another entry of the file is damaged', async () => {
    const tiff = tiffBlock({ main: { 1: 5 }, gps: gpsTags(place) });
    // The first entry gets the type 0, which does not exist.
    tiff.writeUInt16BE(0, 8 + 2 + 2);
    expect((await exifOf(jpegWithExif(jpeg, tiff))).result).toBe('pass');
  });

  test('of XMP can only warn, and warns when it contradicts EXIF', async () => {
    const xmp = xmpPacket({ 'exif:GPSLatitude': '52,37.314N', 'exif:GPSLongitude': '13,24.792E' });
    expect((await exifOf(jpegWithXmp(jpeg, xmp))).result).toBe('warn');
    const both = await exifOf(jpegWithXmp(photo({ gps: gpsTags(place) }), xmp));
    expect(both.result).toBe('warn');
    expect(both.message).toContain('52.62190');
    expect(both.message).toContain('52.52190');
  });
});

describe('a video', () => {
  const location = 'com.apple.quicktime.location.ISO6709';
  const creation = 'com.apple.quicktime.creationdate';
  const video = (...boxes: Buffer[]) => withMovieBoxes(recorded.mp4(), ...boxes);

  test.each([
    ['+52.5219+013.4132/', 'pass'],
    ['+52.5219+013.4132+034.5/', 'pass'],
    ['+5231.314+01324.792/', 'pass'],
    ['+523118.84+0132447.52/', 'pass'],
    ['+52.6219+013.4132/', 'fail'],
    ['-52.5219+013.4132/', 'fail'],
    ['+00.0000+000.0000/', 'not_run'],
    ['nonsense', 'not_run'],
  ])('at %s in ©xyz or location.ISO6709: %s', async (text, result) => {
    expect((await exifOf(video(xyzBox(text)))).result).toBe(result);
    expect((await exifOf(video(keysBox({ [location]: text })))).result).toBe(result);
  });

  test.each([
    ['2026-03-01T13:00:00+0100', 'pass'],
    ['2026-03-01T13:00:00+01:00', 'pass'],
    ['2026-03-01T13:00:00Z', 'fail'],
    ['2026-03-01T13:00:00', 'not_run'],
    ['2026-04-01T13:00:00', 'warn'],
    ['2026-02-30T13:00:00Z', 'not_run'],
  ])('of the creationdate %s: %s', async (text, result) => {
    expect((await exifOf(video(keysBox({ [creation]: text })))).result).toBe(result);
  });

  test.each([
    ['confirms', 0, 'pass'],
    ['never warns', 2 * hour, 'not_run'],
    ['never warns', -200 * 24 * hour, 'not_run'],
  ])('whose mvhd %s', async (_, apart, result) => {
    const file = recorded.mp4();
    const at = file.indexOf('mvhd');
    file.writeUInt32BE(later(apart).getTime() / 1000 + 2_082_844_800, at + 8);
    expect((await exifOf(file)).result).toBe(result);
  });

  test('with two contradicting positions warns with both', async () => {
    const file = video(xyzBox('+52.5219+013.4132/'), keysBox({ [location]: '+48.1+011.5/' }));
    const check = await exifOf(file);
    expect(check.result).toBe('warn');
    expect(check.message).toContain('48.10000, 11.50000');
    expect(check.message).toContain('52.52190, 13.41320');
  });
});

describe('each row of the table', () => {
  const far = 40 * hour;
  const gpsWithoutPosition = (at: Date): Tags => ({
    ...gpsTags(place, at),
    [gpsTag.latitude]: undefined,
  });
  const xmpOf = (properties: Record<string, string>) => jpegWithXmp(jpeg, xmpPacket(properties));
  const mp4With = (...boxes: Buffer[]) => withMovieBoxes(recorded.mp4(), ...boxes);
  const plainTime = (at: Date) => at.toISOString().slice(0, 19);
  const point = ({ latitude, longitude }: typeof place) => `+${latitude}+0${longitude}/`;
  const inXmp = ({ latitude, longitude }: typeof place) => {
    const part = (value: number) => `${Math.floor(value)},${((value % 1) * 60).toFixed(6)}`;
    return xmpPacket({
      'exif:GPSLatitude': `${part(latitude)}N`,
      'exif:GPSLongitude': `${part(longitude)}E`,
    });
  };

  /** A file with the source alone; what it says of the declared time or place, by default `pass`. */
  interface Row {
    file: (at: Date, where: typeof place) => Buffer;
    same?: 'not_run';
  }
  const rows: Record<SourceName, Row[]> = {
    exif_original: [
      { file: (at) => photo({ exif: withZone(at) }) },
      { file: (at) => photo({ exif: { [dateTimeOriginal]: `${exifDate(at)}+00:00` } }) },
    ],
    exif_original_local: [{ file: (at) => photo({ exif: local(at) }), same: 'not_run' }],
    exif_digitized: [
      {
        file: (at) =>
          photo({
            exif: {
              [exifTag.dateTimeDigitized]: exifDate(at),
              [exifTag.offsetTimeDigitized]: '+00:00',
            },
          }),
      },
    ],
    gps_time: [{ file: (at) => photo({ gps: gpsWithoutPosition(at) }) }],
    xmp_time: [
      { file: (at) => xmpOf({ 'exif:DateTimeOriginal': at.toISOString() }) },
      { file: (at) => xmpOf({ 'photoshop:DateCreated': at.toISOString() }) },
    ],
    quicktime_creation: [
      {
        file: (at) =>
          mp4With(keysBox({ 'com.apple.quicktime.creationdate': `${plainTime(at)}+0000` })),
      },
    ],
    quicktime_creation_local: [
      {
        file: (at) => mp4With(keysBox({ 'com.apple.quicktime.creationdate': plainTime(at) })),
        same: 'not_run',
      },
    ],
    mvhd_creation: [
      {
        file(at) {
          const file = recorded.mp4();
          file.writeUInt32BE(at.getTime() / 1000 + 2_082_844_800, file.indexOf('mvhd') + 8);
          return file;
        },
      },
    ],
    exif_gps: [{ file: (_, where) => photo({ gps: gpsTags(where) }) }],
    xmp_gps: [
      { file: (_, where) => jpegWithXmp(jpeg, inXmp(where)) },
      { file: (_, where) => pngWithXmp(png, inXmp(where)) },
      {
        file: (_, { latitude, longitude }) =>
          xmpOf({ 'exif:GPSLatitude': `${latitude}`, 'exif:GPSLongitude': `${longitude}` }),
      },
      { file: (_, where) => mp4With(movXmpBox(inXmp(where))) },
      { file: (_, where) => Buffer.concat([recorded.mp4(), mp4XmpBox(inXmp(where))]) },
    ],
    iso6709: [
      {
        file: (_, where) =>
          mp4With(keysBox({ 'com.apple.quicktime.location.ISO6709': point(where) })),
      },
    ],
    xyz: [
      { file: (_, where) => mp4With(xyzBox(point(where))) },
      { file: (_, where) => mp4With(itemListBox(point(where))) },
    ],
    loci: [
      { file: (_, where) => mp4With(lociBox(where)) },
      { file: (_, where) => mp4With(lociBox(where, 'utf-16')) },
    ],
  };
  const all = Object.entries(rows).flatMap(([name, files]) =>
    files.map((row, index) => [name as SourceName, index + 1, row] as const),
  );

  test.each(all)('%s has its strength (file %d)', async (name, _, { file, same = 'pass' }) => {
    const { tag, strength } = statedSources[name];
    const alike = await exifOf(file(taken, place));
    expect(alike.result).toBe(same);
    expect(alike.message).toContain(tag);
    const apart = await exifOf(file(later(far), elsewhere));
    expect(apart.result).toBe(strength === 'confirm' ? 'not_run' : strength);
    expect(apart.message).toContain(tag);
  });
});

describe('the table', () => {
  test('in docs/flows.md has a row for every source with its strength', async () => {
    const { readFileSync } = await import('node:fs');
    const docs = readFileSync(new URL('../../docs/flows.md', import.meta.url), 'utf8');
    for (const [name, { strength }] of Object.entries(statedSources)) {
      expect(docs, name).toMatch(new RegExp(`\\| \`${name}\` \\|.*\\| ${strength} \\|`));
    }
  });
});
