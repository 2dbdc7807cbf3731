import type { ReadAt } from './exif-location.js';
import { type Box, Boxes, DamagedBoxes } from './iso-boxes.js';
import type { SourceName, Statements } from './stated-sources.js';
import { isVoid, readDateTime, readIso6709 } from './stated-values.js';

/** Seconds from 1904-01-01, the epoch of ISO/IEC 14496-12, to 1970-01-01. */
const epochSeconds = 2_082_844_800;
const valueBytesMax = 256;
const keysMax = 256;

const locationKey = 'com.apple.quicktime.location.ISO6709';
const accuracyKey = 'com.apple.quicktime.location.accuracy.horizontal';
const creationKey = 'com.apple.quicktime.creationdate';

const textOf = async (boxes: Boxes, box: Box, from: number): Promise<string> => {
  const length = Math.min(box.end - box.start - from, valueBytesMax);
  if (length <= 0) return '';
  return (await boxes.bytes(box, from, length)).toString('utf8').split('\0', 1)[0]!.trim();
};

function addPosition(
  stated: Statements,
  source: 'iso6709' | 'xyz',
  text: string,
  accuracy?: string,
): void {
  const position = readIso6709(text);
  if (isVoid(position)) stated.voids.push({ source, reason: position.void });
  else {
    const metres = Number(accuracy);
    const accuracyMetres = metres > 0 && metres < 1e6 ? metres : null;
    stated.positions.push({ source, ...position.value, accuracyMetres });
  }
}

function addCreation(stated: Statements, text: string): void {
  const read = readDateTime(text);
  if (isVoid(read)) {
    stated.voids.push({ source: 'quicktime_creation', reason: read.void });
    return;
  }
  const { reading, offset } = read.value;
  if (offset === null) stated.localTimes.push({ source: 'quicktime_creation_local', reading });
  else stated.times.push({ source: 'quicktime_creation', at: new Date(reading - offset) });
}

/** Creation time of the movie header; UTC by the standard, local time from some vendors. */
async function readHeader(boxes: Boxes, moov: Box, stated: Statements): Promise<void> {
  const mvhd = await boxes.find(moov, 'mvhd');
  if (!mvhd) return;
  const isWide = (await boxes.bytes(mvhd, 0, 1))[0] === 1;
  const seconds = isWide ? await boxes.u64(mvhd, 4) : await boxes.u32(mvhd, 4);
  const source: SourceName = 'mvhd_creation';
  // Some writers count from 1970 by mistake; such a time is before 1970 here.
  if (seconds <= epochSeconds + 86_400) {
    const reason = seconds === 0 ? 'it is zero' : 'this is before there were digital videos';
    stated.voids.push({ source, reason });
  } else if (seconds < 2 ** 40) {
    stated.times.push({ source, at: new Date((seconds - epochSeconds) * 1000) });
  }
}

/** `©xyz` of the user data: a length, a language, and a point of ISO 6709. */
async function readUserData(boxes: Boxes, moov: Box, stated: Statements): Promise<void> {
  for await (const udta of boxes.in(moov)) {
    const xyz = udta.type === 'udta' ? await boxes.find(udta, '\xa9xyz') : null;
    if (xyz) addPosition(stated, 'xyz', await textOf(boxes, xyz, 4));
  }
}

/** Values of the `meta` box by the names in its `keys` box (QuickTime File Format, "Metadata"). */
async function readKeys(boxes: Boxes, meta: Box): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  // In QuickTime the box has no version before its children, in ISO files it has.
  const isPlain = (await boxes.bytes(meta, 4, 4)).toString('latin1') === 'hdlr';
  const inside = isPlain ? meta : { ...meta, start: meta.start + 4 };
  const [keys, ilst] = [await boxes.find(inside, 'keys'), await boxes.find(inside, 'ilst')];
  if (!keys || !ilst) return values;
  const names: string[] = [];
  const count = Math.min(await boxes.u32(keys, 4), keysMax);
  for (let at = 8; names.length < count; ) {
    const size = await boxes.u32(keys, at);
    if (size < 8) break;
    const length = Math.min(size - 8, valueBytesMax);
    names.push(length > 0 ? (await boxes.bytes(keys, at + 8, length)).toString('latin1') : '');
    at += size;
  }
  for await (const item of boxes.in(ilst)) {
    const name = names[Buffer.from(item.type, 'latin1').readUInt32BE(0) - 1];
    if (name !== locationKey && name !== accuracyKey && name !== creationKey) continue;
    const data = await boxes.find(item, 'data');
    if (data) values.set(name, await textOf(boxes, data, 8));
  }
  return values;
}

/**
 * Adds what an MP4 or MOV states about its time and position. Damage means that less is known.
 * @throws what `read` throws
 */
export async function readVideoMetadata(
  read: ReadAt,
  sizeBytes: number,
  stated: Statements,
): Promise<void> {
  const boxes = new Boxes(read);
  try {
    const moov = await boxes.find({ start: 0, end: sizeBytes }, 'moov');
    if (!moov) return;
    await readHeader(boxes, moov, stated);
    await readUserData(boxes, moov, stated);
    const meta = await boxes.find(moov, 'meta');
    const values = meta ? await readKeys(boxes, meta) : new Map<string, string>();
    const [location, creation] = [values.get(locationKey), values.get(creationKey)];
    if (location !== undefined) addPosition(stated, 'iso6709', location, values.get(accuracyKey));
    if (creation !== undefined) addCreation(stated, creation);
  } catch (error) {
    if (!(error instanceof DamagedBoxes)) throw error;
  }
}
