/**
 * Where a file states when and where it was made. docs/flows.md has the same table for readers.
 *
 * Strength: `fail` can fail the check, `warn` can only warn, `confirm` can only confirm. No source fails a
 * file in which another one contradicts it.
 */
export const statedSources = {
  exif_original: {
    tag: 'EXIF DateTimeOriginal with OffsetTimeOriginal',
    states: 'time',
    strength: 'fail',
  },
  exif_original_local: { tag: 'EXIF DateTimeOriginal', states: 'local time', strength: 'warn' },
  exif_digitized: {
    tag: 'EXIF DateTimeDigitized with OffsetTimeDigitized',
    states: 'time',
    strength: 'warn',
  },
  gps_time: { tag: 'GPSDateStamp and GPSTimeStamp', states: 'time', strength: 'warn' },
  xmp_time: { tag: 'XMP DateTimeOriginal', states: 'time', strength: 'warn' },
  quicktime_creation: { tag: 'QuickTime creationdate', states: 'time', strength: 'fail' },
  quicktime_creation_local: {
    tag: 'QuickTime creationdate',
    states: 'local time',
    strength: 'warn',
  },
  mvhd_creation: { tag: 'mvhd creation_time', states: 'time', strength: 'confirm' },
  exif_gps: { tag: 'GPSLatitude and GPSLongitude', states: 'position', strength: 'fail' },
  xmp_gps: { tag: 'XMP GPSLatitude and GPSLongitude', states: 'position', strength: 'warn' },
  iso6709: { tag: 'QuickTime location.ISO6709', states: 'position', strength: 'fail' },
  xyz: { tag: '©xyz', states: 'position', strength: 'fail' },
} as const satisfies Record<
  string,
  { tag: string; states: 'time' | 'local time' | 'position'; strength: 'fail' | 'warn' | 'confirm' }
>;

export type SourceName = keyof typeof statedSources;
type Stating<Kind extends string> = {
  [Name in SourceName]: (typeof statedSources)[Name]['states'] extends Kind ? Name : never;
}[SourceName];

/** A moment that a file states. */
export interface StatedTime {
  source: Stating<'time'>;
  at: Date;
}

/** A time without a time zone, as milliseconds of the same reading in UTC. */
export interface StatedLocalTime {
  source: Stating<'local time'>;
  reading: number;
}

export interface StatedPosition {
  source: Stating<'position'>;
  latitude: number;
  longitude: number;
  /** Radius in metres; null where the file states none. */
  accuracyMetres: number | null;
}

/** A value that is present but states nothing. No part of `reason` comes from the file. */
export interface VoidValue {
  source: SourceName;
  reason: string;
}

/** Everything that a file states about its time and position. */
export interface Statements {
  times: StatedTime[];
  localTimes: StatedLocalTime[];
  positions: StatedPosition[];
  voids: VoidValue[];
}

export const noStatements = (): Statements => ({
  times: [],
  localTimes: [],
  positions: [],
  voids: [],
});
