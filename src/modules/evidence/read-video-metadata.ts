import type { ReadAt } from './exif-location.js';
import { type Box, Boxes, DamagedBoxes, type Range } from './iso-boxes.js';
import { readXmp } from './read-xmp.js';
import type { SourceName, Statements } from './stated-sources.js';
import { isVoid, readDateTime, readIso6709, readPosition } from './stated-values.js';

/** Seconds from 1904-01-01, the epoch of ISO/IEC 14496-12, to 1970-01-01. */
const epochSeconds = 2_082_844_800;
const valueBytesMax = 256;
const xmpBytesMax = 256 * 1024;
/** Of the box with XMP in an MP4; a MOV has it in its user data (XMP specification, part 3). */
const xmpUuid = 'be7acfcb97a942e89c71999491e3afac';
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

async function addXmp(boxes: Boxes, box: Box, from: number, stated: Statements): Promise<void> {
  const length = box.end - box.start - from;
  if (length <= xmpBytesMax) readXmp(await boxes.bytes(box, from, length), stated);
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

/** `loci` (3GPP TS 26.244, 8.3): a name, a role, and longitude and latitude in 1/65,536 of a degree. */
async function readLoci(boxes: Boxes, loci: Box, stated: Statements): Promise<void> {
  const length = Math.min(loci.end - loci.start, valueBytesMax);
  const bytes = await boxes.bytes(loci, 0, length);
  // Version, flags and language precede the name, which is UTF-16 behind a byte order mark.
  const isWide = length >= 8 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(6));
  const nameEnd = isWide ? bytes.indexOf('\0\0', 8, 'latin1') : bytes.indexOf(0, 6);
  const at = nameEnd + (isWide ? 2 : 1) + 1;
  if (nameEnd < 0 || at + 8 > length) return;
  const degrees = (offset: number) => bytes.readInt32BE(offset) / 65_536;
  const position = readPosition(degrees(at + 4), degrees(at));
  if (isVoid(position)) stated.voids.push({ source: 'loci', reason: position.void });
  else stated.positions.push({ source: 'loci', ...position.value, accuracyMetres: null });
}

/** `©xyz` of the user data (a length, a language, and a point of ISO 6709) or of its item list, and `loci`. */
async function readUserData(boxes: Boxes, udta: Box, stated: Statements): Promise<void> {
  const xyz = await boxes.find(udta, '\xa9xyz');
  if (xyz) addPosition(stated, 'xyz', await textOf(boxes, xyz, 4));
  const loci = await boxes.find(udta, 'loci');
  if (loci) await readLoci(boxes, loci, stated);
  const xmp = await boxes.find(udta, 'XMP_');
  if (xmp) await addXmp(boxes, xmp, 0, stated);
  const meta = await boxes.find(udta, 'meta');
  if (!meta) return;
  const data = await boxes.find(await childrenOf(boxes, meta), 'ilst', '\xa9xyz', 'data');
  if (data) addPosition(stated, 'xyz', await textOf(boxes, data, 8));
  await addKeys(boxes, meta, stated);
}

/** Where the boxes in `meta` begin: in QuickTime it has no version before them, in ISO files it has. */
async function childrenOf(boxes: Boxes, meta: Box): Promise<Range> {
  const isPlain = (await boxes.bytes(meta, 4, 4)).toString('latin1') === 'hdlr';
  return isPlain ? meta : { start: meta.start + 4, end: meta.end };
}

/** Values of the `meta` box by the names in its `keys` box (QuickTime File Format, "Metadata"). */
async function readKeys(boxes: Boxes, meta: Box): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  const inside = await childrenOf(boxes, meta);
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

async function addKeys(boxes: Boxes, meta: Box, stated: Statements): Promise<void> {
  const values = await readKeys(boxes, meta);
  const [location, creation] = [values.get(locationKey), values.get(creationKey)];
  if (location !== undefined) addPosition(stated, 'iso6709', location, values.get(accuracyKey));
  if (creation !== undefined) addCreation(stated, creation);
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
    for await (const box of boxes.in(moov)) {
      if (box.type === 'udta') await readUserData(boxes, box, stated);
      if (box.type === 'meta') await addKeys(boxes, box, stated);
    }
    for await (const box of boxes.in({ start: 0, end: sizeBytes })) {
      const isXmp =
        box.type === 'uuid' && (await boxes.bytes(box, 0, 16)).toString('hex') === xmpUuid;
      if (isXmp) await addXmp(boxes, box, 16, stated);
    }
  } catch (error) {
    if (!(error instanceof DamagedBoxes)) throw error;
  }
}
